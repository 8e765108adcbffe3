import { z } from 'zod'
import { WORKFLOW_STARTERS } from '../../../models/domain/workflow-starters/starters.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { WorkflowStarterResponse } from '../../schemas/workflow-starter.js'

export const listWorkflowStartersRoute = defineEndpoint({
  operationId: 'listWorkflowStarters',
  method: 'get',
  path: '/workflows/starters',
  access: 'project',
  summary: 'List the workflows to start from',
  description:
    'The same for every project. Create a workflow and its templates from one with `POST /workflows` and its `id` as `starter`.',
  response: z.array(WorkflowStarterResponse),
  errors: [],
  handle: async () =>
    WORKFLOW_STARTERS.map(({ id, name, description, eventName, allowReentry, steps }) => {
      return { id, name, description, eventName, allowReentry, steps: steps.map(({ type, name }) => ({ type, name })) }
    }),
})
