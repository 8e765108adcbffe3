import { recountCampaigns } from '../../commands/sending/campaigns/recount-campaigns.js'
import { Audit } from '../audit.js'
import { draftCampaign, sendCampaign, untilSent, untilSentTo } from '../load/campaigns.js'
import { rowOf } from '../measuring/meter.js'
import { definePart } from '../part.js'
import { campaignProgress } from '../stored-shapes.js'

// `Send` and `Delivery`.
const NOTIFICATIONS_A_MAIL = 2

/**
 * The provider's notifications by themselves: a campaign is sent while the gateway is stopped, and then all
 * notifications arrive at once.
 */
export const notifications = definePart({
  name: 'notifications',
  title: "the provider's notifications alone: a campaign's, all at once",
  runs: 'all',
  options: { recipients: { normal: 10_000, quick: 1_000, meaning: 'recipients of the campaign' } },
  async run({ sizes, freshStack, say }) {
    const stack = await freshStack()
    const draft = await draftCampaign(stack, 'Notifications', sizes.recipients)
    const freeze = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
      const { gateway } = stack.stack.info.processes
      if (gateway !== null) process.kill(gateway, signal)
    }
    await sendCampaign(stack, draft)
    await untilSentTo(stack, draft, 1)
    freeze('SIGSTOP')
    try {
      await untilSentTo(stack, draft, sizes.recipients)
    } catch (error) {
      freeze('SIGCONT')
      throw error
    }
    const { deliveredCount } = await campaignProgress(stack.database, draft.id)
    const units = (sizes.recipients - deliveredCount) * NOTIFICATIONS_A_MAIL
    const { costs } = await stack.meter.measure(async () => {
      freeze('SIGCONT')
      await untilSent(stack, draft, { isDelivered: true })
    })
    const audit = new Audit(say)
    let drifted = 0
    for await (const { differences } of recountCampaigns(draft.project.id)) drifted += differences.length
    audit.equal('counters of the campaign that differ', drifted, 0)
    audit.finish()
    return { rows: { load: rowOf({ label: 'a notification', units, costs, doneSeconds: costs.seconds }) } }
  },
})
