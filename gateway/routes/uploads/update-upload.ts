import { describeImage } from '../../../commands/sending/uploads/describe-image.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentUpload } from '../../presenters/upload.js'
import { UploadParams, UploadPatch, UploadResponse } from '../../schemas/upload.js'

export const updateUploadRoute = defineEndpoint({
  operationId: 'updateUpload',
  method: 'patch',
  path: '/uploads/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Describe an uploaded image',
  description:
    'Sets the alt text that the image library shows and searches. Emails and designs that show the image already keep ' +
    'theirs.',
  example: { body: { alt: 'A bowl of soup' } },
  request: { params: UploadParams, body: UploadPatch },
  response: UploadResponse,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  async handle({ params, body }, { projectId, services: { config } }) {
    const image = await describeImage({ projectId, uploadId: params.id }, body.alt || null)
    return presentUpload(image, config.GATEWAY_URL)
  },
})
