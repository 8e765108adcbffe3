import type { AnyEndpoint } from '../../http/endpoint.js'
import { deleteUpload } from './delete-upload.js'
import { getUpload } from './get-upload.js'
import { listUploads } from './list-uploads.js'
import { uploadImage } from './upload-image.js'

export const uploadEndpoints: AnyEndpoint[] = [listUploads, uploadImage, getUpload, deleteUpload]
