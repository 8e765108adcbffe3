import type { AnyEndpoint } from '../../http/endpoint.js'
import { getUpload } from './get-upload.js'
import { uploadImage } from './upload-image.js'

export const uploadEndpoints: AnyEndpoint[] = [uploadImage, getUpload]
