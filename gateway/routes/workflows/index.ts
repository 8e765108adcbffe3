import type { AnyEndpoint } from '../../http/endpoint.js'
import { addStep } from './add-step.js'
import { addTransition } from './add-transition.js'
import { createWorkflow } from './create-workflow.js'
import { deleteStep } from './delete-step.js'
import { deleteTransition } from './delete-transition.js'
import { deleteWorkflow } from './delete-workflow.js'
import { duplicateWorkflow } from './duplicate-workflow.js'
import { getWorkflow } from './get-workflow.js'
import { listWorkflowFields } from './list-workflow-fields.js'
import { listWorkflows } from './list-workflows.js'
import { updateStep } from './update-step.js'
import { updateWorkflow } from './update-workflow.js'

export const workflowEndpoints: AnyEndpoint[] = [
  listWorkflows,
  createWorkflow,
  listWorkflowFields,
  getWorkflow,
  updateWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  addStep,
  updateStep,
  deleteStep,
  addTransition,
  deleteTransition,
]
