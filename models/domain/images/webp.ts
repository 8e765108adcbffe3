import { ByteReader, bytesOf, ImageError, requireSize } from './image.js'
import { KeptParts } from './kept-parts.js'

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
// The flags of VP8X for metadata in Exif and in XMP.
const NOTES = 0x08 | 0x04

/** The parts of a WebP (RFC 9649) without its metadata. Throws ImageError. */
export function readWebp(bytes: Uint8Array): Uint8Array[] {
  const head = new ByteReader(bytes)
  head.skip(4)
  const length = head.u32(true)
  if (length % 2 === 1 || length < 12) throw new ImageError('The length of the image is wrong')
  const reader = new ByteReader(head.take(length))
  reader.skip(4)
  const parts = new KeptParts(reader.bytes)
  let hasPixels = false
  for (let isFirst = true; reader.left > 0; isFirst = false) {
    const start = reader.beginBlock()
    const type = reader.text(4)
    const size = reader.u32(true)
    const dataAt = reader.at
    reader.skip(size)
    if (size % 2 === 1) reader.skip(1)
    if (isFirst) requireFirst(type, reader.bytes.subarray(dataAt, dataAt + size))
    hasPixels ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (type === 'VP8X' && size > 0) {
      parts.keep(start, dataAt)
      parts.add(bytesOf((reader.bytes[dataAt] ?? 0) & ~NOTES))
      parts.keep(dataAt + 1, reader.at)
    } else if (KEPT.has(type)) {
      parts.keep(start, reader.at)
    }
  }
  if (!hasPixels) throw new ImageError('The image has no pixels')
  const kept = parts.end()
  const bytesKept = kept.reduce((sum, part) => sum + part.length, 4)
  return [headOf(bytesKept), ...kept]
}

function headOf(length: number): Uint8Array {
  return bytesOf('RIFF', length & 0xff, (length >>> 8) & 0xff, (length >>> 16) & 0xff, length >>> 24, 'WEBP')
}

function requireFirst(type: string, data: Uint8Array): void {
  const reader = new ByteReader(data)
  if (type === 'VP8X') {
    reader.skip(4)
    const u24 = (): number => reader.u8() + reader.u16(true) * 256
    requireSize(u24() + 1, u24() + 1)
  } else if (type === 'VP8 ') {
    reader.skip(6)
    requireSize(reader.u16(true) & 0x3f_ff, reader.u16(true) & 0x3f_ff)
  } else if (type === 'VP8L') {
    reader.skip(1)
    const bits = reader.u32(true)
    requireSize((bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1)
  } else {
    throw new ImageError('The first chunk does not belong to an image')
  }
}
