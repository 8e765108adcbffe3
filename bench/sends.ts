/**
 * Transactional mail under load and with failures, each on a project of its own: the rate at which requests are
 * accepted and mails arrive, and the mails that are lost or come twice. `AMBIGUOUS_SEND_POLICY` decides the outcome
 * of a message whose answer is lost while no events are set up. The crowd is requests of a thousand recipients by one
 * project, while another sends single mails.
 *
 *   npm run bench:sends -- --alone 100 --load 10000 --crowd 20 --throttled 1000 --dropped 1000 --killed 5000
 */
import { parseArgs } from 'node:util'
import { mapConcurrent } from '../runtime/concurrency/map-concurrent.js'
import { Email } from '../models/email.js'
import { NORMAL, type BehaviourKnobs } from '../embedded/provider/behaviour.js'
import { bringUpForBench, commandCount, cpuMs, peakMemoryMb } from './bench-stack.js'
import { call, quantile, timed, until } from './calls.js'

const { values } = parseArgs({
  options: {
    alone: { type: 'string', default: '100' },
    load: { type: 'string', default: '10000' },
    crowd: { type: 'string', default: '20' },
    throttled: { type: 'string', default: '1000' },
    dropped: { type: 'string', default: '1000' },
    killed: { type: 'string', default: '5000' },
  },
})
const CONCURRENCY = 50
const KILLS = 5
const CROWD_RECIPIENTS = 1_000

const bench = await bringUpForBench()
const { stack } = bench
try {
  // The round without events comes first: for ten minutes after any event, a missing event proves that a message
  // was not sent.
  if (Number(values.dropped) > 0) await dropped(Number(values.dropped), false)
  if (Number(values.dropped) > 0) await dropped(Number(values.dropped), true)
  if (Number(values.alone) > 0) await alone(Number(values.alone))
  if (Number(values.load) > 0) await load(Number(values.load))
  if (Number(values.crowd) > 0) await crowd(Number(values.crowd))
  if (Number(values.throttled) > 0) await throttled(Number(values.throttled))
  if (Number(values.killed) > 0) await killed(Number(values.killed))
} finally {
  await bench.end()
}

/** Mails one after the other, each sent when the one before has arrived. */
async function alone(size: number): Promise<void> {
  await behave({})
  const { secretKey } = await bench.makeProject('Alone')
  const commands = await commandCount()
  const times = await singles(secretKey, { subject: 'Alone', stop: (sent) => sent === size })
  await until(async () => (await Email.countDocuments({ subject: 'Alone', status: 'DELIVERED' })) === size)
  console.log(`alone: ${size} to the inbox, p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}`)
  console.log(
    `alone: ${(((await commandCount()) - commands) / size).toFixed(1)} database commands a mail, with this watching`,
  )
}

/** Single mails of one project while another sends to a crowd. */
async function crowd(requests: number): Promise<void> {
  await behave({})
  const [{ secretKey }, other] = [await bench.makeProject('Crowd'), await bench.makeProject('Single')]
  const idle = await singles(other.secretKey, { subject: 'Before the crowd', stop: (sent) => sent === 20 })
  let isOver = false
  const during = singles(other.secretKey, { subject: 'Beside the crowd', stop: () => isOver })
  const from = performance.now()
  const mail = { subject: 'Crowd', body: '<p>Hi</p>', from: 'hello@example.com' }
  const numbers = Array.from({ length: requests }, (_, n) => n)
  await mapConcurrent(numbers, requests, async (n) => {
    const to = Array.from({ length: CROWD_RECIPIENTS }, (_, m) => `c${n}-${m}@example.com`)
    await call('POST', `${stack.info.gateway}/v1/send`, secretKey, { ...mail, to })
  })
  const isOpen = { subject: 'Crowd', status: { $in: ['PENDING' as const, 'SENDING' as const] } }
  await until(async () => (await Email.exists(isOpen)) === null)
  const seconds = (performance.now() - from) / 1_000
  isOver = true
  const beside = await during
  console.log(`crowd: ${requests * CROWD_RECIPIENTS} mails in ${seconds.toFixed(1)} s`)
  console.log(`crowd: a single mail of another project to the inbox, idle p50 ${ms(idle, 0.5)}, max ${ms(idle, 1)};`)
  console.log(
    `crowd: beside it p50 ${ms(beside, 0.5)}, p99 ${ms(beside, 0.99)}, max ${ms(beside, 1)} (${beside.length})`,
  )
}

/** Sends one mail after the other until `stop`; answers with the time from each request until it was accepted by the provider. */
async function singles(
  key: string,
  { subject, stop }: { subject: string; stop: (sent: number) => boolean },
): Promise<number[]> {
  const times: number[] = []
  while (!stop(times.length)) {
    const mail = { subject, body: '<p>Hi</p>', from: 'hello@example.com', to: `s${times.length}@example.com` }
    const from = performance.now()
    const { data } = await call<{ data: { emails: { email: string }[] } }>(
      'POST',
      `${stack.info.gateway}/v1/send`,
      key,
      mail,
    )
    const _id = data.emails[0]?.email ?? ''
    const isSent = { _id, status: { $nin: ['PENDING' as const, 'SENDING' as const] } }
    await until(async () => (await Email.exists(isSent)) !== null, { intervalMs: 5 })
    times.push(performance.now() - from)
  }
  return times
}

function ms(times: readonly number[], share: number): string {
  return `${Math.round(quantile(times, share))} ms`
}

async function load(size: number): Promise<void> {
  await behave({})
  const before = cpuMs(stack.info.processes)
  const commands = await commandCount()
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
  console.log(`load: ${(((await commandCount()) - commands) / size).toFixed(1)} database commands a mail`)
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

async function behave(knobs: Partial<BehaviourKnobs>): Promise<void> {
  const body = JSON.stringify({ ...NORMAL, ...knobs })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${stack.info.inbox}/behaviour`, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
}
