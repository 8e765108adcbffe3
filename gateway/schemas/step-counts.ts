import { z } from 'zod'
import { COUNTED_DAYS } from '../../models/step-count.js'
import { DateTime } from './date.js'
import { EXAMPLE_IDS } from './ids.js'

const USUAL_DAYS = 30

/** The query of GET /workflows/:id/step-counts. */
export const StepCountsQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(COUNTED_DAYS)
    .default(USUAL_DAYS)
    .meta({ description: 'Number of days (UTC) to count, including today.' }),
})

const count = z.int().meta({ examples: [12] })

/** The counters of the steps of a workflow. */
export const StepCountsResponse = z
  .object({
    since: DateTime.meta({ description: 'Start of the first day.' }),
    steps: z.array(
      z
        .object({
          stepId: z.string().meta({ examples: [EXAMPLE_IDS.step] }),
          waiting: count.meta({ description: 'Executions currently at the step.' }),
          entered: count,
          completed: count,
          failed: count,
          skipped: count,
        })
        .meta({ id: 'CountedStep' }),
    ),
  })
  .meta({ id: 'StepCounts' })

/** How many active executions are at each step. */
export const StepExecutionCounts = z
  .record(z.string(), z.int())
  .meta({ id: 'StepExecutionCounts', examples: [{ [EXAMPLE_IDS.step]: 12 }] })
