import { countFields } from '../../../commands/audience/fields/count-fields.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentFields } from '../../presenters/field.js'
import { FieldList } from '../../schemas/field.js'

export const listFieldsRoute = defineEndpoint({
  operationId: 'listFields',
  method: 'get',
  path: '/contacts/fields',
  access: 'project',
  summary: 'List the fields of contacts',
  description:
    'The standard fields first, then the custom fields by name, with the type of the first value in the project. A ' +
    'custom field that no contact uses any more is listed until it is deleted. `coverage` is exact up to 10,000 contacts, ' +
    'and estimated from a part of more contacts.',
  response: FieldList,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { projectId }) {
    return presentFields(await countFields(projectId))
  },
})
