import { Trainer } from "../static/coach/trainer.js";
import { equal, test } from "./harness.js";

test("whoever decides faster than the house reckons has one question open at a time", async () => {
  let [key, open, most] = ["", 0, 0];
  const asked = [];
  const answers = [];
  globalThis.fetch = async (path, { body } = {}) => {
    const answer = { ok: true, status: 200, text: async () => `{"actions": [], "best": ""}` };
    if (!path.endsWith("/hint")) return answer;
    asked.push(JSON.parse(body).box);
    most = Math.max(most, ++open);
    await new Promise((done) => answers.push(done));
    open -= 1;
    return answer;
  };
  const ask = () => ({ question: "play", box: Number(key) });
  const [askKey, changed, say, isOn] = [() => key, () => {}, () => {}, () => true];
  const trainer = new Trainer({ table: "t", isOn, ask, askKey, changed, say });
  const looks = ["1", "2", "3", "4", "5", "6"].map((each) => {
    key = each;
    return trainer.look();
  });
  for (let i = 0; i < 20; i++) {
    answers.shift()?.();
    await new Promise((done) => setTimeout(done));
  }
  await Promise.all(looks);
  equal([asked, most, trainer.found.best], [[1, 6], 1, ""]);
});
