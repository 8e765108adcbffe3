import { z } from 'zod'
import { AwaitedEventName } from '../awaited-event-name.js'
import { unsupported } from '../unsupported.js'

const MAX_TIMEOUT_SECONDS = 31_536_000

/** What a WAIT_FOR_EVENT step is configured with. */
export const WaitConfig = z.object({
  eventName: AwaitedEventName.optional(),
  timeout: z.number().min(1).max(MAX_TIMEOUT_SECONDS).optional(),
  filter: unsupported('A wait takes any event of its name'),
})
