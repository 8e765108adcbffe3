/**
 * Transactional mail under load and with failures, each on a project of its own: the rate at which requests are
 * accepted and mails arrive, and the mails that are lost or come twice. `AMBIGUOUS_SEND_POLICY` decides the outcome
 * of a message whose answer is lost while no events are set up.
 *
 *   npm run bench:sends -- --load 10000 --throttled 1000 --dropped 1000 --killed 5000
 */
import { parseArgs } from 'node:util'
import { mapConcurrent } from '../runtime/concurrency/map-concurrent.js'
import { Email } from '../models/email.js'
import { bringUpForBench, cpuMs, peakMemoryMb } from './bench-stack.js'
import { call, quantile, timed, until } from './calls.js'

const { values } = parseArgs({
  options: {
    load: { type: 'string', default: '10000' },
    throttled: { type: 'string', default: '1000' },
    dropped: { type: 'string', default: '1000' },
    killed: { type: 'string', default: '5000' },
  },
})
const CONCURRENCY = 50
const KILLS = 5
const NORMAL = { latencyMs: 0, errorRate: 0, throttlePerSecond: 0, dropResponseRate: 0, notify: true }

const bench = await bringUpForBench()
const { stack } = bench
try {
  // The round without events comes first: for ten minutes after any event, a missing event proves that a message
  // was not sent.
  if (Number(values.dropped) > 0) await dropped(Number(values.dropped), false)
  if (Number(values.dropped) > 0) await dropped(Number(values.dropped), true)
  if (Number(values.load) > 0) await load(Number(values.load))
  if (Number(values.throttled) > 0) await throttled(Number(values.throttled))
  if (Number(values.killed) > 0) await killed(Number(values.killed))
} finally {
  await bench.end()
}

async function load(size: number): Promise<void> {
  await behave({})
  const before = cpuMs(stack.info.processes)
  const round = await send(size, `Load of ${size}`)
  const { accepts, from, acceptedMs } = round
  const rate = Math.round(size / (acceptedMs / 1_000))
  const [p50, p99] = [quantile(accepts, 0.5), quantile(accepts, 0.99)].map((ms) => ms.toFixed(1))
  console.log(`load: ${size} accepted at ${rate}/s, p50 ${p50} ms, p99 ${p99} ms`)
  await report('load', round)
  const seconds = (performance.now() - from) / 1_000
  const { gateway, worker } = stack.info.processes
  const memory = `peak memory: gateway ${peakMemoryMb(gateway)} MB, worker ${peakMemoryMb(worker)} MB`
  console.log(`load: last mail in the inbox after ${seconds.toFixed(1)} s, ${Math.round(size / seconds)}/s; ${memory}`)
  const spent = Object.entries(cpuMs(stack.info.processes)).map(
    ([part, ms]) => `${part} ${((ms - (before[part] ?? 0)) / size).toFixed(2)}`,
  )
  console.log(`load: processor time in ms a mail: ${spent.join(', ')}`)
}

async function throttled(size: number): Promise<void> {
  await behave({ throttlePerSecond: 50, errorRate: 0.1 })
  await report('throttled to 50/s with 10 % errors', await send(size, `Throttled ${size}`))
}

async function dropped(size: number, notify: boolean): Promise<void> {
  await behave({ dropResponseRate: 0.05, notify })
  const round = await send(size, `Answers dropped, events ${notify ? 'on' : 'off'}`)
  await behave({ notify })
  await report(`5 % of answers dropped, events ${notify ? 'on' : 'off'}`, round)
}

async function killed(size: number): Promise<void> {
  await behave({})
  const sending = send(size, `Killed ${KILLS} times`)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await until(async () => (await arrived(`Killed ${KILLS} times`)).length >= (kill * size) / (KILLS + 2))
    await stack.kill('worker')
  }
  await report(`worker killed ${KILLS} times`, await sending)
}

interface Round {
  projectId: string
  subject: string
  size: number
  from: number
  acceptedMs: number
  accepts: number[]
}

async function send(size: number, subject: string): Promise<Round> {
  const project = await bench.makeProject(subject)
  const from = performance.now()
  const accepts: number[] = []
  const template = { subject, body: '<p>Hi {{ n }}</p>', from: 'hello@example.com' }
  const mails = Array.from({ length: size }, (_, n) => ({ ...template, to: `r${n}@example.com`, data: { n } }))
  await mapConcurrent(mails, CONCURRENCY, async (mail) => {
    accepts.push(await timed(() => call('POST', `${stack.info.gateway}/v1/send`, project.secretKey, mail)))
  })
  return { projectId: project.id, subject, size, from, acceptedMs: performance.now() - from, accepts }
}

/** Waits until every mail has an outcome, and prints how many arrived, are missing, came twice or failed. */
async function report(name: string, { projectId, subject, size, from }: Round): Promise<void> {
  const isOpen = () => Email.exists({ projectId, status: { $in: ['PENDING', 'SENDING'] } })
  await until(async () => (await isOpen()) === null)
  const recipients = await arrived(subject)
  const different = new Set(recipients).size
  const failed = await Email.countDocuments({ projectId, status: 'FAILED' })
  const seconds = ((performance.now() - from) / 1_000).toFixed(1)
  const twice = recipients.length - different
  console.log(
    `${name}: ${size} sent, lost ${size - different}, twice ${twice}, failed ${failed}, all complete after ${seconds} s`,
  )
}

async function arrived(subject: string): Promise<string[]> {
  const query = new URLSearchParams({ subject, limit: '10000' })
  const response = await fetch(`${stack.info.inbox}/messages?${query.toString()}`)
  const { messages } = (await response.json()) as { messages: { to: string[] }[] }
  return messages.flatMap(({ to }) => to)
}

async function behave(knobs: Partial<typeof NORMAL>): Promise<void> {
  const body = JSON.stringify({ ...NORMAL, ...knobs })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${stack.info.inbox}/behaviour`, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
}
