import { z } from 'zod'
import { querySwitch } from './query-boolean.js'
import { MAX_STEPS, STEP_TYPES } from '../../models/domain/workflow-graph.js'
import { EXAMPLE_IDS, Id } from './ids.js'
import { Branch, Config, Coordinates, Name, WorkflowPatch, WorkflowResponse } from './workflow.js'

// The 22 outcomes of the widest step, for every step.
const MAX_TRANSITIONS = MAX_STEPS * 22

const StepDefinition = z
  .object({
    id: Id.meta({ examples: [EXAMPLE_IDS.step] }),
    type: z.enum(STEP_TYPES),
    name: Name,
    config: Config.default({}).meta({ description: 'The shape depends on the type of the step, as in `StepInput`.' }),
    position: Coordinates.optional(),
    templateId: Id.nullable().default(null),
  })
  .meta({ id: 'StepDefinition' })

const TransitionDefinition = z
  .object({
    id: Id.meta({ examples: [EXAMPLE_IDS.transition] }),
    fromStepId: Id,
    toStepId: Id,
    branch: Branch.default(null),
    priority: z.int().default(0),
  })
  .meta({ id: 'TransitionDefinition' })

/** A whole workflow to publish; an omitted field besides the graph stays as it is. */
export const WorkflowDefinition = WorkflowPatch.omit({ enabled: true, archived: true })
  .extend({
    baseVersion: z.int().min(1).meta({ description: 'The version your changes are based on.' }),
    steps: z.array(StepDefinition).min(1).max(MAX_STEPS),
    transitions: z.array(TransitionDefinition).max(MAX_TRANSITIONS),
  })
  .meta({ id: 'WorkflowDefinition' })

/** The query of PUT /workflows/:id/definition. */
export const DefinitionQuery = z.object({
  dryRun: querySwitch('Whether to validate the definition without storing it.'),
})

/** A workflow after a publication, or as it would be. */
export const PublishedDefinition = z
  .object({
    workflow: WorkflowResponse,
    isDryRun: z.boolean(),
    faults: z
      .array(z.object({ field: z.string(), message: z.string(), code: z.string(), stepId: z.string().optional() }))
      .meta({ description: 'Problems that prevent enabling the workflow.', examples: [[]] }),
  })
  .meta({ id: 'PublishedDefinition' })
