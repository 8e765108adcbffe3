import { rowOf, type Row } from '../measuring/meter.js'
import type { MeasuredStack } from '../stack-pool.js'
import { draftCampaign, sendCampaign, untilSent } from './campaigns.js'

/**
 * Sends one campaign and measures it by recipient: the rate from the call until the last message is submitted, and the
 * costs including the provider's notifications, if the provider publishes any.
 */
export async function measureCampaign(
  stack: MeasuredStack,
  of: { name: string; size: number; label: string; isDelivered: boolean },
): Promise<Row> {
  const { name, size, label, isDelivered } = of
  const draft = await draftCampaign(stack, name, size)
  const { result, costs } = await stack.meter.measure(async () => {
    const fromMs = Date.now()
    await sendCampaign(stack, draft)
    const { sentAt } = await untilSent(stack, draft, { isDelivered })
    return ((sentAt?.getTime() ?? Number.NaN) - fromMs) / 1_000
  })
  return rowOf({ label, units: size, costs, doneSeconds: result })
}
