import { ActivityFailure, proxyActivities, sleep } from '@temporalio/workflow'
import type { DeliveryActivities } from '../activities/delivery.js'
import type { DeliverEmailInput } from './contracts.js'
import { isTimedOut, reasonOf, throwWhenCancelled } from './failures.js'

const { deliverEmail: deliver } = proxyActivities<DeliveryActivities>({
  // The provider gets a day to accept a message; then the email is given up.
  scheduleToCloseTimeout: '24 hours',
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

const { giveUpEmail } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute' },
})

/** Delivers one email, with retries for up to 24 hours; ends when the email has an outcome. */
export async function deliverEmail(input: DeliverEmailInput): Promise<void> {
  try {
    await deliver(input)
  } catch (error) {
    throwWhenCancelled()
    if (!(error instanceof ActivityFailure) || !isTimedOut(error)) throw error
    // An email with an unknown outcome cannot be given up: the provider's event or the policy resolves it.
    const isResolved = await giveUpEmail({ ...input, reason: reasonOf(error) })
    if (!isResolved) {
      await sleep('1 minute', { summary: 'The provider may still have it' })
      await deliver(input)
    }
  }
}
