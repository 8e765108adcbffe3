import type { AnyEndpoint } from '../../http/endpoint.js'
import { bulkWorkflowRoutes } from './bulk-workflows.js'
import { addStepRoute } from './add-step.js'
import { addTransitionRoute } from './add-transition.js'
import { createWorkflowRoute } from './create-workflow.js'
import { deleteStepRoute } from './delete-step.js'
import { deleteTransitionRoute } from './delete-transition.js'
import { deleteWorkflowRoute } from './delete-workflow.js'
import { duplicateWorkflowRoute } from './duplicate-workflow.js'
import { getStepCountsRoute } from './get-step-counts.js'
import { getStepExecutionCountsRoute } from './get-step-execution-counts.js'
import { getWorkflowRoute } from './get-workflow.js'
import { listWorkflowFieldsRoute } from './list-workflow-fields.js'
import { listWorkflowStartersRoute } from './list-workflow-starters.js'
import { listWorkflowsRoute } from './list-workflows.js'
import { listVersionsRoute } from './list-versions.js'
import { publishDefinitionRoute } from './publish-definition.js'
import { updateStepRoute } from './update-step.js'
import { updateWorkflowRoute } from './update-workflow.js'

export const workflowEndpoints: AnyEndpoint[] = [
  ...bulkWorkflowRoutes,
  listWorkflowsRoute,
  createWorkflowRoute,
  listWorkflowFieldsRoute,
  listWorkflowStartersRoute,
  getWorkflowRoute,
  updateWorkflowRoute,
  deleteWorkflowRoute,
  duplicateWorkflowRoute,
  publishDefinitionRoute,
  listVersionsRoute,
  getStepCountsRoute,
  getStepExecutionCountsRoute,
  addStepRoute,
  updateStepRoute,
  deleteStepRoute,
  addTransitionRoute,
  deleteTransitionRoute,
]
