/** The types of images that can be uploaded. */
export const IMAGE_TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const

export type ImageType = keyof typeof IMAGE_TYPES

/** The longest text that says what an image shows. */
export const MAX_ALT_LENGTH = 1_000

/** An image for storage, written anew from its parts, without metadata of people and without bytes after its end. */
export interface CleanImage {
  type: ImageType
  parts: Uint8Array[]
}

/** Thrown for a file that is not a valid image of its type, or whose image is too large to show. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
}

const MAX_SIDE = 16_384
const MAX_PIXELS = 50_000_000
// A photo of 10 MB has far fewer: a JPEG has some hundred segments of up to 64 KB and scans, a PNG has about 10,000
// chunks even where an encoder ends them after 1 KB (libpng does after 8 KB), and a WebP has a dozen. An animation has
// two for each frame: 10,000 frames of 1 KB are more than three minutes at 50 a second, the fastest that browsers show.
const MAX_BLOCKS = 20_000

/** Refuses an image whose pixels would fill the memory of a viewer. */
export function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new ImageError('An image must have at least one pixel')
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new ImageError(`An image can have at most 50 million pixels, and ${MAX_SIDE} per side`)
  }
}

/** The bytes of a file, read in order. Throws ImageError beyond their end. */
export class ByteReader {
  at = 0
  readonly bytes: Uint8Array
  readonly #view: DataView
  #blocks = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** Begins a block of the file, and returns its offset. Throws ImageError for more blocks than any real image has. */
  beginBlock(): number {
    if ((this.#blocks += 1) > MAX_BLOCKS) {
      throw new ImageError(`The image has more than ${MAX_BLOCKS} blocks`)
    }
    return this.at
  }

  /** Skips bytes. */
  skip(length: number): void {
    this.#require(length)
    this.at += length
  }

  /** The next bytes, without a copy. */
  take(length: number): Uint8Array {
    this.skip(length)
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** Whether the file has these bytes at an offset. */
  holds(offset: number, expected: Uint8Array): boolean {
    return expected.every((byte, index) => this.bytes[offset + index] === byte)
  }

  u8(): number {
    this.#require(1)
    return this.#view.getUint8(this.at++)
  }

  u16(isLittle = false): number {
    this.#require(2)
    this.at += 2
    return this.#view.getUint16(this.at - 2, isLittle)
  }

  u32(isLittle = false): number {
    this.#require(4)
    this.at += 4
    return this.#view.getUint32(this.at - 4, isLittle)
  }

  text(length: number): string {
    return String.fromCharCode(...this.take(length))
  }

  #require(length: number): void {
    if (length > this.left) throw new ImageError('The image is incomplete')
  }
}

/** The bytes of numbers from 0 to 255, and of ASCII. */
export function bytesOf(...parts: (string | number)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part, (char) => char.charCodeAt(0)))),
  )
}
