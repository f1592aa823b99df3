/* Who is who in the house, as far as the page must know it. */

const STAFF = new Set(["dealer", "floorperson", "auditor"]);
export const isStaff = (who) => STAFF.has(who?.role);

/** A name for somebody who has not given one. */
export const guestName = () => `Guest ${Math.floor(1000 + Math.random() * 9000)}`;
