/** A text without the characters at its end that are among `characters`. A pattern such as `/x+$/` is quadratic. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
