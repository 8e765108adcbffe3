/** The pattern that matches a text literally, whatever characters it is made of. */
export function literalPattern(text: string): string {
  // MongoDB refuses a pattern that holds NUL itself.
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`)
}
