import { LENGTHS, Moments } from "../static/playback/moments.js";
import { equal, ok, test } from "./harness.js";

test("every moment is over in less than two seconds", () => {
  ok(Object.values(LENGTHS).length >= 5 && Object.values(LENGTHS).every((ms) => ms > 0 && ms < 2000), "short moments");
});

test("what was shown last stays there unseen, and a newer moment takes the place of an older one", async () => {
  const root = document.createElement("div");
  const moments = new Moments(root);
  const first = moments.line("side", { text: "Match", odds: "4 to 1", amount: 2000 });
  const second = moments.line("bonus", { text: "Five cards", odds: "3 to 2", amount: 750 });
  await first;
  ok(root.classList.contains("shown"), "the second is still shown");
  await second;
  equal([root.className, root.textContent], ["moment bonus", "Five cards3 to 2+$7.50"]);
});

test("at an instant pace nothing is waited for", async () => {
  document.documentElement.dataset.pace = "instant";
  const root = document.createElement("div");
  await new Moments(root).show("wheel", "wheel");
  equal([root.className, root.textContent], ["moment wheel", "wheel"]);
  document.documentElement.dataset.pace = "normal";
});
