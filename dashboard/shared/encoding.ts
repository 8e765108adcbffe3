/** The encodings of files that spreadsheets and mailing products write. The API accepts UTF-8 alone. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'macintosh', 'shift_jis'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The encoding by the mark at the beginning of a file; without one, UTF-8 where the bytes are UTF-8. */
export function recogniseEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Whether bytes are UTF-8; a character that they cut off at their end does not count. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
