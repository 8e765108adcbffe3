/**
 * Campaigns under load and with crashes, each in a project of its own.
 *
 * - `--killed`: this many recipients, while every process of the stack is killed three times: the mails that are lost
 *   or come twice, and whether the counters are right.
 * - `--cancelled`: this many recipients, cancelled in the middle: the mails that come after the answer.
 * - `--sink`: this many recipients of a 5 KB body with two tracked links and a pixel, over SMTP into postfix's
 *   `smtp-sink` with ten connections: recipients a second, processor time and memory, and how long a
 *   `POST /v1/send` and another project's campaign of ten take beside it, compared with an idle system. `--paused`
 *   holds the campaign in the middle for this many seconds.
 *
 *   npm run bench:campaigns -- --killed 20000 --cancelled 20000 --sink 100000 --paused 60
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ContactCount } from '../models/contact-count.js'
import { Contact } from '../models/contact.js'
import { Campaign, type CampaignRecord } from '../models/campaign.js'
import { recountCampaigns } from '../commands/campaigns/recount-campaigns.js'
import type { CreatedProject } from '../commands/projects/create-project.js'
import { Email } from '../models/email.js'
import { newId } from '../runtime/ids.js'
import { bringUpForBench, cpuMs, peakMemoryMb, type BenchStack } from './bench-stack.js'
import { call, quantile, timed, until } from './calls.js'

const { values } = parseArgs({
  options: {
    killed: { type: 'string', default: '20000' },
    cancelled: { type: 'string', default: '20000' },
    sink: { type: 'string', default: '100000' },
    paused: { type: 'string', default: '60' },
  },
})
const KILLS = 3
const VICTIMS = ['worker', 'gateway', 'temporal', 'mongodb', 'provider'] as const
const NEWS_MS = 120_000
const SINK_PORT = 2_525
const BUCKETS = 10
const SENDS_A_SECOND = 2
const IDLE_MS = 40_000
const AFTERMATH_MS = 15_000
const PARAGRAPH = '<p>It is worth reading on, because what follows is said to everyone in just these words.</p>\n'
const BODY = `<body><h1>Hello {{ firstName ?? "there" }}</h1>
${PARAGRAPH.repeat(25)}<p><a href="https://shop.example/offers?a=1&amp;b=2">See the offers, {{ firstName }}</a></p>
${PARAGRAPH.repeat(25)}<p>Your plan is {{ plan }}. <a href="https://shop.example/account">Your account</a></p></body>`

if (Number(values.killed) > 0) await within({}, (bench) => killed(bench, Number(values.killed)))
if (Number(values.cancelled) > 0) await within({}, (bench) => cancelled(bench, Number(values.cancelled)))
if (Number(values.sink) > 0) {
  const sink = spawn('smtp-sink', ['-u', 'nobody', `127.0.0.1:${SINK_PORT}`, '1000'], { stdio: 'ignore' })
  const env = {
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${SINK_PORT}`,
    SMTP_TLS: 'none',
    SEND_RATE_PER_SECOND: '0',
  }
  try {
    await within(env, (bench) => intoSink(bench, Number(values.sink)))
  } finally {
    sink.kill()
  }
}

async function within(env: Record<string, string>, work: (bench: BenchStack) => Promise<void>): Promise<void> {
  const bench = await bringUpForBench(env)
  try {
    await work(bench)
  } finally {
    await bench.end()
  }
}

async function killed(bench: BenchStack, size: number): Promise<void> {
  const { stack } = bench
  const { id, project, from } = await begin(bench, 'Killed', size)
  const kills = Array.from({ length: KILLS * VICTIMS.length }, (_, n) => ({
    victim: VICTIMS[n % VICTIMS.length] ?? 'worker',
    at: Math.random() * size * 0.9,
  })).toSorted((a, b) => a.at - b.at)
  for (const { victim, at } of kills) {
    await until(async () => (await sentOf(id)) >= at)
    console.log(`killed: ${victim} at ${await sentOf(id)}`)
    await stack.kill(victim)
  }
  await until(async () => (await campaignOf(id)).status === 'SENT')
  const seconds = (performance.now() - from) / 1_000
  // The provider that was killed repeats its notifications with pauses.
  await until(async () => (await campaignOf(id)).deliveredCount === size, { timeoutMs: NEWS_MS }).catch(() => undefined)
  const counters = await countersOf(project.id, id)
  const recipients: string[] = []
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) recipients.push(...(await arrived(bench, `b${bucket}-`)))
  const different = new Set(recipients).size
  console.log(`killed: ${size} recipients in ${seconds.toFixed(1)} s, ${Math.round(size / seconds)}/s`)
  console.log(`killed: ${recipients.length} mails, lost ${size - different}, twice ${recipients.length - different}`)
  console.log(`killed: counters ${counters}`)
}

async function cancelled(bench: BenchStack, size: number): Promise<void> {
  const { id, project } = await begin(bench, 'Cancelled', size)
  await until(async () => (await sentOf(id)) >= size / 2)
  const took = await timed(() =>
    call('POST', `${bench.stack.info.gateway}/campaigns/${id}/cancel`, project.secretKey, {}),
  )
  const answered = new Date()
  const atAnswer = await countArrived(bench)
  await wait(AFTERMATH_MS)
  const afterwards = await countArrived(bench)
  const later = await Email.countDocuments({ projectId: project.id, campaignId: id, claimedAt: { $gt: answered } })
  console.log(
    `cancelled: of ${size}, answered after ${Math.round(took)} ms with ${atAnswer} mails out; ` +
      `${afterwards - atAnswer} that the provider had came after it, ${later} were claimed after it`,
  )
  console.log(`cancelled: counters ${await countersOf(project.id, id)}`)
}

async function intoSink(bench: BenchStack, size: number): Promise<void> {
  const { processes } = bench.stack.info
  const idle = await transactional(bench, async () => wait(IDLE_MS))
  const alone = await ofTen(bench)
  const draft = await drafted(bench, 'Into the sink', size)
  let from = 0
  let before = cpuMs(processes)
  // The measurement leaves out the creation of contacts and the pause of the campaign.
  const busy = await transactional(bench, async () => {
    before = cpuMs(processes)
    from = await sent(bench, draft)
    await until(async () => (await sentOf(draft.id)) >= size / 4)
    const beside = await ofTen(bench)
    console.log(`sink: another project's campaign of ten took ${beside} ms beside it, ${alone} ms on an idle system`)
    await until(async () => (await sentOf(draft.id)) >= size / 2)
  })
  console.log(`sink: /v1/send on an idle system: ${told(idle)}`)
  console.log(`sink: /v1/send beside it: ${told(busy)}`)
  await paused(bench, { id: draft.id, secretKey: draft.project.secretKey }, Number(values.paused))
  await until(async () => (await campaignOf(draft.id)).status === 'SENT')
  const seconds = (performance.now() - from) / 1_000
  const spent = Object.entries(cpuMs(processes)).map(
    ([part, ms]) => `${part} ${Math.round(((ms - (before[part] ?? 0)) * 1_000) / size)}`,
  )
  const campaign = await campaignOf(draft.id)
  const frozenMs = (campaign.sentAt?.getTime() ?? 0) - (campaign.frozenAt?.getTime() ?? 0)
  const rate = (of: number): string => `${Math.round(size / (of - campaign.pausedMs / 1_000))}/s`
  console.log(
    `sink: ${campaign.sentCount} of ${size} sent in ${(seconds - campaign.pausedMs / 1_000).toFixed(1)} s, ` +
      `${rate(seconds)}; after the audience was frozen ${rate(frozenMs / 1_000)}`,
  )
  console.log(`sink: processor time in µs a recipient: ${spent.join(', ')}`)
  console.log(
    `sink: peak memory: gateway ${peakMemoryMb(processes.gateway)} MB, worker ${peakMemoryMb(processes.worker)} MB`,
  )
}

/** The time that a campaign to ten contacts takes in a project of its own, from the call that sends it, in ms. */
async function ofTen(bench: BenchStack): Promise<number> {
  const { id, from } = await begin(bench, 'Ten', 10)
  await until(async () => (await campaignOf(id)).status === 'SENT')
  return Math.round(performance.now() - from)
}

