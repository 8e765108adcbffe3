import { ActivityFailure, proxyActivities, sleep } from '@temporalio/workflow'
import type { DeliveryActivities } from '../activities/delivery.js'
import type { DeliverEmailInput } from './contracts.js'
import { isTimedOut, reasonOf } from './failures.js'

const { deliverEmail: deliver } = proxyActivities<DeliveryActivities>({
  // The provider gets a day to take a message; after that it is given up.
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

const { giveUpEmail } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/** Delivers one email, trying again as the provider answers for up to 24 hours; ends when it is settled. */
export async function deliverEmail(input: DeliverEmailInput): Promise<void> {
  try {
    await deliver(input)
  } catch (error) {
    if (!(error instanceof ActivityFailure) || !isTimedOut(error)) throw error
    // A message in the provider's hands cannot be given up: its own event, or policy, settles it.
    const isResolved = await giveUpEmail({ ...input, reason: reasonOf(error) })
    if (!isResolved) {
      await sleep('1 minute', { summary: 'The provider may still have it' })
      await deliver(input)
    }
  }
}
