import { z } from 'zod'
import { STEP_TYPES } from '../../models/domain/workflow-graph.js'
import { WORKFLOW_STARTER_IDS } from '../../models/domain/workflow-starters/starters.js'
import { StarterLanguage } from './starter.js'

/** The id of a starter of workflows. */
export const WorkflowStarterId = z.enum(WORKFLOW_STARTER_IDS).meta({ examples: ['welcome'] })

/** A workflow to start from. */
export const WorkflowStarterResponse = z
  .object({
    id: WorkflowStarterId,
    language: StarterLanguage,
    name: z.string().meta({ examples: ['Welcome'] }),
    description: z.string().meta({ examples: ['A welcome after someone signs up, and tips three days later'] }),
    eventName: z.string().meta({ examples: ['signed up'] }),
    allowReentry: z.boolean(),
    steps: z
      .array(
        z
          .object({ type: z.enum(STEP_TYPES), name: z.string().meta({ examples: ['Wait 3 days'] }) })
          .meta({ title: 'StarterStep' }),
      )
      .meta({ description: 'From top to bottom, without the trigger.' }),
  })
  .meta({ id: 'WorkflowStarter' })
