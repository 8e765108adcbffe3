import { ByteReader, bytesOf, ImageError, requireSize } from './image.js'
import { KeptParts } from './kept-parts.js'

const TRAILER = 0x3b
const IMAGE = 0x2c
const EXTENSION = 0x21
const CONTROL = 0xf9
const APPLICATION = 0xff
// These extensions hold the number of repetitions of an animation.
const KEPT_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'].map((name) => bytesOf(name.length, name))

/** The parts of a GIF (www.w3.org/Graphics/GIF/spec-gif89a.txt) to its trailer, without comments. Throws ImageError. */
export function readGif(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes)
  reader.skip(6)
  requireSize(reader.u16(true), reader.u16(true))
  const flags = reader.u8()
  reader.skip(2 + tableBytes(flags))
  const parts = new KeptParts(bytes)
  parts.keep(0, reader.at)
  let hasImage = false
  for (;;) {
    const start = reader.beginBlock()
    const kind = reader.u8()
    if (kind === TRAILER) break
    let isKept = true
    if (kind === IMAGE) {
      hasImage = true
      readImage(reader)
    } else if (kind === EXTENSION) {
      isKept = readExtension(reader)
    } else {
      throw new ImageError('A block of the image is damaged')
    }
    if (isKept) parts.keep(start, reader.at)
  }
  if (!hasImage) throw new ImageError('The image has no pixels')
  parts.add(bytesOf(TRAILER))
  return parts.end()
}

function readImage(reader: ByteReader): void {
  reader.skip(4)
  requireSize(reader.u16(true), reader.u16(true))
  reader.skip(tableBytes(reader.u8()) + 1)
  skipBlocks(reader)
}

/** Skips an extension, and returns whether to keep it. */
function readExtension(reader: ByteReader): boolean {
  const label = reader.u8()
  const start = reader.at
  skipBlocks(reader)
  if (label !== APPLICATION) return label === CONTROL
  return KEPT_APPLICATIONS.some((application) => reader.holds(start, application))
}

function skipBlocks(reader: ByteReader): void {
  for (let length = reader.u8(); length > 0; length = reader.u8()) reader.skip(length)
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0
}
