import type { z } from 'zod'
import { IMAGE_TYPES, type ImageType } from '../../models/domain/images/image.js'
import type { UploadRecord } from '../../models/upload.js'
import type { UploadResponse } from '../schemas/upload.js'

/** An uploaded image as the API shows it; `gatewayUrl` is the address at which recipients reach the gateway. */
export function presentUpload(upload: UploadRecord, gatewayUrl: string): z.input<typeof UploadResponse> {
  const { _id: id, size, alt = null, createdAt } = upload
  const contentType = upload.contentType as ImageType
  const url = `${gatewayUrl}/uploads/${id}.${IMAGE_TYPES[contentType]}`
  return { id, url, contentType, size, alt, createdAt: createdAt.toISOString() }
}
