import { listConditionFields } from '../../../commands/workflows/list-condition-fields.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflowFields } from '../../presenters/workflow.js'
import { WorkflowFieldList, WorkflowFieldsQuery } from '../../schemas/workflow.js'

export const listWorkflowFields = defineEndpoint({
  operationId: 'listWorkflowFields',
  method: 'get',
  path: '/workflows/fields',
  access: 'project',
  summary: 'List the fields that a CONDITION can ask for',
  description:
    'The fields of every contact first, then the custom ones by name, then what the latest 100 events of `eventName` ' +
    'held, nested objects by their paths.',
  example: { query: { eventName: 'signed up' } },
  request: { query: WorkflowFieldsQuery },
  response: WorkflowFieldList,
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    return presentWorkflowFields(await listConditionFields(projectId, query.eventName))
  },
})
