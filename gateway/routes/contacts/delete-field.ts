import { deleteField } from '../../../commands/lifecycle/erasure/delete-field.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CustomFieldParams, FieldDeleted } from '../../schemas/field.js'

export const deleteFieldRoute = defineEndpoint({
  operationId: 'deleteField',
  method: 'delete',
  path: '/contacts/fields/:field',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a custom field',
  description:
    'Removes the field from every contact. Conditions on the field match no contact until a contact gets the field ' +
    'again; its type is then inferred anew. With very many contacts, the removal continues after the response. A ' +
    'contact that changes in the meantime may keep the field, which then counts as a new value.',
  request: { params: CustomFieldParams },
  response: FieldDeleted,
  quota: 'jobs',
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
  async handle({ params }, { projectId }) {
    return deleteField(projectId, params.field)
  },
})
