/* The desk's own styles: loaded when somebody comes to a desk, and kept. */
let loading;

export const loadStyle = () => {
  loading ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("../styles/desk.css", import.meta.url).href;
    link.onload = link.onerror = done;
    document.head.append(link);
  });
  return loading;
};
