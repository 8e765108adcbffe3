/** A replacement in a text. An insertion ends where it begins. */
export interface Edit {
  begin: number
  end: number
  text: string
}

/** The text with replacements that do not overlap; an insertion comes before a replacement at the same place. */
export function withEdits(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { begin, end, text } of edits.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    pieces.push(source.slice(from, begin), text)
    from = end
  }
  pieces.push(source.slice(from))
  return pieces.join('')
}
