import { until } from '../calls.js'
import { BareKoa } from '../load/bare-koa.js'
import { Mailer } from '../load/mails.js'
import { rowOf, type Row } from '../measuring/meter.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { isEmailOver } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 32
const WARM_UP = 200
const POLL_MS = 5

/** `POST /v1/send`, from the request to the inbox of the local SES. */
export const send = definePart({
  name: 'send',
  title: 'POST /v1/send to the inbox: alone, 32 at a time, with the worker stopped, beside bare Koa',
  runs: 'default',
  options: {
    alone: { normal: 100, quick: 20, meaning: 'mails, each after the one before has been delivered' },
    load: { normal: 4_000, quick: 400, meaning: 'mails, 32 requests at a time' },
    stopped: { normal: 1_000, quick: 200, meaning: 'mails that are accepted while the worker is stopped' },
    bare: { normal: 3_000, quick: 500, meaning: 'requests to bare Koa, before and after the load' },
  },
  async run({ sizes, sharedStack, say }) {
    const stack = await sharedStack()
    const mailer = new Mailer(stack, await stack.makeProject('Send'), CONCURRENCY)
    await stack.inbox.clear()
    await mailer.sendMany(WARM_UP, CONCURRENCY, 'warm-up')
    await mailer.untilComplete()
    const bare = await BareKoa.start(stack.stack.info.mongodb, CONCURRENCY)
    try {
      say('mails one after the other')
      const alone = await measureAlone(stack, mailer, sizes.alone)
      say('mails 32 at a time, and bare Koa before and after')
      await bare.measure(sizes.bare, (n) => `before${n}@example.com`)
      const { row: load, acceptedPerSecond } = await measureLoad(stack, mailer, sizes.load)
      await bare.measure(sizes.bare, (n) => `after${n}@example.com`)
      say('requests while the worker is stopped')
      const stoppedPerSecond = await measureStopped(stack, mailer, sizes.stopped)
      return {
        rows: { alone, load },
        figures: {
          acceptedPerSecond: round(acceptedPerSecond, 1),
          bareKoaPerSecond: round(bare.perSecond, 1),
          acceptingRatio: round(acceptedPerSecond / bare.perSecond, 3),
          workerStoppedPerSecond: round(stoppedPerSecond, 1),
          workerStoppedRatio: round(stoppedPerSecond / bare.perSecond, 3),
        },
      }
    } finally {
      mailer.requests.close()
      await bare.end()
    }
  },
})

async function measureAlone(stack: MeasuredStack, mailer: Mailer, count: number): Promise<Row> {
  const answersMs: number[] = []
  const { costs } = await stack.meter.measure(async () => {
    for (let n = 0; n < count; n += 1) {
      const { id, ms } = await mailer.send(`alone${n}@example.com`, 'alone')
      answersMs.push(ms)
      const isOver = () => isEmailOver(stack.database, id, mailer.project.id)
      await until(isOver, { intervalMs: POLL_MS })
    }
  })
  const [answer, inbox] = [latencyOf(answersMs), latencyOf(await mailer.toInboxMs('alone'))]
  return rowOf({ label: 'one after the other', units: count, costs, doneSeconds: null, answer, inbox })
}

async function measureLoad(
  stack: MeasuredStack,
  mailer: Mailer,
  count: number,
): Promise<{ row: Row; acceptedPerSecond: number }> {
  await stack.inbox.clear()
  const { result, costs } = await stack.meter.measure(async () => {
    const from = performance.now()
    const accepted = await mailer.sendMany(count, CONCURRENCY, 'load')
    const arrivedAt = await stack.inbox.untilCount(count)
    await mailer.untilComplete()
    return { accepted, doneSeconds: (arrivedAt - from) / 1_000 }
  })
  const { accepted, doneSeconds } = result
  const [answer, inbox] = [latencyOf(accepted.answersMs), latencyOf(await mailer.toInboxMs('load'))]
  const row = rowOf({ label: `${CONCURRENCY} at a time`, units: count, costs, doneSeconds, answer, inbox })
  return { row, acceptedPerSecond: count / accepted.seconds }
}

/** The rate at which requests are accepted while nothing is delivered; their mails are delivered afterwards. */
async function measureStopped({ stack, inbox }: MeasuredStack, mailer: Mailer, count: number): Promise<number> {
  await inbox.clear()
  await stack.suspend('worker')
  const { seconds } = await mailer.sendMany(count, CONCURRENCY, 'stopped')
  await stack.resume('worker')
  await inbox.untilCount(count)
  await mailer.untilComplete()
  return count / seconds
}
