/** A regular expression that matches `text` literally. */
export function literalPattern(text: string): string {
  // MongoDB refuses a pattern with a NUL character.
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`)
}

/** A MongoDB filter for texts that contain `search`, ignoring case. */
export function containing(search: string): { $regex: string; $options: 'i' } {
  return { $regex: literalPattern(search), $options: 'i' }
}
