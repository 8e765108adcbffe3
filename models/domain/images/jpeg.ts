import { ByteReader, bytesOf, ImageError, requireSize } from './image.js'
import { KeptParts } from './kept-parts.js'

const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP15 = 0xef
// The segments of JFIF, of the colour profile, and of Adobe's transformation of the colours.
const KEPT_APPS = new Set([APP0, 0xe2, 0xee])
const ORIENTATIONS = { least: 2, most: 8 }

/**
 * The parts of a JPEG (ITU-T T.81, annex B) from its start to the end of the image. Metadata of cameras, such as the
 * place, is left out, except for the orientation. Throws ImageError.
 */
export function readJpeg(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes)
  const parts = new KeptParts(bytes)
  reader.skip(2)
  parts.keep(0, reader.at)
  let [hasSize, hasScan, isTurned] = [false, false, false]
  for (;;) {
    const start = reader.beginBlock()
    const marker = nextMarker(reader)
    if (marker === EOI) break
    const length = reader.u16()
    if (length < 2) throw new ImageError('A segment of the image is damaged')
    const dataAt = reader.at
    reader.skip(length - 2)
    if (isFrame(marker)) {
      requireFrame(bytes.subarray(dataAt, reader.at))
      hasSize = true
    }
    if (marker === SOS) {
      hasScan = true
      skipScan(reader)
    }
    if (isKept(marker)) parts.keep(start, reader.at)
    if (marker !== APP1 || isTurned) continue
    const turned = orientationOf(bytes.subarray(dataAt, reader.at))
    if (turned) parts.add(turned)
    isTurned = turned !== null
  }
  if (!hasSize || !hasScan) throw new ImageError('The image has no pixels')
  parts.add(bytesOf(0xff, EOI))
  return parts.end()
}

function requireFrame(data: Uint8Array): void {
  const frame = new ByteReader(data)
  frame.skip(1)
  const height = frame.u16()
  requireSize(frame.u16(), height)
}

function nextMarker(reader: ByteReader): number {
  if (reader.u8() !== 0xff) throw new ImageError('A segment of the image is damaged')
  let marker = reader.u8()
  // Any number of these bytes may fill the space before a marker.
  while (marker === 0xff) marker = reader.u8()
  return marker
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function isKept(marker: number): boolean {
  return marker !== COM && (marker < APP0 || marker > APP15 || KEPT_APPS.has(marker))
}

/**
 * Skips the compressed pixels up to the next marker that is not a restart. A byte 0xFF of the pixels is followed by a
 * zero.
 */
function skipScan(reader: ByteReader): void {
  const { bytes } = reader
  for (let at = reader.at; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)) continue
    reader.at = at
    return
  }
  throw new ImageError('The image is incomplete')
}

/** A segment of Exif with only the orientation of the image; null without an orientation. */
function orientationOf(data: Uint8Array): Uint8Array | null {
  try {
    const orientation = readOrientation(data)
    if (orientation < ORIENTATIONS.least || orientation > ORIENTATIONS.most) return null
    const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    const tiff = bytesOf('MM', 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0)
    return bytesOf(0xff, APP1, 0, 2 + 6 + tiff.length, 'Exif', 0, 0, ...tiff)
  } catch (error) {
    if (error instanceof ImageError) return null
    throw error
  }
}

function readOrientation(data: Uint8Array): number {
  const reader = new ByteReader(data)
  if (reader.text(6) !== 'Exif\0\0') return 0
  const tiff = new ByteReader(data.subarray(6))
  const isLittle = tiff.text(2) === 'II'
  tiff.skip(2)
  tiff.at = tiff.u32(isLittle)
  for (let entries = tiff.u16(isLittle); entries > 0; entries -= 1) {
    const tag = tiff.u16(isLittle)
    tiff.skip(6)
    const value = tiff.u16(isLittle)
    tiff.skip(2)
    if (tag === 0x0112) return value
  }
  return 0
}
