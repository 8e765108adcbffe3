/**
 * Campaigns under load and under misfortune, each in a project of its own.
 *
 * - `--killed`: this many recipients, while worker, gateway and Temporal are each killed three times: how many mails
 *   are lost or come twice, and whether the counters are right.
 * - `--sink`: this many recipients of a 5 KB body with two tracked links and a pixel, over SMTP into postfix's
 *   `smtp-sink` with ten connections: recipients a second, processor time and memory, and how long a
 *   `POST /v1/send` takes beside it, to its answer and to its hand-over, compared with an idle system.
 *
 *   npm run bench:campaigns -- --killed 20000 --sink 100000
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ContactCount } from '../models/contact-count.js'
import { Contact } from '../models/contact.js'
import { Campaign } from '../models/campaign.js'
import { recountCampaigns } from '../models/commands/campaigns/recount-campaigns.js'
import { Email } from '../models/email.js'
import { newId } from '../models/ids.js'
import { bringUpForBench, cpuMs, peakMemoryMb, type BenchStack } from './bench-stack.js'
import { call, quantile, timed } from './calls.js'

const { values } = parseArgs({
  options: { killed: { type: 'string', default: '20000' }, sink: { type: 'string', default: '100000' } },
})
const KILLS = 3
const VICTIMS = ['worker', 'gateway', 'temporal'] as const
const PATIENCE_MS = 1_800_000
const SINK_PORT = 2_525
const BUCKETS = 10
const SENDS_A_SECOND = 1
const PARAGRAPH = '<p>It is worth reading on, because what follows is said to everyone in just these words.</p>\n'
const BODY = `<body><h1>Hello {{ firstName ?? "there" }}</h1>
${PARAGRAPH.repeat(25)}<p><a href="https://shop.example/offers?a=1&amp;b=2">See the offers, {{ firstName }}</a></p>
${PARAGRAPH.repeat(25)}<p>Your plan is {{ plan }}. <a href="https://shop.example/account">Your account</a></p></body>`

if (Number(values.killed) > 0) await within({}, (bench) => killed(bench, Number(values.killed)))
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
  await until(async () => (await Campaign.findById(id).orFail().lean()).status === 'SENT')
  const seconds = (performance.now() - from) / 1_000
  let isRight = true
  for await (const drift of recountCampaigns(project.id)) isRight = drift === null
  const { totalRecipients, sentCount, deliveredCount, failedCount, skippedCount } = await Campaign.findById(id)
    .orFail()
    .lean()
  const recipients: string[] = []
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) recipients.push(...(await arrived(bench, `b${bucket}-`)))
  const different = new Set(recipients).size
  console.log(`killed: ${size} recipients in ${seconds.toFixed(1)} s, ${Math.round(size / seconds)}/s`)
  console.log(`killed: ${recipients.length} mails, lost ${size - different}, twice ${recipients.length - different}`)
  const counters = JSON.stringify({ totalRecipients, sentCount, deliveredCount, failedCount, skippedCount })
  console.log(`killed: counters ${counters}, ${isRight ? 'as' : 'not as'} a recount says`)
}

async function intoSink(bench: BenchStack, size: number): Promise<void> {
  const { processes } = bench.stack.info
  const idle = await transactional(bench, async () => wait(20_000))
  console.log(`sink: /v1/send on an idle system: ${told(idle)}`)
  let spent: Record<string, number> = {}
  const busy = await transactional(bench, async () => {
    const { id, from } = await begin(bench, 'Into the sink', size)
    const before = cpuMs(processes)
    await until(async () => (await Campaign.findById(id).orFail().lean()).status === 'SENT')
    const seconds = (performance.now() - from) / 1_000
    const campaign = await Campaign.findById(id).orFail().lean()
    const sending = ((campaign.sentAt?.getTime() ?? 0) - (campaign.frozenAt?.getTime() ?? 0)) / 1_000
    spent = Object.fromEntries(
      Object.entries(cpuMs(processes)).map(([part, ms]) => [part, ((ms - (before[part] ?? 0)) * 1_000) / size]),
    )
    console.log(
      `sink: ${campaign.sentCount} of ${size} sent in ${seconds.toFixed(1)} s, ${Math.round(size / seconds)}/s; ` +
        `once the audience was taken ${Math.round(size / sending)}/s`,
    )
  })
  console.log(`sink: /v1/send beside it: ${told(busy)}`)
  const parts = Object.entries(spent).map(([part, us]) => `${part} ${Math.round(us)}`)
  console.log(`sink: processor time in µs a recipient: ${parts.join(', ')}`)
  console.log(
    `sink: peak memory: gateway ${peakMemoryMb(processes.gateway)} MB, worker ${peakMemoryMb(processes.worker)} MB`,
  )
}

/** A campaign to so many contacts, just told to be sent. */
async function begin(bench: BenchStack, name: string, size: number) {
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
  const { id } = created.data
  const from = performance.now()
  await call('POST', `${gateway}/campaigns/${id}/send`, project.secretKey, {})
  return { id, project, from }
}

interface Delays {
  accepts: number[]
  handOvers: number[]
}

/** What `POST /v1/send` takes while `work` goes on: to its answer, and until the mail was handed over. */
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
  return (await Campaign.findById(id).orFail().lean()).sentCount
}

async function arrived(bench: BenchStack, to: string): Promise<string[]> {
  const query = new URLSearchParams({ to, limit: '10000' })
  const response = await fetch(`${bench.stack.info.inbox}/messages?${query.toString()}`)
  const { messages } = (await response.json()) as { messages: { to: string[] }[] }
  return messages.flatMap((message) => message.to)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Still waiting after ${PATIENCE_MS} ms`)
    await wait(200)
  }
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
