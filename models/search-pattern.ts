/** The filter of a text that contains `search`, in whatever case; no character of it is a pattern. */
export function containing(search: string): { $regex: string; $options: 'i' } {
  const literal = search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  // MongoDB refuses a pattern that holds NUL itself.
  return { $regex: literal.replaceAll('\0', String.raw`\x00`), $options: 'i' }
}
