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

/** What a WAIT_FOR_EVENT step is configured with. */
export const WaitConfig = z
  .object({
    eventName: AwaitedEventName.optional(),
    timeout: z
      .number()
      .min(1)
      .max(MAX_TIMEOUT_SECONDS)
      .optional()
      .meta({ description: 'In seconds; without one the wait lasts until the event.' }),
    filter: conditionField('wait')
      .nullish()
      .meta({ description: 'The wait lasts until an event whose data meets it.' }),
  })
  .transform(({ filter, ...rest }) => (filter ? { ...rest, filter } : rest))
  .meta({
    description:
      'The step waits for an event of its contact. The data of the event joins the context of the execution.',
    override: { examples: [EXAMPLE] },
  })
