/** A change in percent, or null where there was nothing before to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (100 * (now - before)) / before
}

/** A share in percent of what was sent; 0 where nothing was. */
export function shareOf(part: number, sent: number): number {
  return sent === 0 ? 0 : (100 * part) / sent
}
