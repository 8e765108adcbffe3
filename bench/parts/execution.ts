import { until } from '../calls.js'
import { DELAY_MS, prepareReferences } from '../load/executions.js'
import { untilReached } from '../load/inbox.js'
import { closedLoop } from '../load/loops.js'
import { TemporalAlone } from '../load/temporal-alone.js'
import { rowOf, type Row } from '../measuring/meter.js'
import { latencyOf, round, type Latency } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { MAILS } from '../reference-workflow.js'
import { countEnded, countWaiting, hasOutboxEntry, historyLength } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 32
const TEMPORAL_WARM_UP = 20
const MAILS_EACH = 2

/** The reference execution, and its shape in Temporal alone. */
export const execution = definePart({
  name: 'execution',
  title:
    'send, delay, condition, send, exit: at rest, 32 at a time, started by requests, and its shape in Temporal alone',
  runs: 'default',
  options: {
    rest: { normal: 30, quick: 5, meaning: 'events, each after the mail of the one before' },
    load: { normal: 300, quick: 60, meaning: 'executions whose events are tracked 32 at a time' },
    'warm-up': { normal: 300, quick: 20, meaning: 'executions before them, which the measurement leaves out' },
    requested: { normal: 300, quick: 60, meaning: 'executions that are started by requests, 32 at a time' },
    temporal: { normal: 300, quick: 60, meaning: 'executions without content in Temporal alone' },
  },
  async run({ sizes, sharedStack, say }) {
    const stack = await sharedStack()
    say('from an event to its mail, one after the other')
    const rest = await measureRest(stack, sizes.rest)
    say('executions 32 at a time')
    const { row: load, historyEvents } = await measureLoad(stack, sizes.load, sizes['warm-up'])
    say('starts by requests, 32 at a time')
    const requested = await measureRequested(stack, sizes.requested)
    say('Temporal alone')
    const temporal = await measureTemporal(stack, sizes.temporal)
    const ratio = (load.perSecond ?? 0) / (temporal.perSecond ?? Number.NaN)
    return {
      rows: { rest, load, requested, temporal },
      figures: { temporalAloneRatio: round(ratio, 3), historyEvents },
    }
  },
})

/** Events that are tracked one for each address, and how long their first mails took. */
class TrackedEvents {
  readonly #send: (address: string) => Promise<number>
  readonly #trackedAt = new Map<string, number>()

  constructor(send: (address: string) => Promise<number>) {
    this.#send = send
  }

  track(address: string): Promise<number> {
    this.#trackedAt.set(address, Date.now())
    return this.#send(address)
  }

  async toFirstMail({ inbox }: MeasuredStack): Promise<Latency> {
    const arrivedAt = await inbox.arrivedAt({ subject: MAILS[0] })
    return latencyOf([...this.#trackedAt].map(([address, at]) => (arrivedAt.get(address) ?? Number.NaN) - at))
  }
}

/** From the event to the first mail; the delay then is longer than the measurement. */
async function measureRest(stack: MeasuredStack, count: number): Promise<Row> {
  const { track, close } = await prepareReferences(stack, 'Rest', 1, { amount: 1, unit: 'days' })
  await stack.inbox.clear()
  const tracked = new TrackedEvents(track)
  const { result, costs } = await stack.meter.measure(() =>
    closedLoop(count, 1, async (n) => {
      const ms = await tracked.track(`rest${n}@example.com`)
      await stack.inbox.untilCount(n + 1)
      return ms
    }),
  )
  close()
  return rowOf({
    label: 'event to first mail',
    units: count,
    costs,
    doneSeconds: null,
    answer: latencyOf(result.answersMs),
    inbox: await tracked.toFirstMail(stack),
  })
}

/** Executions whose events come 32 at a time, after others that have warmed the processes up. */
async function measureLoad(
  stack: MeasuredStack,
  count: number,
  warmUp: number,
): Promise<{ row: Row; historyEvents: number }> {
  const { database, inbox, meter } = stack
  const { project, workflowId, track, close } = await prepareReferences(stack, 'Load', CONCURRENCY)
  const tracked = new TrackedEvents(track)
  const run = async (
    send: (n: number) => Promise<number>,
    events: number,
    before: number,
  ): Promise<{ answersMs: number[]; at: number }> => {
    const { answersMs } = await closedLoop(events, CONCURRENCY, send)
    // Only the end of the last executions is looked up in the database: the inbox tells when it is near.
    await inbox.untilCount((before + events) * MAILS_EACH)
    const at = await untilReached('ended executions', before + events, () =>
      countEnded(database, project.id, workflowId),
    )
    return { answersMs, at }
  }
  await inbox.clear()
  await run((n) => track(`warm-up${n}@example.com`), warmUp, 0)
  const { result, costs } = await meter.measure(async () => {
    const from = performance.now()
    const { answersMs, at } = await run((n) => tracked.track(`load${n}@example.com`), count, warmUp)
    return { answersMs, doneSeconds: (at - from - DELAY_MS) / 1_000 }
  })
  close()
  const { answersMs, doneSeconds } = result
  const label = `${CONCURRENCY} events at a time`
  const row = rowOf({
    label,
    units: count,
    costs,
    doneSeconds,
    answer: latencyOf(answersMs),
    inbox: await tracked.toFirstMail(stack),
  })
  return { row, historyEvents: await historyLength(stack.stack.info.temporalUi, project.id, workflowId) }
}

/** From the request to the sleep in the delay, which is longer than the measurement. */
async function measureRequested(stack: MeasuredStack, count: number): Promise<Row> {
  const long = { amount: 1, unit: 'days' }
  const references = await prepareReferences(stack, 'Requested', CONCURRENCY, long, 'delay first')
  const { project, workflowId, createContact, request, close } = references
  const contactIds: string[] = []
  await closedLoop(count, CONCURRENCY, async (n) => contactIds.push(await createContact(`requested${n}@example.com`)))
  const { result, costs } = await stack.meter.measure(async () => {
    const { answersMs, seconds } = await closedLoop(count, CONCURRENCY, (n) => request(contactIds[n] ?? ''))
    await until(async () => !(await hasOutboxEntry(stack.database, project.id)))
    await untilReached('sleeping executions', count, () => countWaiting(stack.database, project.id, workflowId))
    return { answersMs, seconds }
  })
  close()
  const { answersMs, seconds } = result
  return rowOf({ label: 'starts by requests', units: count, costs, doneSeconds: seconds, answer: latencyOf(answersMs) })
}

async function measureTemporal({ stack, meter }: MeasuredStack, count: number): Promise<Row> {
  const alone = await TemporalAlone.start(stack.info.temporal, DELAY_MS)
  try {
    await alone.run(TEMPORAL_WARM_UP, CONCURRENCY)
    const work = () => alone.run(count, CONCURRENCY)
    const { result, costs } = await meter.measure(work, { emptyWorker: alone.workerPid })
    const doneSeconds = result - DELAY_MS / 1_000
    return rowOf({ label: 'Temporal alone, the same shape', units: count, costs, doneSeconds })
  } finally {
    await alone.end()
  }
}
