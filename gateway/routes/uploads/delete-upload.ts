import { deleteImage } from '../../../commands/sending/uploads/delete-image.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { UploadParams } from '../../schemas/upload.js'

export const deleteUploadRoute = defineEndpoint({
  operationId: 'deleteUpload',
  method: 'delete',
  path: '/uploads/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete an uploaded image',
  description:
    'Answers 409 while a template, a campaign that is not over, or a workflow shows it (`details.templates`, ' +
    '`details.campaigns`, `details.workflows`), also in a version in which executions are active. ' +
    'After the answer its `url` answers 404, also in mails that were sent. Browsers, mail ' +
    'programs and caches that have loaded it before may show their copy for up to a year. Its bytes count no more; ' +
    'where an upload of it was interrupted, or ran beside another one, they count until a purge within two days.',
  request: { params: UploadParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId, services: { uploads } }) {
    await deleteImage(projectId, params.id, uploads)
  },
})
