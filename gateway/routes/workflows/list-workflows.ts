import { listWorkflows } from '../../../commands/automation/workflows/list-workflows.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentOffsetPage } from '../../presenters/offset-page.js'
import { presentWorkflowSummary } from '../../presenters/workflow.js'
import { offsetList } from '../../schemas/pagination.js'
import { WorkflowListItem, WorkflowListQuery } from '../../schemas/workflow.js'

export const listWorkflowsRoute = defineEndpoint({
  operationId: 'listWorkflows',
  method: 'get',
  path: '/workflows',
  access: 'project',
  summary: 'List workflows',
  example: { query: { page: 1, pageSize: 20, status: 'active', sort: 'name', dir: 'asc' } },
  request: { query: WorkflowListQuery },
  response: offsetList(WorkflowListItem),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { status, ...rest } = query
    const enabled = query.enabled ?? (status && status === 'active')
    const { workflows, total } = await listWorkflows({ ...rest, enabled, projectId })
    return presentOffsetPage(workflows.map(presentWorkflowSummary), total, query)
  },
})
