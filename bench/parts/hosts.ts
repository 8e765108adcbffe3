import { recountCampaigns } from '../../commands/sending/campaigns/recount-campaigns.js'
import type { AddedHost } from '../../embedded/stack.js'
import { Campaign } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import { acrossProjects } from '../../models/owned-model.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { Audit } from '../audit.js'
import { call, until, untilImported, uploadCsv } from '../calls.js'
import { insist } from '../insist.js'
import { definePart, type PartContext } from '../part.js'
import { makeReference, MAILS } from '../reference-workflow.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 8
const SENDER = 'hello@example.com'

type Option = 'sends' | 'events' | 'recipients'

/**
 * Three gateways and three workers under a mixed load of sends, events with executions and a campaign, while one of
 * each is killed and another of each is stopped as by a deploy. An audit then compares the acknowledged requests with
 * their effects.
 */
export const hosts = definePart<Option>({
  name: 'hosts',
  title: 'three gateways and three workers, of which some are killed and stopped: mails lost and twice',
  runs: 'all',
  options: {
    sends: { normal: 600, quick: 100, meaning: 'single mails' },
    events: { normal: 200, quick: 30, meaning: 'events, each of which starts an execution' },
    recipients: { normal: 5_000, quick: 500, meaning: 'recipients of the campaign' },
  },
  async run(context) {
    const bench = await context.freshStack()
    const added: Hosts = { gateway: [], worker: [] }
    for (const part of ['gateway', 'worker'] as const)
      for (const number of [2, 3]) added[part].push(await bench.stack.addHost({ part, name: `${part}-${number}` }))
    context.say('three gateways and three workers are ready')
    const audit = new Audit(context.say)
    await runLoad(bench, added, context, audit)
    audit.finish()
    return {}
  },
})

type Hosts = Record<'gateway' | 'worker', AddedHost[]>

async function runLoad(bench: MeasuredStack, hosts: Hosts, context: PartContext<Option>, audit: Audit): Promise<void> {
  const { sends, events, recipients } = context.sizes
  const { stack } = bench
  const mails = await bench.makeProject('Mails')
  const campaigns = await bench.makeProject('Campaign')
  const reference = await makeReference(bench, 'Journey', { amount: 0.05, unit: 'minutes' })
  const campaignId = await prepareCampaign(stack.info.gateway, campaigns.secretKey, recipients)
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
  // A rejection is awaited below, after the faults.
  load.catch(() => undefined)
  const after = (share: number): Promise<void> =>
    until(async () => done >= share * (sends + events), { intervalMs: 20 })
  await after(0.25)
  for (const part of ['gateway', 'worker'] as const) context.say(await endHost(part, hosts[part][0], 0))
  await after(0.5)
  for (const part of ['gateway', 'worker'] as const) context.say(await endHost(part, hosts[part][1]))
  await load
  context.say('every request is acknowledged')
  await untilAllEnded({ projectId: reference.project.id, events, campaignId })

  await auditMails(bench, audit, 'mails', 'Mail', toSend)
  for (const subject of MAILS) {
    await auditMails(bench, audit, `executions, "${subject}"`, `Journey: ${subject}`, toTrack)
  }
  const audience = Array.from({ length: recipients }, (_, n) => `reader${n}@example.com`)
  await auditMails(bench, audit, 'campaign', 'News', audience)
  const otherwise = { projectId: reference.project.id, status: { $ne: 'EXITED' as const } }
  audit.equal('executions that ended otherwise', await Execution.countDocuments(otherwise), 0)
  let drifted = 0
  for await (const { differences } of recountCampaigns(campaigns.id)) drifted += differences.length
  audit.equal('counters of the campaign that differ', drifted, 0)
}

const ofAny = <const Filter extends object>(filter: Filter) => acrossProjects(filter, 'the load has two projects')

async function untilAllEnded(of: { projectId: string; events: number; campaignId: string }): Promise<void> {
  const ended = { projectId: of.projectId, status: { $in: ['EXITED', 'FAILED', 'CANCELLED'] as const } }
  await until(async () => (await Execution.countDocuments(ended)) >= of.events)
  await until(async () => (await Campaign.exists(ofAny({ _id: of.campaignId, status: 'SENT' }))) !== null)
  await until(async () => (await Email.exists(ofAny({ status: { $in: ['PENDING', 'SENDING', 'SENT'] } }))) === null)
}

async function prepareCampaign(gateway: string, key: string, recipients: number): Promise<string> {
  const rows = Array.from({ length: recipients }, (_, n) => `reader${n}@example.com`)
  await untilImported(gateway, key, await uploadCsv(gateway, key, ['email', ...rows].join('\n')))
  const campaign = { name: 'News', subject: 'News', body: '<p>News</p>', from: SENDER, audienceType: 'ALL' }
  const { data } = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, key, campaign)
  return data.id
}

/** Ends a host for good, by SIGTERM, or by SIGKILL without time to stop; returns how it ended. */
async function endHost(part: string, host: AddedHost | undefined, graceMs?: number): Promise<string> {
  const how = await host?.process.stop(graceMs)
  return `a ${part} was ${graceMs === 0 ? 'killed' : 'stopped as by a deploy'} and ended (${how})`
}

async function auditMails(
  { inbox }: MeasuredStack,
  audit: Audit,
  what: string,
  subject: string,
  addresses: string[],
): Promise<void> {
  const messages = await inbox.list({ subject })
  const arrived = messages.filter((message) => message.subject === subject).flatMap(({ to }) => to)
  const different = new Set(arrived)
  audit.equal(`${what}, lost`, addresses.filter((address) => !different.has(address)).length, 0)
  audit.equal(`${what}, twice`, arrived.length - different.size, 0)
}
