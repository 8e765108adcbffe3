const SUFFIX = ' (Copy)'

/** The name of a copy. A long name is cut, so that the copy keeps to `maxLength`. */
export function copiedName(name: string, maxLength: number): string {
  const kept = name.slice(0, maxLength - SUFFIX.length)
  // The cut must not leave half a surrogate pair.
  return kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + SUFFIX
}
