/**
 * Three gateways and three workers under a mixed load of sends, events with executions and a campaign, while one of each
 * is killed and another of each is stopped as by a deploy. Then an audit: what was acknowledged, and what became of it.
 *
 *   npm run bench:hosts -- --sends 600 --events 200 --recipients 5000
 */
import { parseArgs } from 'node:util'
import { recountCampaigns } from '../commands/campaigns/recount-campaigns.js'
import { Campaign } from '../models/campaign.js'
import { Email } from '../models/email.js'
import { Execution } from '../models/execution.js'
import { mapConcurrent } from '../runtime/concurrency/map-concurrent.js'
import type { AddedHost } from '../embedded/stack.js'
import { bringUpForBench } from './bench-stack.js'
import { call, until, untilImported, uploadCsv } from './calls.js'
import { insist } from './insist.js'
import { makeReference, MAILS } from './reference-workflow.js'

const { values } = parseArgs({
  options: {
    sends: { type: 'string', default: '600' },
    events: { type: 'string', default: '200' },
    recipients: { type: 'string', default: '5000' },
  },
})
const sends = Number(values.sends)
const events = Number(values.events)
const recipients = Number(values.recipients)
const CONCURRENCY = 8
const SENDER = 'hello@example.com'

const bench = await bringUpForBench()
const { stack } = bench
const hosts: Record<'gateway' | 'worker', AddedHost[]> = { gateway: [], worker: [] }
try {
  for (const part of ['gateway', 'worker'] as const)
    for (const number of [2, 3]) hosts[part].push(await stack.addHost({ part, name: `${part}-${number}` }))
  console.log('three gateways and three workers are ready')
  await run()
} finally {
  await bench.end()
}

async function run(): Promise<void> {
  const mails = await bench.makeProject('Mails')
  const campaigns = await bench.makeProject('Campaign')
  const reference = await makeReference(bench, 'Journey', { amount: 0.05, unit: 'minutes' })
  const campaignId = await prepareCampaign(campaigns.secretKey)
  const origins = [stack.info.gateway, ...hosts.gateway.map(({ origin }) => origin)]

  const toSend = Array.from({ length: sends }, (_, n) => `mail${n}@example.com`)
  const toTrack = Array.from({ length: events }, (_, n) => `journey${n}@example.com`)
  let done = 0
  const load = Promise.all([
    call('POST', `${stack.info.gateway}/campaigns/${campaignId}/send`, campaigns.secretKey, {}),
    mapConcurrent(toSend.entries(), CONCURRENCY, async ([n, to]) => {
      const body = { to, from: SENDER, subject: 'Mail', body: '<p>Hello</p>' }
      await insist({ origins, first: n, path: '/v1/send', key: mails.secretKey, body })
      done += 1
    }),
    mapConcurrent(toTrack.entries(), CONCURRENCY, async ([n, email]) => {
      const body = { email, event: 'signed up' }
      await insist({ origins, first: n, path: '/v1/track', key: reference.project.publicKey, body })
      done += 1
    }),
  ])
  const after = (share: number): Promise<void> =>
    until(async () => done >= share * (sends + events), { intervalMs: 20 })
  await after(0.25)
  for (const part of ['gateway', 'worker'] as const) await end(part, hosts[part][0], 0)
  await after(0.5)
  for (const part of ['gateway', 'worker'] as const) await end(part, hosts[part][1])
  await load
  console.log('every request is acknowledged')

  const { id: projectId } = reference.project
  const ended = { projectId, status: { $in: ['EXITED', 'FAILED', 'CANCELLED'] as const } }
  await until(async () => (await Execution.countDocuments(ended)) >= events)
  await until(async () => (await Campaign.exists({ _id: campaignId, status: 'SENT' })) !== null)
  await until(async () => (await Email.exists({ status: { $in: ['PENDING', 'SENDING', 'SENT'] } })) === null)

  await audit('mails', 'Mail', toSend)
  for (const subject of MAILS) await audit(`executions, "${subject}"`, `Journey: ${subject}`, toTrack)
  const audience = Array.from({ length: recipients }, (_, n) => `reader${n}@example.com`)
  await audit('campaign', 'News', audience)
  const statuses = await Email.aggregate<{ _id: string; count: number }>([
    { $group: { _id: '$status', count: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ])
  console.log(`emails by status: ${statuses.map(({ _id, count }) => `${count} ${_id}`).join(', ')}`)
  expectEqual(
    'executions that ended otherwise',
    await Execution.countDocuments({ projectId, status: { $ne: 'EXITED' } }),
    0,
  )
  let drifted = 0
  for await (const { differences } of recountCampaigns(campaigns.id)) drifted += differences.length
  expectEqual('counters of the campaign that differ', drifted, 0)
}

async function prepareCampaign(key: string): Promise<string> {
  const rows = Array.from({ length: recipients }, (_, n) => `reader${n}@example.com`)
  const { gateway } = stack.info
  await untilImported(gateway, key, await uploadCsv(gateway, key, ['email', ...rows].join('\n')))
  const campaign = { name: 'News', subject: 'News', body: '<p>News</p>', from: SENDER, audienceType: 'ALL' }
  const { data } = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, key, campaign)
  return data.id
}

/** Ends a host for good: by SIGTERM, or by SIGKILL without a time for its end. */
async function end(part: string, host: AddedHost | undefined, graceMs?: number): Promise<void> {
  const how = await host?.process.stop(graceMs)
  console.log(`a ${part} was ${graceMs === 0 ? 'killed' : 'stopped as by a deploy'} and ended (${how})`)
}

async function audit(what: string, subject: string, addresses: string[]): Promise<void> {
  const search = new URLSearchParams({ subject, limit: '100000' })
  const response = await fetch(`${stack.info.inbox}/messages?${search.toString()}`)
  const { messages } = (await response.json()) as { messages: { to: string[]; subject: string }[] }
  const arrived = messages.filter((message) => message.subject === subject).flatMap(({ to }) => to)
  const different = new Set(arrived)
  const lost = addresses.filter((address) => !different.has(address))
  console.log(`${what}: ${addresses.length} acknowledged, ${arrived.length} mails`)
  expectEqual(`${what}, lost`, lost.length, 0)
  expectEqual(`${what}, twice`, arrived.length - different.size, 0)
}

function expectEqual(what: string, actual: number, expected: number): void {
  console.log(`${what}: ${actual}${actual === expected ? '' : `, but expected ${expected}`}`)
  if (actual !== expected) process.exitCode = 1
}
