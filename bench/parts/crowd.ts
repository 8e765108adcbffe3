import { closedLoop } from '../load/loops.js'
import { Mailer } from '../load/mails.js'
import { Requests } from '../load/requests.js'
import { stagesOf } from '../stored-shapes.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'

const CONCURRENCY = 50
const SENDS_A_SECOND = 5

/** Single mails of one project while another sends requests to many recipients each, all at once. */
export const crowd = definePart({
  name: 'crowd',
  title: "single mails beside another project's requests of many recipients, and on an idle system",
  runs: 'default',
  options: {
    'idle-seconds': { normal: 20, quick: 6, meaning: 'seconds of single mails on the idle system' },
    requests: { normal: 20, quick: 5, meaning: 'requests, all at once' },
    recipients: { normal: 1_000, quick: 200, meaning: 'recipients of each request' },
  },
  async run({ sizes, sharedStack, say }) {
    const stack = await sharedStack()
    const mailer = new Mailer(stack, await stack.makeProject('Single'), CONCURRENCY)
    const other = new Mailer(stack, await stack.makeProject('Crowd'), sizes.requests)
    const requests = new Requests(stack.stack.info.gateway, sizes.requests)
    await stack.inbox.clear()
    try {
      await mailer.sendMany(CONCURRENCY, 1, 'warm-up')
      say('single mails on the idle system')
      const idle = await mailer.sendPaced(SENDS_A_SECOND, 'idle', (seconds) => seconds >= sizes['idle-seconds'])
      say(`single mails beside ${sizes.requests} requests of ${sizes.recipients} recipients`)
      const total = sizes.requests * sizes.recipients
      const progress = { isOver: false }
      const sendCrowd = async (): Promise<number> => {
        const from = performance.now()
        const mail = { subject: 'Crowd', body: '<p>Hi</p>', from: 'hello@example.com' }
        await closedLoop(sizes.requests, sizes.requests, async (n) => {
          const to = Array.from({ length: sizes.recipients }, (_, m) => `c${n}-${m}@example.com`)
          return (await requests.post('/v1/send', other.project.secretKey, { ...mail, to })).ms
        })
        await other.untilComplete()
        return (performance.now() - from) / 1_000
      }
      const crowding = sendCrowd().finally(() => {
        progress.isOver = true
      })
      const [during, seconds] = await Promise.all([
        mailer.sendPaced(SENDS_A_SECOND, 'during', () => progress.isOver),
        crowding,
      ])
      const [before, after] = [latencyOf(idle.toInboxMs), latencyOf(during.toInboxMs)]
      const answers = latencyOf(during.answersMs)
      const stages = await stagesOf(mailer.project.id, 'during')
      const [toClaim, toSent] = [latencyOf(stages.toClaimMs), latencyOf(stages.toSentMs)]
      return {
        figures: {
          crowdPerSecond: round(total / seconds, 1),
          idleP50Ms: before.p50Ms,
          idleP99Ms: before.p99Ms,
          besideP50Ms: after.p50Ms,
          besideP99Ms: after.p99Ms,
          besideMaxMs: after.maxMs,
          besideAnswerP50Ms: answers.p50Ms,
          besideAnswerP99Ms: answers.p99Ms,
          besideToClaimP50Ms: toClaim.p50Ms,
          besideToClaimP99Ms: toClaim.p99Ms,
          besideToSentP50Ms: toSent.p50Ms,
          besideToSentP99Ms: toSent.p99Ms,
          p50Ratio: round(after.p50Ms / before.p50Ms, 2),
          p99Ratio: round(after.p99Ms / before.p99Ms, 2),
        },
      }
    } finally {
      requests.close()
      mailer.requests.close()
      other.requests.close()
    }
  },
})
