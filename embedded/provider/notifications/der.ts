/** One DER element (ITU-T X.690): tag, length, content. */
export function element(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content])
}

export const sequence = (...contents: Uint8Array[]): Buffer => element(0x30, ...contents)
export const set = (...contents: Uint8Array[]): Buffer => element(0x31, ...contents)
export const explicit = (number: number, content: Uint8Array): Buffer => element(0xa0 + number, content)
export const octetString = (content: Uint8Array): Buffer => element(0x04, content)
export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text))
export const booleanValue = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0]))
export const nothing = (): Buffer => element(0x05)

/** A bit string whose last octet leaves `unusedBits` out. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  element(0x03, Buffer.from([unusedBits]), content)

/** A positive integer from its octets; a leading zero keeps it from being read as negative. */
export function integer(octets: Uint8Array): Buffer {
  return element(0x02, Buffer.from((octets[0] ?? 0) >= 0x80 ? [0] : []), octets)
}

/** An object identifier such as `2.5.4.3`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** A UTCTime, which X.509 uses for every date before 2050. */
export function utcTime(date: Date): Buffer {
  return element(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`))
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) octets.unshift(rest & 0xff)
  return [0x80 | octets.length, ...octets]
}

function base128(value: number): number[] {
  const groups = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) groups.unshift(0x80 | (rest & 0x7f))
  return groups
}
