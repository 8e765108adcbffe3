import { countFields } from '../../../commands/audience/fields/count-fields.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentFields } from '../../presenters/field.js'
import { FieldList } from '../../schemas/field.js'

export const listFieldsRoute = defineEndpoint({
  operationId: 'listFields',
  method: 'get',
  path: '/contacts/fields',
  access: 'project',
  summary: 'List contact fields',
  description:
    'Standard fields first, then custom fields by name, with the type of the first value in the project. A custom ' +
    'field that no contact uses is listed until you delete it. `coverage` is exact up to 10,000 contacts, and an ' +
    'estimate above.',
  response: FieldList,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { projectId }) {
    return presentFields(await countFields(projectId))
  },
})
