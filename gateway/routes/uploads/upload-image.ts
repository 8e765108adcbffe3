import { storeImage } from '../../../commands/sending/uploads/store-image.js'
import { defineEndpoint, FileUpload } from '../../http/endpoint.js'
import { presentUpload } from '../../presenters/upload.js'
import { MAX_IMAGE_BYTES } from '../../schemas/limits.js'
import { UploadResponse } from '../../schemas/upload.js'

export const uploadImageRoute = defineEndpoint({
  operationId: 'uploadImage',
  method: 'post',
  path: '/uploads/image',
  access: 'project',
  effect: 'keeps',
  summary: 'Upload an image',
  description:
    'Accepts PNG, JPEG, GIF and WebP, detected by content. Metadata, such as the location of a photo, is removed. ' +
    'The image is public at `url`. Uploading the same image again returns the same `url` and counts once.',
  example: {
    body: 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;',
  },
  request: { body: new FileUpload(MAX_IMAGE_BYTES, 'An image of at most 10 MB.') },
  response: UploadResponse,
  status: 201,
  quota: 'uploads',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body }, { projectId, services: { config, uploads } }) {
    return presentUpload(await storeImage(projectId, body.content, uploads), config.GATEWAY_URL)
  },
})
