import { z } from 'zod'
import { listImages } from '../../../commands/sending/uploads/find-images.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentUpload } from '../../presenters/upload.js'
import { UploadListQuery, UploadResponse } from '../../schemas/upload.js'

export const listUploadsRoute = defineEndpoint({
  operationId: 'listUploads',
  method: 'get',
  path: '/uploads',
  access: 'project',
  summary: 'List the uploaded images, newest first',
  description: 'A list of fewer than `limit` is the last; the next one begins `before` the last `id` of this one.',
  request: { query: UploadListQuery },
  response: z.array(UploadResponse).meta({ id: 'UploadList' }),
  envelope: 'success',
  errors: [],
  async handle({ query }, { projectId, services: { config } }) {
    const images = await listImages(projectId, query)
    return images.map((image) => presentUpload(image, config.GATEWAY_URL))
  },
})
