/**
 * Workflows at rest, in a burst with crashes, and asleep: the time from a tracked event to its mail, the executions a
 * second that get through send, delay, condition, send and exit while the worker and Temporal are each killed once,
 * and the cost of sleeping executions.
 *
 *   npm run bench:executions -- --rest 200 --burst 2000 --kills 1 --asleep 10000
 */
import { parseArgs } from 'node:util'
import { mapConcurrent } from '../runtime/concurrency/map-concurrent.js'
import { Execution } from '../models/execution.js'
import { Outbox } from '../models/outbox-entry.js'
import { bringUpForBench, cpuMs, memoryMb, peakMemoryMb } from './bench-stack.js'
import { quantile, until } from './calls.js'
import { makeReference, MAILS } from './reference-workflow.js'

const { values } = parseArgs({
  options: {
    rest: { type: 'string', default: '200' },
    burst: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '1' },
    asleep: { type: 'string', default: '10000' },
  },
})
const CONCURRENCY = 50

const bench = await bringUpForBench()
const { stack } = bench
try {
  if (Number(values.rest) > 0) await atRest(Number(values.rest))
  if (Number(values.burst) > 0) await burst(Number(values.burst))
  if (Number(values.asleep) > 0) await asleep(Number(values.asleep))
} finally {
  await bench.end()
}

/** Tracks one event after the other, each after the mail of the one before. */
async function atRest(size: number): Promise<void> {
  const { track } = await makeReference(bench, 'At rest', { amount: 1, unit: 'days' })
  const delays: number[] = []
  for (let n = 0; n < size; n += 1) {
    const address = `rest${n}@example.com`
    const trackedAt = Date.now()
    await track(address)
    const [mail] = await arrivals({ to: address }, 1)
    delays.push(Date.parse(mail?.receivedAt ?? '') - trackedAt)
  }
  console.log(`at rest: event to first mail, p50 ${quantile(delays, 0.5)} ms, p95 ${quantile(delays, 0.95)} ms`)
}

async function burst(size: number): Promise<void> {
  const { project, workflowId, track } = await makeReference(bench, 'Burst', { amount: 0.05, unit: 'minutes' })
  const before = cpuMs(stack.info.processes)
  const from = performance.now()
  const all = trackAll(size, 'burst', track)
  if (Number(values.kills) > 0) {
    await ended(project.id, workflowId, size / 4)
    await stack.kill('worker')
    await ended(project.id, workflowId, size / 2)
    await stack.kill('temporal')
  }
  await all
  await ended(project.id, workflowId, size)
  const seconds = (performance.now() - from) / 1_000
  const states = await Execution.aggregate<{ _id: string; count: number }>([
    { $match: { projectId: project.id, workflowId } },
    { $group: { _id: '$status', count: { $sum: 1 } } },
  ])
  const told = states.map(({ _id, count }) => `${count} ${_id}`).join(', ')
  console.log(`burst: ${size} executions in ${seconds.toFixed(1)} s, ${(size / seconds).toFixed(1)}/s: ${told}`)
  for (const subject of MAILS) {
    const recipients = (await arrivals({ subject: `Burst: ${subject}` }, size)).flatMap(({ to }) => to)
    const different = new Set(recipients).size
    console.log(`burst: "${subject}" lost ${size - different}, twice ${recipients.length - different}`)
  }
  const spent = Object.entries(cpuMs(stack.info.processes)).map(
    ([part, ms]) => `${part} ${((ms - (before[part] ?? 0)) / size).toFixed(1)}`,
  )
  console.log(`burst: processor time in ms an execution, of processes that were not killed: ${spent.join(', ')}`)
  console.log(`burst: ${await eventsOfOne(project.id, workflowId)} events in the history of an execution`)
}

async function asleep(size: number): Promise<void> {
  const { project, workflowId, track } = await makeReference(
    bench,
    'Asleep',
    { amount: 30, unit: 'days' },
    'delay first',
  )
  const memory = (): string =>
    (['worker', 'temporal', 'gateway'] as const)
      .map((part) => `${part} ${memoryMb(stack.info.processes[part])} MB`)
      .join(', ')
  console.log(`asleep: before ${memory()}`)
  await trackAll(size, 'asleep', track)
  await until(async () => {
    const waiting = await Execution.countDocuments({ projectId: project.id, workflowId, status: 'WAITING' })
    return waiting === size && !(await Outbox.exists({ projectId: project.id }))
  })
  console.log(
    `asleep: ${size} sleeping executions: ${memory()}; worker's peak ${peakMemoryMb(stack.info.processes.worker)} MB`,
  )
}

async function trackAll(size: number, prefix: string, track: (email: string) => Promise<unknown>): Promise<void> {
  const emails = Array.from({ length: size }, (_, n) => `${prefix}${n}@example.com`)
  await mapConcurrent(emails, CONCURRENCY, track)
}

async function ended(projectId: string, workflowId: string, count: number): Promise<void> {
  const isOver = { projectId, workflowId, status: { $in: ['EXITED', 'FAILED', 'CANCELLED'] as const } }
  await until(async () => (await Execution.countDocuments(isOver)) >= count)
}

interface Arrival {
  to: string[]
  receivedAt: string
}

/** Waits for that many messages in the inbox that match, and returns them. */
async function arrivals(query: Record<string, string>, count: number): Promise<Arrival[]> {
  const asked = new URLSearchParams({ ...query, limit: '10000' })
  let messages: Arrival[] = []
  await until(
    async () => {
      const response = await fetch(`${stack.info.inbox}/messages?${asked.toString()}`)
      ;({ messages } = (await response.json()) as { messages: Arrival[] })
      return messages.length >= count
    },
    { intervalMs: 20 },
  )
  return messages
}

/** The length of the history of one ended execution, from Temporal's web UI. */
async function eventsOfOne(projectId: string, workflowId: string): Promise<number> {
  const one = await Execution.findOne({ projectId, workflowId, status: 'EXITED' })
    .sort({ startedAt: -1 })
    .orFail()
    .lean()
  const path = `/api/v1/namespaces/default/workflows/${encodeURIComponent(one.temporalWorkflowId)}`
  const response = await fetch(`${stack.info.temporalUi}${path}`)
  const { workflowExecutionInfo } = (await response.json()) as { workflowExecutionInfo: { historyLength: string } }
  return Number(workflowExecutionInfo.historyLength)
}
