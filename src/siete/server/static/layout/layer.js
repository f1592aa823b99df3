/* A layer of the felt whose things have names: what stays slides to its new place, what is new comes in, what is gone
   goes. */
import { moves } from "../prefs.js";

const SVG = "http://www.w3.org/2000/svg";
const GONE = 280;

export class Layer {
  constructor(parent, name) {
    this.root = parent.appendChild(document.createElementNS(SVG, "g"));
    this.root.setAttribute("class", name);
    this.things = new Map();
  }

  /** Draw `things` in order: {key, at, body, cls, from, to, data}; `at`, `from` and `to` are CSS transforms. */
  draw(things, exits = new Map()) {
    const seen = new Set(),
      isMoving = moves();
    let before = null;
    for (const thing of things) {
      seen.add(thing.key);
      const known = this.things.get(thing.key);
      const node = known ? this.renew(known, thing, isMoving) : this.make(thing, isMoving);
      const after = before ? before.nextSibling : this.root.firstChild;
      if (after !== node) this.root.insertBefore(node, after);
      if (!known && thing.from && isMoving) this.bring(node, thing);
      before = node;
    }
    for (const [key, { node, to }] of this.things)
      if (!seen.has(key)) this.drop(key, node, isMoving ? (exits.get(key) ?? to) : null);
  }

  make(thing) {
    const node = document.createElementNS(SVG, "g");
    node.innerHTML = thing.body;
    this.put(node, thing);
    this.things.set(thing.key, { node, ...thing });
    return node;
  }

  renew(known, thing, isMoving) {
    if (known.body !== thing.body) {
      known.node.innerHTML = thing.body;
      if (thing.face !== undefined && thing.face !== known.face && isMoving) flip(known.node.firstElementChild);
    }
    this.put(known.node, thing);
    Object.assign(known, { body: thing.body, face: thing.face, to: thing.to });
    return known.node;
  }

  put(node, { at, cls = "", data = {} }) {
    if (node.at !== at) {
      node.style.transform = at;
      node.at = at;
    }
    node.setAttribute("class", `thing ${cls}`);
    for (const [name, value] of Object.entries(data)) node.dataset[name] = value;
  }

  bring(node, { from, at, isTurning }) {
    node.animate(
      [
        { transform: from, opacity: 0.4 },
        { transform: at, opacity: 1 },
      ],
      { duration: 260, easing: "cubic-bezier(.2, .7, .2, 1)" },
    );
    if (isTurning) flip(node.firstElementChild, 90);
  }

  drop(key, node, to) {
    this.things.delete(key);
    if (!to) {
      node.remove();
      return;
    }
    node.style.transform = to;
    node.style.opacity = "0";
    setTimeout(() => node.remove(), GONE);
  }
}

const flip = (node, delay = 0) =>
  node?.animate([{ transform: "scaleX(.06)" }, { transform: "scaleX(1)" }], {
    duration: 220,
    delay,
    easing: "ease-out",
    fill: "backwards",
  });
