/**
 * Parses an absolute URL, or a URL relative to `base`; null for an invalid one. `URL.canParse` does not work here: once
 * Node 20 and 22 have compiled the call, it refuses every URL whose host has a non-ASCII character.
 */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
