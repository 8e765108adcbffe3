import { DELAY_MS, prepareReferences } from '../load/executions.js'
import { untilReached } from '../load/inbox.js'
import { closedLoop } from '../load/loops.js'
import { TemporalAlone } from '../load/temporal-alone.js'
import { rowOf, type Row } from '../measuring/meter.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { countEnded, historyLength } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 32
const WARM_UP = 20
const MAILS_EACH = 2

/** The reference execution, and what Temporal alone makes of its shape. */
export const execution = definePart({
  name: 'execution',
  title: 'send, delay, condition, send, exit: at rest, 32 events at a time, and the same shape in Temporal alone',
  runs: 'default',
  options: {
    rest: { normal: 30, quick: 5, meaning: 'events, each after the mail of the one before' },
    load: { normal: 300, quick: 60, meaning: 'executions whose events are tracked 32 at a time' },
    temporal: { normal: 300, quick: 60, meaning: 'executions without content in Temporal alone' },
  },
  async run({ sizes, sharedStack, say }) {
    const stack = await sharedStack()
    say('from an event to its mail, one after the other')
    const rest = await measureRest(stack, sizes.rest)
    say('executions 32 at a time')
    const { row: load, historyEvents } = await measureLoad(stack, sizes.load)
    say('Temporal alone')
    const temporal = await measureTemporal(stack, sizes.temporal)
    const ratio = (load.perSecond ?? 0) / (temporal.perSecond ?? Number.NaN)
    return { rows: { rest, load, temporal }, figures: { temporalAloneRatio: round(ratio, 3), historyEvents } }
  },
})

/** From the event to the first mail; the delay then outlasts the measurement. */
async function measureRest(stack: MeasuredStack, count: number): Promise<Row> {
  const { track, close } = await prepareReferences(stack, 'Rest', 1, { amount: 1, unit: 'days' })
  await stack.inbox.clear()
  const trackedAt = new Map<string, number>()
  const { result, costs } = await stack.meter.measure(() =>
    closedLoop(count, 1, async (n) => {
      const address = `rest${n}@example.com`
      trackedAt.set(address, Date.now())
      const ms = await track(address)
      await stack.inbox.untilCount(n + 1)
      return ms
    }),
  )
  close()
  const arrivedAt = await stack.inbox.arrivedAt()
  const toMailMs = [...trackedAt].map(([address, at]) => (arrivedAt.get(address) ?? Number.NaN) - at)
  return rowOf({
    label: 'event to first mail',
    units: count,
    costs,
    doneSeconds: null,
    answer: latencyOf(result.answersMs),
    inbox: latencyOf(toMailMs),
  })
}

async function measureLoad(stack: MeasuredStack, count: number): Promise<{ row: Row; historyEvents: number }> {
  const { database, inbox, meter } = stack
  const { project, workflowId, track, close } = await prepareReferences(stack, 'Load', CONCURRENCY)
  const run = async (prefix: string, events: number, before: number): Promise<{ answersMs: number[]; at: number }> => {
    const { answersMs } = await closedLoop(events, CONCURRENCY, (n) => track(`${prefix}${n}@example.com`))
    // Only the end of the last executions is looked up in the database: the inbox tells when it is near.
    await inbox.untilCount((before + events) * MAILS_EACH)
    const at = await untilReached('ended executions', before + events, () =>
      countEnded(database, project.id, workflowId),
    )
    return { answersMs, at }
  }
  await inbox.clear()
  await run('warm-up', WARM_UP, 0)
  const { result, costs } = await meter.measure(async () => {
    const from = performance.now()
    const { answersMs, at } = await run('load', count, WARM_UP)
    return { answersMs, doneSeconds: (at - from - DELAY_MS) / 1_000 }
  })
  close()
  const { answersMs, doneSeconds } = result
  const label = `${CONCURRENCY} events at a time`
  const row = rowOf({ label, units: count, costs, doneSeconds, answer: latencyOf(answersMs) })
  return { row, historyEvents: await historyLength(stack.stack.info.temporalUi, project.id, workflowId) }
}

async function measureTemporal({ stack, meter }: MeasuredStack, count: number): Promise<Row> {
  const alone = await TemporalAlone.start(stack.info.temporal, DELAY_MS)
  try {
    await alone.run(WARM_UP, CONCURRENCY)
    const work = () => alone.run(count, CONCURRENCY)
    const { result, costs } = await meter.measure(work, { emptyWorker: alone.workerPid })
    const doneSeconds = result - DELAY_MS / 1_000
    return rowOf({ label: 'Temporal alone, the same shape', units: count, costs, doneSeconds })
  } finally {
    await alone.end()
  }
}
