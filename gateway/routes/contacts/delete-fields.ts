import { deleteFields } from '../../../commands/lifecycle/erasure/delete-field.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { FieldPatternQuery, FieldsDeleted } from '../../schemas/field.js'

export const deleteFieldsRoute = defineEndpoint({
  operationId: 'deleteFields',
  method: 'delete',
  path: '/contacts/fields',
  access: 'project',
  effect: 'keeps',
  quota: 'jobs',
  summary: 'Delete the custom fields that match a pattern',
  description:
    'Use it to remove unwanted fields, such as those that others created with the public key. Fields that a ' +
    'segment, a campaign or a workflow uses are kept and listed in `used`; `DELETE /contacts/fields/{field}` ' +
    'deletes them anyway. Templates are not searched. With very many contacts the removal continues after the ' +
    'answer.',
  example: { query: { pattern: 'junk*', dryRun: 'true' }, response: { dryRun: true, count: 0, fields: [], used: [] } },
  request: { query: FieldPatternQuery },
  response: FieldsDeleted,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle({ query: { pattern, dryRun } }, { projectId }) {
    const { fields, used } = await deleteFields(projectId, pattern, { isDryRun: dryRun })
    return { dryRun, count: fields.length, fields, used }
  },
})
