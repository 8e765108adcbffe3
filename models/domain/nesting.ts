/** Whether a JSON value has at most `levels` levels of nesting; text and numbers have none. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item) => isNestedWithin(item, levels - 1))
}
