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
      .meta({ description: 'In seconds. If omitted, the step waits without a time limit.' }),
    filter: conditionField('wait')
      .nullish()
      .meta({ description: 'The step waits for an event whose data meets this condition.' }),
  })
  .transform(({ filter, ...rest }) => (filter ? { ...rest, filter } : rest))
  .meta({
    description:
      'Waits for an event of the contact. The step also sees events stored since the execution last waited: since ' +
      'the event that started it (or the request, or the schedule), since the end of the last DELAY, or since the ' +
      'event or timeout that ended the last WAIT_FOR_EVENT. Each event ends at most one wait of an execution. The ' +
      'timeout starts with the step. The event data is added to the context of the execution. The context can hold ' +
      'at most 256 KB as JSON; a larger event fails the step with `context_too_large`.',
    override: { examples: [EXAMPLE] },
  })
