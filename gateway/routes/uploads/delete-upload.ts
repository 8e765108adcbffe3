import { deleteImage } from '../../../commands/uploads/delete-image.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { UploadParams } from '../../schemas/upload.js'

export const deleteUploadRoute = defineEndpoint({
  operationId: 'deleteUpload',
  method: 'delete',
  path: '/uploads/:id',
  access: 'project',
  summary: 'Delete an uploaded image',
  description:
    'After the answer its `url` answers 404, also in sent mails and in templates that show it. Browsers, mail ' +
    'programs and caches that have loaded it before may show their copy for up to a year. Its bytes count no more; ' +
    'where an upload of it was interrupted, or ran beside another one, they count until a purge within two days.',
  request: { params: UploadParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId, services: { uploads } }) {
    await deleteImage(projectId, params.id, uploads)
  },
})
