const SUFFIX = ' (Copy)'

/** The name of a copy; one that is as long as names may be makes room, so that the copy can be saved again. */
export function copiedName(name: string, maxLength: number): string {
  const kept = name.slice(0, maxLength - SUFFIX.length)
  // Half a surrogate pair is no text.
  return kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + SUFFIX
}
