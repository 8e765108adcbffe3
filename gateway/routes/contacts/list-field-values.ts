import { listFieldValues } from '../../../commands/audience/fields/list-field-values.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { FieldParams, FieldValues, FieldValuesQuery } from '../../schemas/field.js'

export const listFieldValuesRoute = defineEndpoint({
  operationId: 'listFieldValues',
  method: 'get',
  path: '/contacts/fields/:field/values',
  access: 'project',
  summary: 'List the values of a field',
  description:
    'Each distinct value: numbers first, then strings, then booleans. The elements of an array are listed ' +
    'separately. Objects and strings over 1,000 characters are excluded, because conditions cannot compare them. A ' +
    '`limit` above 200 is reduced to 200. With more than 10,000 contacts, only the newest and others drawn at random ' +
    'are read, 10,000 together (`isEstimate`).',
  request: { params: FieldParams, query: FieldValuesQuery },
  response: FieldValues,
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
  async handle({ params: { field }, query: { limit } }, { projectId }) {
    const { values, isEstimate } = await listFieldValues(projectId, field, limit)
    return { field, values, count: values.length, limit, isEstimate }
  },
})
