import { ByteReader, bytesOf, ImageError, requireSize } from './image.js'
import { KeptParts } from './kept-parts.js'

// The chunks that a correct display of an image needs. Texts, times and metadata of cameras are left out (PNG, chapter
// 11).
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD acTL fcTL fdAT'.split(' ').map(codeOf),
)
const [IHDR, IDAT, IEND] = [codeOf('IHDR'), codeOf('IDAT'), codeOf('IEND')]

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

/** The parts of a PNG (www.w3.org/TR/png-3) from its signature to IEND. Throws ImageError. */
export function readPng(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes)
  const parts = new KeptParts(bytes)
  reader.skip(8)
  parts.keep(0, reader.at)
  let hasPixels = false
  for (let isFirst = true; ; isFirst = false) {
    const start = reader.beginBlock()
    const length = reader.u32()
    const typed = reader.at
    const type = reader.u32()
    reader.skip(length)
    if (crcOf(bytes, typed, reader.at) !== reader.u32()) throw new ImageError('A chunk of the image is damaged')
    if (isFirst !== (type === IHDR)) throw new ImageError('IHDR must be the first chunk and occur once')
    if (isFirst) requireHeader(bytes.subarray(typed + 4, reader.at))
    hasPixels ||= type === IDAT
    if (KEPT.has(type)) parts.keep(start, reader.at)
    if (type === IEND) break
  }
  if (!hasPixels) throw new ImageError('The image has no pixels')
  return parts.end()
}

function requireHeader(data: Uint8Array): void {
  const header = new ByteReader(data)
  requireSize(header.u32(), header.u32())
}

/** The type of a chunk, as the number that its bytes form. */
function codeOf(type: string): number {
  return new ByteReader(bytesOf(type)).u32()
}

function crcOf(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xff_ff_ff_ff
  for (let at = from; at < to; at += 1) crc = (CRC_TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}
