import { crc32, deflateSync } from 'node:zlib'

/** Bytes of numbers, Latin-1 text and other bytes in a row. */
export const bytes = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
const le32 = (value: number): Buffer => u32(value).swap32()

/** The signature of PNG. */
export const SIGNATURE = bytes([0x89], 'PNG\r\n', [0x1a], '\n')

/** A chunk of a PNG. */
export const chunk = (type: string, data: Buffer = Buffer.alloc(0)): Buffer => {
  const typed = bytes(type, data)
  return bytes(u32(data.length), typed, u32(crc32(typed)))
}

/** The first chunk of a PNG. */
export const header = (width: number, height: number): Buffer =>
  chunk('IHDR', bytes(u32(width), u32(height), [8, 2, 0, 0, 0]))

/** The chunk with the pixel of a PNG of one. */
export const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0])))

/** A PNG of one pixel, with these chunks before it. */
export const png = (...chunks: Buffer[]): Buffer => bytes(SIGNATURE, header(1, 1), ...chunks, pixels, chunk('IEND'))

/** A GIF of one pixel, with these blocks before it. */
export const gif = (...blocks: Buffer[]): Buffer =>
  bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0], ...blocks, [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0], ';')

/** A segment of a JPEG. */
export const segment = (marker: number, data: Buffer = Buffer.alloc(0)): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return bytes([0xff, marker], length, data)
}

/** The segment of a camera that says how a photo is turned, and where it was taken. */
export const turned = (orientation: number): Buffer =>
  segment(
    0xe1,
    bytes(
      'Exif\0\0II*\0',
      [8, 0, 0, 0, 2, 0],
      [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0],
      [0x25, 0x88, 4, 0, 1, 0, 0, 0, 9, 9, 9, 9],
      [0, 0, 0, 0],
      'GPS HERE',
    ),
  )

/** A JPEG of one pixel, with these segments before it. */
export const jpeg = (...segments: Buffer[]): Buffer =>
  bytes(
    [0xff, 0xd8],
    ...segments,
    segment(0xc0, bytes([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xda, bytes([1, 1, 0, 0, 63, 0])),
    [0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56],
    [0xff, 0xd9],
  )

/** A chunk of a WebP. */
export const riffChunk = (type: string, data: Buffer = Buffer.alloc(0)): Buffer =>
  bytes(type, le32(data.length), data, data.length % 2 ? [0] : [])

/** A WebP of these chunks. */
export const riff = (...chunks: Buffer[]): Buffer => {
  const body = bytes('WEBP', ...chunks)
  return bytes('RIFF', le32(body.length), body)
}

/** The chunk with the pixel of a WebP of one. */
export const VP8L = riffChunk('VP8L', bytes([0x2f, 0, 0, 0, 0, 7]))