async function paused(bench: BenchStack, campaign: { id: string; secretKey: string }, seconds: number): Promise<void> {
  if (seconds === 0) return
  const { id, secretKey } = campaign
  const act = (action: string) => call('POST', `${bench.stack.info.gateway}/campaigns/${id}/${action}`, secretKey, {})
  await act('pause')
  const answered = new Date()
  await wait(seconds * 1_000)
  const later = await Email.countDocuments({ campaignId: id, sentAt: { $gt: answered } })
  const claimed = await Email.countDocuments({ campaignId: id, claimedAt: { $gt: answered } })
  await act('resume')
  console.log(`sink: paused for ${seconds} s: ${later} in the provider's hands were noted after it, ${claimed} claimed`)
}

interface Drafted {
  id: string
  project: CreatedProject
}

/** Makes a campaign to so many contacts and sends it. */
async function begin(bench: BenchStack, name: string, size: number): Promise<Drafted & { from: number }> {
  const draft = await drafted(bench, name, size)
  return { ...draft, from: await sent(bench, draft) }
}

/** Sends a campaign; returns the time of the call by `performance.now()`. */
async function sent(bench: BenchStack, { id, project }: Drafted): Promise<number> {
  const from = performance.now()
  await call('POST', `${bench.stack.info.gateway}/campaigns/${id}/send`, project.secretKey, {})
  return from
}

