import { createHash } from 'node:crypto'
import { cleanImage } from '../../../models/domain/images/clean-image.js'
import { ImageError, type ImageType } from '../../../models/domain/images/image.js'
import { threadTask } from '../../../runtime/threads/thread-task.js'

/** An image as it is stored: its bytes after cleaning, and their SHA-256 in hex. */
export interface ReadImage {
  type: ImageType
  content: Uint8Array
  sha256: string
}

/**
 * The answer for a file. An ImageError is answered as its message, because a thrown error loses its class on the way.
 */
export type ImageAnswer = ReadImage | { refusal: string }

export default threadTask((file: Uint8Array): ImageAnswer => {
  try {
    const image = cleanImage(file)
    if (!image) return { refusal: 'The file must be a PNG, JPEG, GIF or WebP image' }
    const content = Buffer.concat(image.parts)
    return { type: image.type, content, sha256: createHash('sha256').update(content).digest('hex') }
  } catch (error) {
    if (error instanceof ImageError) return { refusal: error.message }
    throw error
  }
})
