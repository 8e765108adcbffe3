/**
 * Imports a large CSV file while the worker is killed with SIGKILL several times: every row must be imported once, and
 * the totals, the events of the contacts that change their subscription and the field counters must be exact.
 *
 *   npm run bench:import -- --rows 100000 --kills 3
 */
import { parseArgs } from 'node:util'
import { Contact } from '../models/contact.js'
import { Event } from '../models/event.js'
import { bringUpForBench, peakMemoryMb } from './bench-stack.js'
import { call, untilImported, uploadCsv } from './calls.js'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, kills: { type: 'string', default: '3' } },
})
const rows = Number(values.rows)
const kills = Number(values.kills)
// So many contacts exist unsubscribed before: the import subscribes each of them, which emits one event.
const KNOWN = 200

const bench = await bringUpForBench()
const { stack } = bench
try {
  const project = await bench.makeProject('Import')
  const key = project.secretKey
  const { gateway } = stack.info
  for (let n = 0; n < KNOWN; n += 1) {
    await call('POST', `${gateway}/contacts`, key, { email: address(n * Math.floor(rows / KNOWN)), subscribed: false })
  }
  const lines = Array.from({ length: rows }, (_, n) => `${address(n)},yes,${n}`)
  console.log(`peak memory before: worker ${peakMemoryMb(stack.info.processes.worker)} MB`)
  const from = performance.now()
  const jobId = await uploadCsv(gateway, key, ['email,subscribed,n', ...lines].join('\n'))
  console.log(`accepted after ${Math.round(performance.now() - from)} ms`)
  let killed = 0
  let peakMb = 0
  const job = await untilImported(gateway, key, jobId, async ({ progress }) => {
    if (stack.info.processes.worker !== null) peakMb = Math.max(peakMb, peakMemoryMb(stack.info.processes.worker))
    if (killed >= kills || progress < ((killed + 0.5) * 100) / kills) return
    await stack.kill('worker')
    killed += 1
    console.log(`kill ${killed} at ${progress} %`)
  })
  const seconds = (performance.now() - from) / 1_000
  console.log(`done after ${seconds.toFixed(1)} s with ${killed} kills: ${JSON.stringify(job.result)}`)
  expectEqual('rows', job.result.total, rows)
  expectEqual('created', job.result.created, rows - KNOWN)
  expectEqual('updated', job.result.updated, KNOWN)
  expectEqual('failed', job.result.failed, 0)
  const { id: projectId } = project
  expectEqual('contacts', await Contact.countDocuments({ projectId }), rows)
  expectEqual('flips', await Event.countDocuments({ projectId, name: 'contact.subscribed' }), KNOWN)
  const list = await call<{ total: number }>('GET', `${gateway}/contacts?subscribed=true`, key)
  expectEqual('subscribed by the counters', list.total, rows)
  const { fields } = await call<{ fields: { field: string; coverage: number }[] }>(
    'GET',
    `${gateway}/contacts/fields`,
    key,
  )
  expectEqual('coverage of data.n', fields.find(({ field }) => field === 'data.n')?.coverage, 1)
  console.log(`peak memory: worker ${peakMb} MB, gateway ${peakMemoryMb(stack.info.processes.gateway)} MB`)
} finally {
  await bench.end()
}

function address(n: number): string {
  return `c${n}@example.com`
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  console.log(`${what}: ${String(actual)}${actual === expected ? '' : `, but expected ${String(expected)}`}`)
  if (actual !== expected) process.exitCode = 1
}