async function drafted(bench: BenchStack, name: string, size: number): Promise<Drafted> {
  const project = await bench.makeProject(name)
  const CHUNK = 5_000
  for (let first = 0; first < size; first += CHUNK) {
    const contacts = Array.from({ length: Math.min(CHUNK, size - first) }, (_, n) => ({
      _id: newId(),
      projectId: project.id,
      email: `b${(first + n) % BUCKETS}-${first + n}@example.com`,
      subscribed: true,
      data: { firstName: `Name${first + n}`, plan: 'pro' },
      counted: { subscribed: true, keys: ['firstName', 'plan'] },
    }))
    await Contact.insertMany(contacts)
  }
  await ContactCount.create({ _id: project.id, contacts: size, subscribed: size })
  const { gateway } = bench.stack.info
  const draft = { name, subject: `${name}, {{ firstName }}`, body: BODY, from: 'news@example.com', audienceType: 'ALL' }
  const created = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, project.secretKey, draft)
  return { id: created.data.id, project }
}

interface Delays {
  accepts: number[]
  handOvers: number[]
}

/** The times that `POST /v1/send` takes during `work`: to its answer, and until its mail is handed over. */
async function transactional(bench: BenchStack, work: () => Promise<void>): Promise<Delays> {
  const project = await bench.makeProject('Transactional')
  const accepts: number[] = []
  const over = new AbortController()
  const mail = { subject: 'Now', body: '<p>Hi</p>', from: 'hello@example.com' }
  const send = (n: number) =>
    call('POST', `${bench.stack.info.gateway}/v1/send`, project.secretKey, { ...mail, to: `t${n % 50}@example.com` })
  const sends: Promise<void>[] = []
  const pacing = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      sends.push(timed(() => send(n)).then((ms) => void accepts.push(ms)))
      await wait(1_000 / SENDS_A_SECOND)
    }
  })()
  await work()
  over.abort()
  await pacing
  await Promise.all(sends)
  await until(async () => (await Email.countDocuments({ projectId: project.id, sentAt: null })) === 0)
  const emails = await Email.find({ projectId: project.id }, { createdAt: 1, sentAt: 1 }).lean()
  const handOvers = emails.map(({ createdAt, sentAt }) => (sentAt?.getTime() ?? 0) - createdAt.getTime())
  return { accepts, handOvers }
}

function told({ accepts, handOvers }: Delays): string {
  const of = (samples: number[]): string =>
    [0.5, 0.99].map((share) => `p${share * 100} ${Math.round(quantile(samples, share))} ms`).join(', ')
  return `${accepts.length} sends, answered ${of(accepts)}; handed over ${of(handOvers)}`
}

async function sentOf(id: string): Promise<number> {
  return (await campaignOf(id)).sentCount
}

/** The campaign's counters, and whether a recount finds the same. */
async function countersOf(projectId: string, id: string): Promise<string> {
  let isRight = true
  for await (const drift of recountCampaigns(projectId)) isRight &&= drift === null
  const { totalRecipients, sentCount, deliveredCount, failedCount, skippedCount } = await campaignOf(id)
  const counters = JSON.stringify({ totalRecipients, sentCount, deliveredCount, failedCount, skippedCount })
  return `${counters}, ${isRight ? 'as' : 'not as'} a recount says`
}

/** The campaign; MongoDB may just have been killed and not be back. */
async function campaignOf(id: string): Promise<CampaignRecord> {
  const found: CampaignRecord[] = []
  await until(async () => found.push(await Campaign.findById(id).orFail().lean()) > 0, { timeoutMs: 60_000 })
  return found[0] as CampaignRecord
}

async function countArrived({ stack }: BenchStack): Promise<number> {
  const response = await fetch(`${stack.info.inbox}/messages?limit=0`)
  return ((await response.json()) as { total: number }).total
}

async function arrived(bench: BenchStack, to: string): Promise<string[]> {
  const query = new URLSearchParams({ to, limit: '10000' })
  const response = await fetch(`${bench.stack.info.inbox}/messages?${query.toString()}`)
  const { messages } = (await response.json()) as { messages: { to: string[] }[] }
  return messages.flatMap((message) => message.to)
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
