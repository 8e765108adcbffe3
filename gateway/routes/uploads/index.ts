import type { AnyEndpoint } from '../../http/endpoint.js'
import { deleteUploadRoute } from './delete-upload.js'
import { getUploadRoute } from './get-upload.js'
import { getUploadUsageRoute } from './get-upload-usage.js'
import { listUploadsRoute } from './list-uploads.js'
import { updateUploadRoute } from './update-upload.js'
import { uploadImageRoute } from './upload-image.js'

export const uploadEndpoints: AnyEndpoint[] = [
  listUploadsRoute,
  uploadImageRoute,
  getUploadRoute,
  getUploadUsageRoute,
  updateUploadRoute,
  deleteUploadRoute,
]
