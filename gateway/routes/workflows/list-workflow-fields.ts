import { listConditionFields } from '../../../commands/automation/workflows/list-condition-fields.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflowFields } from '../../presenters/workflow.js'
import { WorkflowFieldList, WorkflowFieldsQuery } from '../../schemas/workflow.js'

export const listWorkflowFieldsRoute = defineEndpoint({
  operationId: 'listWorkflowFields',
  method: 'get',
  path: '/workflows/fields',
  access: 'project',
  summary: 'List the fields that a CONDITION can compare',
  description:
    'The standard fields first, then the custom fields by name, then the fields in the latest 100 events of ' +
    '`eventName`, with paths into nested objects.',
  example: { query: { eventName: 'signed up' } },
  request: { query: WorkflowFieldsQuery },
  response: WorkflowFieldList,
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    return presentWorkflowFields(await listConditionFields(projectId, query.eventName))
  },
})
