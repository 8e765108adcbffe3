/** Whether a JSON value is nested at most so many levels deep; a text or a number has none. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item) => isNestedWithin(item, levels - 1))
}
