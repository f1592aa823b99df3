/* Kings, queens, jacks and the ace of spades. */
import { GLYPH, pip } from "./glyphs.js";

/** The point at a distance and an angle from another. */
const at = (x, y, distance, angle) =>
  `${(x + distance * Math.cos(angle)).toFixed(1)} ${(y + distance * Math.sin(angle)).toFixed(1)}`;

/* Court figures: one half drawn from arcs and bands, turned 180 degrees for the other half. */
export function court(r, s) {
  const ink = "var(--court-ink)",
    gold = "var(--court-gold)",
    main = `var(--suit-${s})`,
    skin = "var(--court-face)";
  const rays = Array.from({ length: 13 }, (_, i) => {
    const a = ((-180 + i * 15) * Math.PI) / 180;
    return `<path d="M${at(125, 104, 40, a)}L${at(125, 104, 120, a)}"/>`;
  }).join("");
  const robe = `<path d="M56 175C57 150 72 139 104 134L125 142 146 134C178 139 193 150 194 175Z" fill="${main}"/>
    <path d="M70 175C72 158 84 150 107 146M180 175C178 158 166 150 143 146" fill="none" stroke="${gold}"
      stroke-width="4"/>
    <path d="M104 134 125 175 146 134 125 142Z" fill="${gold}"/>
      <path d="M112 138 125 163 138 138 125 143Z" fill="${skin}"/>`;
  const neck = `<path d="M116 118H134V138L125 146 116 138Z" fill="${skin}"/>`;
  const face = `<path d="M105 92C105 78 113 72 125 72S145 78 145 92C145 112 136 124 125 124S105 112 105 92Z"
      fill="${skin}"/>`;
  const features = `<path d="M112 95H119M131 95H138" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>
      <path d="M125 94V106H121" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round"
      stroke-linejoin="round"/>`;
  const parts = {
    K: `<path d="M97 122C94 100 97 78 104 72H146C153 78 156 100 153 122L146 112V86H104V112Z" fill="${ink}"/>${neck}
      ${face}
      <path d="M104 98C107 107 115 108 119 107 122 111 128 111 131 107 135 108 143 107 146 98 148 122 138 136
      125 148 112 136 102 122 104 98Z" fill="${ink}"/>
      <path d="M118 114H132" stroke="${skin}" stroke-width="3" stroke-linecap="round"/>${features}
      <path d="M99 80 92 48 109 62 125 42 141 62 158 48 151 80Z" fill="${gold}"/>
      <path d="M99 80 97.5 72H152.500L151 80Z" fill="${main}"/>
      <circle cx="92" cy="47" r="4" fill="${gold}"/><circle cx="125" cy="41" r="4.5" fill="${main}"/>
      <circle cx="158" cy="47" r="4" fill="${gold}"/>
      <path d="M172 171V76M163 140H181" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>
      <path d="M168 84 172 64 176 84Z" fill="${ink}"/>`,
    Q: `<path d="M92 132C88 92 97 66 125 66S162 92 158 132C150 138 144 136 142 128V90H108V128C106 136 100 138 92
      132Z" fill="${ink}"/>${neck}${face}
      <path d="M105 92C110 84 122 84 125 74 128 84 140 84 145 92 144 76 137 70 125 70S106 76 105 92Z" fill="${ink}"/>
      ${features}
      <path d="M120 115Q125 118 130 115" fill="none" stroke="${main}" stroke-width="3.5" stroke-linecap="round"/>
      <path d="M101 74 96 54Q108 66 112 50 118 62 125 46 132 62 138 50 142 66 154 54L149 74Q125 64 101 74Z"
      fill="${gold}"/>
      <circle cx="96" cy="53" r="3.5" fill="${main}"/><circle cx="125" cy="45" r="4.5" fill="${main}"/>
      <circle cx="154" cy="53" r="3.5" fill="${main}"/>
      <path d="M171 172C169 158 170 146 171 138" fill="none" stroke="${ink}" stroke-width="3.5"
      stroke-linecap="round"/>
      <g transform="translate(171 126)">${[0, 60, 120, 180, 240, 300]
        .map(
          (a) => `
      <ellipse cx="0" cy="-8.5" rx="4.8" ry="7" fill="${main}" transform="rotate(${a})"/>`,
        )
        .join("")}
      <circle r="4.5" fill="${gold}"/></g>`,
    J: `<path d="M98 116C95 92 98 70 125 70S155 92 152 116C152 122 144 122 143 115V90H107V115C106 122 98 122 98
      116Z" fill="${ink}"/>${neck}${face}
      <path d="M105 92V82H145V92C138 86 112 86 105 92Z" fill="${ink}"/>${features}
      <path d="M120 114H130" stroke="${ink}" stroke-width="2.5" stroke-linecap="round"/>
      <path d="M94 80C92 58 106 50 127 50 148 50 158 62 156 80Q125 66 94 80Z" fill="${main}"/>
      <path d="M94 80Q125 66 156 80L155 70Q125 57 95 70Z" fill="${gold}"/>
      <path d="M144 62C150 48 162 42 177 43 174 57 162 66 146 68Z" fill="${gold}"/>
      <path d="M146 66C156 58 164 52 173 46" fill="none" stroke="${ink}" stroke-width="1.8"/>
      <path d="M76 172 82 98" stroke="${ink}" stroke-width="4.5" stroke-linecap="round"/>
      <path d="M83 78 93 94 81 105 73 92Z" fill="${gold}"/>`,
  };
  const half = `<g clip-path="url(#court-half)"><g stroke="${main}" stroke-width="1.5" opacity=".28">${rays}</g>
      ${robe}${parts[r]}</g>${pip(s, 80, 54, 24)}`;
  return `${half}<g transform="rotate(180 125 175)">${half}</g>
    <path d="M64 175H186" stroke="${gold}" stroke-width="4"/><path d="M64 175H186" stroke="${ink}" stroke-width="1"/>
    <rect x="63" y="34" width="124" height="282" rx="8" fill="none" stroke="${main}" stroke-width="1.8"/>`;
}

export function ace(s) {
  if (s !== "s") return pip(s, 125, 175, 96);
  const star = Array.from({ length: 28 }, (_, i) => {
    const a = (((i * 360) / 28 - 90) * Math.PI) / 180,
      r1 = i % 4 ? 86 : 78;
    return `M${at(125, 175, r1, a)}L${at(125, 175, 92, a)}`;
  }).join("");
  return `<circle cx="125" cy="175" r="72" fill="none" stroke="var(--court-gold)" stroke-width="2"/>
      <path d="${star}" stroke="var(--court-gold)" stroke-width="2.5"/>${pip("s", 125, 172, 112)}
    <path d="${GLYPH[7]}M11 29H31" fill="none" stroke="var(--card)" stroke-width="6" stroke-linecap="round"
      stroke-linejoin="round" transform="translate(113.5 158) scale(.58)"/>`;
}
