import { deleteTemplate } from '../../../commands/sending/templates/delete-template.js'
import { archiveTemplate } from '../../../commands/sending/templates/archive-template.js'
import { bulkEndpoint } from '../bulk-endpoint.js'

const of = { resource: 'template' } as const

/** The bulk changes of templates. */
export const bulkTemplateRoutes = [
  bulkEndpoint({
    ...of,
    operation: 'archive',
    does: 'Archived templates go on to work wherever they are used.',
    change: ({ projectId, id }) => archiveTemplate({ projectId, templateId: id }, true),
  }),
  bulkEndpoint({
    ...of,
    operation: 'restore',
    does: 'Templates that are not archived stay unchanged.',
    change: ({ projectId, id }) => archiveTemplate({ projectId, templateId: id }, false),
  }),
  bulkEndpoint({
    ...of,
    operation: 'delete',
    does: 'Deletes each template like `DELETE /templates/{id}`, which refuses templates that a workflow sends.',
    change: ({ projectId, id }) => deleteTemplate({ projectId, templateId: id }),
  }),
]
