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
    'Returns 409 while a template, an unfinished campaign or a workflow uses it (`details.templates`, ' +
    '`details.campaigns`, `details.workflows`), including workflow versions with active executions. After the ' +
    'response, its `url` returns 404, also in sent emails. Browsers, mail programs and caches may show their copy ' +
    'for up to a year. Its bytes no longer count; if an upload of it was interrupted or ran in parallel, they count ' +
    'until a purge within two days.',
  request: { params: UploadParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId, services: { uploads } }) {
    await deleteImage(projectId, params.id, uploads)
  },
})
