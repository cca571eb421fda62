// The server by HTTP. What it refuses becomes an Error with its sentence.

async function answer(response) {
  if (response.ok) return response.json();
  let detail = `the server answered ${response.status}`;
  try {
    const said = (await response.json()).detail;
    if (typeof said === "string") detail = said;
    else if (said?.length) detail = said.map((part) => `${part.loc.slice(1).join(".")}: ${part.msg}`).join("; ");
  } catch { /* no words came with it */ }
  throw new Error(detail);
}

const known = new Map();

/** `key`: of a seat, in a game that is shared by links. It never stands in an address. */
export async function get(path, key = null) {
  return answer(await fetch(path, key ? { headers: { "Turnwright-Key": key } } : {}));
}

/** What does not change while the page is open. */
export function lasting(path) {
  if (!known.has(path)) known.set(path, get(path));
  return known.get(path);
}

export async function post(path, body, key = null) {
  return answer(await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json", ...(key ? { "Turnwright-Key": key } : {}) }, body: JSON.stringify(body ?? {}),
  }));
}
