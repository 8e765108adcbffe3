import { updateWorkflow } from '../../../commands/automation/workflows/update-workflow.js'
import { userIdOf } from '../../http/access.js'
import { faultSettings } from '../../../commands/automation/workflows/find-workflow-faults.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { showCurrent } from '../../http/response/show-current.js'
import { presentWorkflow } from '../../presenters/workflow.js'
import { WorkflowParams, WorkflowPatch, WorkflowResponse } from '../../schemas/workflow.js'

export const updateWorkflowRoute = defineEndpoint({
  operationId: 'updateWorkflow',
  method: 'patch',
  path: '/workflows/:id',
  access: 'project',
  effect: 'keeps',
  actsWith: (body) => body.enabled === true,
  summary: 'Update a workflow',
  description:
    'Running executions keep their version of the workflow. Enabling a workflow checks the whole graph and returns ' +
    '422 with all errors. A `SCHEDULE` workflow starts for every contact of its segment at each time of ' +
    '`triggerConfig.cron`. An archived workflow cannot be enabled, nor an enabled one archived.',
  example: { body: { name: 'Onboarding', allowReentry: true } },
  request: { params: WorkflowParams, body: WorkflowPatch },
  response: WorkflowResponse,
  errors: ['WORKFLOW_NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT'],
  async handle({ params, body }, { projectId, caller, services }) {
    const settings = faultSettings(services.config)
    const { ifUpdatedAt, ...patch } = body
    const edit = { projectId, authorId: userIdOf(caller), workflowId: params.id, ifUpdatedAt }
    return presentWorkflow(await showCurrent(presentWorkflow, () => updateWorkflow(edit, patch, settings)))
  },
})
