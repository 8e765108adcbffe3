import { ByteReader, bytesOf, ImageError, requireSize } from './image.js'

const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP15 = 0xef
// JFIF, the colour profile, and how Adobe has transformed the colours.
const KEPT_APPS = new Set([APP0, 0xe2, 0xee])
const TURNED = { least: 2, most: 8 }

/**
 * The parts of a JPEG (ITU-T T.81, annex B) from its start to the end of the image. Notes of cameras go, such as the place,
 * but not how the image is turned. Throws ImageError.
 */
export function readJpeg(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes)
  const parts = [reader.take(2)]
  let [hasSize, hasScan] = [false, false]
  for (;;) {
    const start = reader.at
    const marker = nextMarker(reader)
    if (marker === EOI) break
    const length = reader.u16()
    if (length < 2) throw new ImageError('A segment is damaged')
    const data = reader.take(length - 2)
    if (isFrame(marker)) {
      const frame = new ByteReader(data)
      frame.take(1)
      const height = frame.u16()
      requireSize(frame.u16(), height)
      hasSize = true
    }
    if (marker === SOS) {
      hasScan = true
      skipScan(reader)
    }
    if (marker === APP1) parts.push(...orientationOf(data))
    else if (isKept(marker)) parts.push(bytes.subarray(start, reader.at))
  }
  if (!hasSize || !hasScan) throw new ImageError('The image has no pixels')
  return [...parts, bytesOf(0xff, EOI)]
}

function nextMarker(reader: ByteReader): number {
  if (reader.u8() !== 0xff) throw new ImageError('A segment is damaged')
  let marker = reader.u8()
  // Any number of them may fill up.
  while (marker === 0xff) marker = reader.u8()
  return marker
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function isKept(marker: number): boolean {
  return marker !== COM && (marker < APP0 || marker > APP15 || KEPT_APPS.has(marker))
}

/** Passes the compressed pixels, in which a marker has no zero behind it and is none of a restart. */
function skipScan(reader: ByteReader): void {
  const { bytes } = reader
  for (let at = reader.at; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)) continue
    reader.at = at
    return
  }
  throw new ImageError('The image ends too early')
}

/** A segment of Exif that says how the image is turned and nothing else; none where it is not. */
function orientationOf(data: Uint8Array): Uint8Array[] {
  try {
    const orientation = readOrientation(data)
    if (orientation < TURNED.least || orientation > TURNED.most) return []
    const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    const tiff = bytesOf('MM', 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0)
    return [bytesOf(0xff, APP1, 0, 2 + 6 + tiff.length, 'Exif', 0, 0), tiff]
  } catch (error) {
    if (error instanceof ImageError) return []
    throw error
  }
}

function readOrientation(data: Uint8Array): number {
  const reader = new ByteReader(data)
  if (reader.text(6) !== 'Exif\0\0') return 0
  const tiff = new ByteReader(data.subarray(6))
  const isLittle = tiff.text(2) === 'II'
  tiff.take(2)
  tiff.at = tiff.u32(isLittle)
  for (let entries = tiff.u16(isLittle); entries > 0; entries -= 1) {
    const tag = tiff.u16(isLittle)
    tiff.take(6)
    const value = tiff.u16(isLittle)
    tiff.take(2)
    if (tag === 0x0112) return value
  }
  return 0
}
