// Arrow keys on a table that is made of buttons: the focus goes to the nearest one in their direction.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // going aside counts so many times

const middle = (node) => {
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Let arrow keys move the focus between the places inside an element. */
export function moveByArrows(root) {
  root.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const here = event.target.closest("button[data-place]");
    if (!way || !here) return;
    event.preventDefault();
    const [x, y] = middle(here);
    const others = [...root.querySelectorAll("button[data-place]:not(:disabled)")].filter((node) => node !== here).map((node) => {
      const [dx, dy] = middle(node).map((value, axis) => value - [x, y][axis]);
      const ahead = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      return { node, ahead, far: ahead + ASIDE * aside };
    });
    const [next] = others.filter(({ ahead }) => ahead > 4).sort((one, other) => one.far - other.far);
    next?.node.focus();
  });
}
