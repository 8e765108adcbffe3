import { contactTotals } from '../../../commands/audience/contacts/contact-totals.js'
import { countFields } from '../../../commands/audience/fields/count-fields.js'
import { findFieldUsage } from '../../../commands/lifecycle/erasure/find-field-usage.js'
import { readFieldName } from '../../../models/domain/field-names.js'
import { escapeKey } from '../../../models/domain/fields.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { FieldParams } from '../../schemas/field.js'
import { FieldUsage } from '../../schemas/usage.js'

export const getFieldUsageRoute = defineEndpoint({
  operationId: 'getFieldUsage',
  method: 'get',
  path: '/contacts/fields/:field/usage',
  access: 'project',
  summary: 'Get the usage of a field',
  description:
    'Returns the segments, campaigns and workflows with conditions on the field, the workflows that set it, and the ' +
    'number of contacts with a value.',
  request: { params: FieldParams },
  response: FieldUsage,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle({ params }, { projectId }) {
    const field = readFieldName(params.field)
    const usage = await findFieldUsage(projectId, field)
    if (!('key' in field))
      return { ...usage, contactCount: (await contactTotals(projectId)).contacts, isEstimate: false }
    const key = escapeKey(field.key)
    const { fields, isEstimate } = await countFields(projectId)
    return { ...usage, contactCount: fields.find((row) => row.key === key)?.count ?? 0, isEstimate }
  },
})
