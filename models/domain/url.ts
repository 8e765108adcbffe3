/**
 * An absolute address, or one relative to `base`; null for what is none. `URL.canParse` is not asked first: once Node 20
 * and 22 have compiled the call, they deny every address whose host has a character beyond ASCII.
 */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
