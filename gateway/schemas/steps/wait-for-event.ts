import { z } from 'zod'
import { AwaitedEventName } from '../event-name.js'
import { conditionField } from '../condition.js'

const MAX_TIMEOUT_SECONDS = 31_536_000
const EXAMPLE = {
  eventName: 'order placed',
  timeout: 86_400,
  filter: {
    logic: 'AND',
    groups: [{ filters: [{ field: 'event.data.total', operator: 'greaterThan', value: 100 }] }],
  },
}

/** The config of a WAIT_FOR_EVENT step. */
export const WaitConfig = z
  .object({
    eventName: AwaitedEventName.optional(),
    timeout: z
      .number()
      .min(1)
      .max(MAX_TIMEOUT_SECONDS)
      .optional()
      .meta({ description: 'In seconds; if omitted, the step waits until the event.' }),
    filter: conditionField('wait')
      .nullish()
      .meta({ description: 'The step waits for an event whose data meets this condition.' }),
  })
  .transform(({ filter, ...rest }) => (filter ? { ...rest, filter } : rest))
  .meta({
    description:
      'The step waits for an event of its contact, and sees every event that was stored since the execution last ' +
      'rested: after the event that started it (or the request, or the run of the schedule), after the end of the ' +
      'last DELAY, or after the event or the time-out that ended the last WAIT_FOR_EVENT, whatever steps came since. ' +
      'Each event ends at most one wait of an execution. The time-out begins with the step. The data of the event is ' +
      'added to the context of the execution. The context holds at most 256 KB as JSON: an event beyond it fails the ' +
      'step with `context_too_large`.',
    override: { examples: [EXAMPLE] },
  })
