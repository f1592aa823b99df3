/* Numbers as people read them: true minus signs, thousands, and parts of a wager in per cent. */

const minus = (text) => text.replace("-", "−");
/** A part as per cent, without the sign of it. */
export const hundredths = (part, digits = 3) => minus((part * 100).toFixed(digits));
export const percent = (part, digits = 3) => `${hundredths(part, digits)} %`;
/** With a plus where it is above nought. */
export const signed = (part, digits = 3) => `${part > 0 ? "+" : ""}${hundredths(part, digits)}`;
export const better = (part) => (part < 0 ? "good" : part > 0 ? "bad" : "even");

export const whole = (number) => minus(Math.round(number).toLocaleString("en-US"));
export const dollars = (amount, digits = amount % 1 ? 2 : 0) =>
  `${amount < 0 ? "−" : ""}$${Math.abs(amount).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })}`;
export const signedDollars = (amount, digits = 0) =>
  `${amount > 0 ? "+" : ""}${dollars(digits ? amount : Math.round(amount), digits)}`;

/** A count of rounds in a word or two. */
export const rounds = (number) => {
  if (number >= 1e6) return `${(number / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} million`;
  return number.toLocaleString("en-US");
};

/** Round values between two ends, at most so many steps apart. */
export const ticks = (low, high, steps = 6) => {
  const span = (high - low) / steps || 1;
  const power = 10 ** Math.floor(Math.log10(span));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= span);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step)
    found.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return found;
};
