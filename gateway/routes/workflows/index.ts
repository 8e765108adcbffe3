import type { AnyEndpoint } from '../../http/endpoint.js'
import { addStep } from './add-step.js'
import { addTransition } from './add-transition.js'
import { createWorkflow } from './create-workflow.js'
import { getWorkflow } from './get-workflow.js'
import { listWorkflows } from './list-workflows.js'
import { updateWorkflow } from './update-workflow.js'

export const workflowEndpoints: AnyEndpoint[] = [
  listWorkflows,
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  addStep,
  addTransition,
]
