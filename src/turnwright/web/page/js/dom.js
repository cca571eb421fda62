// Elements in one call: tag, attributes (on… are listeners), children.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (["value", "checked", "disabled", "selected", "hidden", "htmlFor"].includes(name)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element. */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Replace all that is in a node. */
export function put(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Say something to screen readers. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** A box that tells of a failure. */
export function failure(error) {
  return el("p", { class: "error", role: "alert" }, error.message ?? String(error));
}

/** Radio buttons that look like buttons. `choices`: [value, words, further words]. */
export function choices(name, legend, options, chosen, onchange) {
  return el("fieldset", {}, el("legend", {}, legend), el("div", { class: "choices" },
    options.map(([value, words, more]) => el("label", { class: "choice" },
      el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
      el("span", {}, words, more && el("small", {}, more))))));
}
