/**
 * Decodes base64 (RFC 2045, 6.8) and ignores other characters. Some mail programs pad each line, while Node stops at
 * the first padding, so the text is decoded in units that end with a padding. No honest message has more units than the
 * limit.
 */
export function decodeBase64(text: string): Buffer {
  const padding = text.indexOf('=')
  if (padding < 0 || !/[A-Za-z0-9+/]/.test(text.slice(padding, padding + 200))) return Buffer.from(text, 'base64')
  return Buffer.concat(text.split(/=[^A-Za-z0-9+/]*/, 500_000).map((unit) => Buffer.from(unit, 'base64')))
}
