import { publishDefinition } from '../../../commands/automation/workflows/publish-definition.js'
import { userIdOf } from '../../http/access.js'
import { faultSettings } from '../../../commands/automation/workflows/find-workflow-faults.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { showCurrent } from '../../http/response/show-current.js'
import { presentWorkflow } from '../../presenters/workflow.js'
import { DefinitionQuery, PublishedDefinition, WorkflowDefinition } from '../../schemas/definition.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { readDefinition } from '../../schemas/read-definition.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const publishDefinitionRoute = defineEndpoint({
  operationId: 'publishDefinition',
  method: 'put',
  path: '/workflows/:id/definition',
  access: 'project',
  effect: 'keeps',
  summary: 'Publish a workflow definition',
  description:
    'Replaces all steps and transitions at once as a new version. You choose the ids of new ones; the type of a ' +
    'step cannot change. Changed positions alone do not create a version. Returns 409 with the published version in ' +
    '`details.version` if that is not `baseVersion`, and 422 with every error and its `stepId`. A disabled workflow ' +
    'can be incomplete; the response lists the problems in `faults`. With `dryRun=true`, nothing is stored.',
  example: {
    body: {
      baseVersion: 1,
      steps: [
        { id: EXAMPLE_IDS.nextStep, type: 'EXIT', name: 'End', config: {}, position: { x: 0, y: 300 } },
        { id: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d23', type: 'TRIGGER', name: 'Start' },
      ],
      transitions: [],
    },
    response: { isDryRun: false },
  },
  request: { params: WorkflowParams, query: DefinitionQuery, body: WorkflowDefinition },
  response: PublishedDefinition,
  errors: ['VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, body }, { projectId, caller, services }) {
    const { dryRun: isDryRun } = query
    const { ifUpdatedAt, ...sent } = body
    const definition = await readDefinition(sent, projectId)
    const edit = { projectId, workflowId: params.id, authorId: userIdOf(caller), ifUpdatedAt }
    const settings = faultSettings(services.config)
    const publish = () => publishDefinition(edit, definition, { isDryRun, settings })
    const { workflow, faults } = await showCurrent(presentWorkflow, publish)
    return {
      workflow: presentWorkflow(workflow),
      isDryRun,
      faults: faults.map(({ field, message, code, stepId }) => ({ field, message, code, stepId })),
    }
  },
})
