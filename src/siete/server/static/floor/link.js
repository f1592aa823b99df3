/* The floor's line and its requests. */
import { call } from "../api.js";

const AGAIN = 2000,
  PING = 10000;

export class FloorLink extends EventTarget {
  constructor() {
    super();
    this.state = "joining";
    this.connect();
    this.timer = setInterval(() => this.socket.readyState === 1 && this.socket.send('{"type":"ping"}'), PING);
  }
  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(`${scheme}//${location.host}/ws/floor`));
    socket.onmessage = ({ data }) => {
      this.set("live");
      this.dispatchEvent(new CustomEvent("message", { detail: JSON.parse(data) }));
    };
    socket.onclose = () => {
      if (this.isClosed) return;
      this.set("lost");
      this.again = setTimeout(() => this.connect(), AGAIN);
    };
  }
  set(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
  close() {
    this.isClosed = true;
    clearTimeout(this.again);
    clearInterval(this.timer);
    this.socket.close();
  }
}

/** The request that waits for its answer: sent again after a lost answer it has the same id, and does nothing twice. */
let asked = { text: "", id: "" };
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
const once = async (path, body) => {
  const text = JSON.stringify([path, body]);
  if (asked.text !== text) asked = { text, id: newId() };
  try {
    const made = await call("POST", `/floor${path}`, { ...body, id: asked.id });
    asked = { text: "", id: "" };
    return made;
  } catch (error) {
    if (error.code !== "link/lost") asked = { text: "", id: "" };
    throw error;
  }
};

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
};
/** Requests under `/floor`; a path's parts are made safe by who gives them. */
export const floorApi = {
  get: (path, values = {}) => call("GET", `/floor${path}${query(values)}`),
  once,
  post: (path, body = {}) => call("POST", `/floor${path}`, body),
  open: (body) => call("POST", "/tables", body),
  shut: (table) => call("DELETE", `/tables/${encodeURIComponent(table)}`),
  round: (table, number, role) =>
    call("GET", `/rounds/${encodeURIComponent(table)}/${number}?role=${encodeURIComponent(role)}`),
};
