import { timed } from '../calls.js'
import { draftCampaign, sendCampaign, untilSent, untilSentTo } from '../load/campaigns.js'
import { Mailer } from '../load/mails.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 50
const SENDS_A_SECOND = 5

/** Single mails, and a campaign to ten, of other projects while a large campaign is sent. */
export const beside = definePart({
  name: 'beside',
  title: "single mails, and a campaign to ten, beside another project's campaign, and on an idle system",
  runs: 'default',
  options: {
    'idle-seconds': { normal: 20, quick: 6, meaning: 'seconds of single mails on the idle system' },
    recipients: { normal: 10_000, quick: 3_000, meaning: 'recipients of the campaign' },
  },
  async run({ sizes, sharedStack, say }) {
    const stack = await sharedStack()
    const mailer = new Mailer(stack, await stack.makeProject('Beside'), CONCURRENCY)
    const draft = await draftCampaign(stack, 'Campaign', sizes.recipients)
    await stack.inbox.clear()
    try {
      await mailer.sendMany(CONCURRENCY, 1, 'warm-up')
      say('single mails on the idle system')
      const idle = await mailer.sendPaced(SENDS_A_SECOND, 'idle', (seconds) => seconds >= sizes['idle-seconds'])
      const tenIdleMs = await sendToTen(stack)
      say('single mails beside a campaign')
      const campaign = { isSent: false }
      const sendAll = async (): Promise<number> => {
        await sendCampaign(stack, draft)
        await untilSentTo(stack, draft, sizes.recipients / 4)
        const tenMs = await sendToTen(stack)
        await untilSent(stack, draft, { isDelivered: false })
        return tenMs
      }
      const sending = sendAll().finally(() => {
        campaign.isSent = true
      })
      const [during, tenBesideMs] = await Promise.all([
        mailer.sendPaced(SENDS_A_SECOND, 'during', () => campaign.isSent),
        sending,
      ])
      await untilSent(stack, draft, { isDelivered: true })
      const [before, after] = [latencyOf(idle.toInboxMs), latencyOf(during.toInboxMs)]
      return {
        figures: {
          mails: after.count,
          idleP50Ms: before.p50Ms,
          idleP99Ms: before.p99Ms,
          besideP50Ms: after.p50Ms,
          besideP99Ms: after.p99Ms,
          p50Ratio: round(after.p50Ms / before.p50Ms, 2),
          p99Ratio: round(after.p99Ms / before.p99Ms, 2),
          tenIdleMs: round(tenIdleMs, 0),
          tenBesideMs: round(tenBesideMs, 0),
        },
      }
    } finally {
      mailer.requests.close()
    }
  },
})

/** The ms from the call that sends a campaign to ten contacts until it is sent. */
async function sendToTen(stack: MeasuredStack): Promise<number> {
  const draft = await draftCampaign(stack, 'Ten', 10)
  return timed(async () => {
    await sendCampaign(stack, draft)
    await untilSent(stack, draft, { isDelivered: false })
  })
}
