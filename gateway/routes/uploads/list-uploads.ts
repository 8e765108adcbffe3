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
  summary: 'List uploaded images, newest first',
  description:
    'With `search`, only those whose alt text contains it. For the next page, set `before` to the last `id`. A page with fewer than `limit` images is the last.',
  request: { query: UploadListQuery },
  response: z.array(UploadResponse).meta({ id: 'UploadList' }),
  envelope: 'success',
  errors: [],
  async handle({ query }, { projectId, services: { config } }) {
    const images = await listImages(projectId, query)
    return images.map((image) => presentUpload(image, config.GATEWAY_URL))
  },
})
