import { readGif } from './gif.js'
import { ByteReader, bytesOf, type CleanImage, type ImageType } from './image.js'
import { readJpeg } from './jpeg.js'
import { readPng } from './png.js'
import { readWebp } from './webp.js'

const READERS: { type: ImageType; begins: Uint8Array; at8?: Uint8Array; read: (bytes: Uint8Array) => Uint8Array[] }[] =
  [
    { type: 'image/png', begins: bytesOf(0x89, 'PNG\r\n', 0x1a, '\n'), read: readPng },
    { type: 'image/jpeg', begins: bytesOf(0xff, 0xd8, 0xff), read: readJpeg },
    { type: 'image/gif', begins: bytesOf('GIF87a'), read: readGif },
    { type: 'image/gif', begins: bytesOf('GIF89a'), read: readGif },
    { type: 'image/webp', begins: bytesOf('RIFF'), at8: bytesOf('WEBP'), read: readWebp },
  ]

/**
 * Reads a file as an image by its content, whatever its name. The image is read to its end and written anew, so that it
 * hides nothing else. Null for a file that does not begin like an image. Throws ImageError for a file that begins like
 * an image and is not a valid one.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | null {
  const file = new ByteReader(bytes)
  const found = READERS.find(({ begins, at8 }) => file.holds(0, begins) && (at8 === undefined || file.holds(8, at8)))
  return found ? { type: found.type, parts: found.read(bytes) } : null
}
