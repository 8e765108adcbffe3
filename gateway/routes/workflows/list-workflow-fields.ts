import { listConditionFields } from '../../../commands/automation/workflows/list-condition-fields.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentWorkflowFields } from '../../presenters/workflow.js'
import { WorkflowFieldList, WorkflowFieldsQuery } from '../../schemas/workflow.js'

export const listWorkflowFieldsRoute = defineEndpoint({
  operationId: 'listWorkflowFields',
  method: 'get',
  path: '/workflows/fields',
  access: 'project',
  summary: 'List fields for CONDITION steps',
  description:
    'Standard fields first, then custom fields by name, then the fields of the latest 100 events of `eventName`, ' +
    'with paths into nested objects.',
  example: { query: { eventName: 'signed up' } },
  request: { query: WorkflowFieldsQuery },
  response: WorkflowFieldList,
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    return presentWorkflowFields(await listConditionFields(projectId, query.eventName))
  },
})
