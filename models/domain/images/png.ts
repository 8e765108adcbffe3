import { ByteReader, ImageError, requireSize } from './image.js'

// What an image needs to be shown as it was meant; texts, times and the camera's notes are left out (PNG, chapter 11).
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD acTL fcTL fdAT'.split(' '))

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

/** The parts of a PNG (www.w3.org/TR/png-3) from its signature to IEND. Throws ImageError. */
export function readPng(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes)
  const parts = [reader.take(8)]
  let hasPixels = false
  for (let isFirst = true; ; isFirst = false) {
    const start = reader.at
    const length = reader.u32()
    const typed = reader.at
    const type = reader.text(4)
    const data = reader.take(length)
    if (crcOf(bytes.subarray(typed, reader.at)) !== reader.u32()) throw new ImageError(`The chunk ${type} is damaged`)
    if (isFirst !== (type === 'IHDR')) throw new ImageError('The first chunk, and no other, is IHDR')
    if (isFirst) requireHeader(data)
    hasPixels ||= type === 'IDAT'
    if (KEPT.has(type)) parts.push(bytes.subarray(start, reader.at))
    if (type === 'IEND') break
  }
  if (!hasPixels) throw new ImageError('The image has no pixels')
  return parts
}

function requireHeader(data: Uint8Array): void {
  const header = new ByteReader(data)
  requireSize(header.u32(), header.u32())
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}
