// A WebSocket that comes back by itself.

const GONE = 4404; // the server's word for: do not try again

export class Channel {
  /** `told` takes messages; `changed` is told "open", "waiting" or "gone". */
  constructor(path, told, changed = () => {}) {
    this.path = path;
    this.told = told;
    this.changed = changed;
    this.pause = 300;
    this.closed = false;
    this.open();
  }

  open() {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket.addEventListener("open", () => {
      this.pause = 300;
      this.changed("open");
    });
    this.socket.addEventListener("message", (event) => this.closed || this.told(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      if (this.closed) return;
      if (event.code === GONE) {
        this.changed("gone");
        return;
      }
      this.changed("waiting");
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(5000, this.pause * 2);
    });
  }

  /** Whether it was sent. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
