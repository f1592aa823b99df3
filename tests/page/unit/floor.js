/* What the floor prints. */
import { paySlip } from "../static/floor/money.js";
import { ok, test } from "./harness.js";

const PAY = {
  name: "One",
  round: 3,
  box: 1,
  amount: 500000,
  player: "Ana",
  at: "2026-11-19T04:00:00",
  threshold: 120000,
};

test("a hand pay leads to the clause that paid it", () => {
  ok(String(paySlip({ ...PAY, clause: "MD-12.D.7" })).includes('data-clause="MD-12.D.7"'));
  ok(!String(paySlip({ ...PAY, clause: "" })).includes("Paid by"));
});
