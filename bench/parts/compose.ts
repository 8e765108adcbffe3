import { randomBytes } from 'node:crypto'
import { createMessageComposer, type MessageComposer } from '../../mail/compose/message-composer.js'
import type { Message } from '../../mail/compose/message.js'
import type { EmailRecord } from '../../models/email.js'
import type { ProjectRecord } from '../../models/project.js'
import { newId } from '../../runtime/ids.js'
import { quantile, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { formatNumber, renderTable } from '../report/table.js'

const ROUNDS = 5
const SETTINGS = {
  gatewayUrl: 'https://mail.example.com',
  trackingUrl: 'https://links.example.com',
  encryptionKeys: [randomBytes(32).toString('hex')] as [string],
}

type Compose = MessageComposer['compose']

/** A kind of message: its content, and the n-th email of it. */
interface Kind {
  content: Message['content']
  email: (n: number) => Partial<EmailRecord>
}

const EMAIL: Partial<EmailRecord> = {
  contentId: newId(),
  toName: 'Ann',
  from: 'shop@shop.example',
  fromName: 'The Shop',
  replyTo: null,
  variables: null,
  headers: [],
  attachments: [],
  type: 'TRANSACTIONAL',
  sourceType: 'TRANSACTIONAL',
  campaignId: null,
  tracking: null,
}

const paragraph = (
  n: number,
): string => `<tr><td style="padding:16px 24px;font:15px/1.6 Arial,Helvetica,sans-serif;color:#374151">
  <p style="margin:0 0 12px">Paragraph ${n}: our new collection has arrived, and we think that you are going to like it,
  ${n % 4 === 0 ? '{{ firstName ?? there }}' : 'all of it'}. Everything was made within a day's journey, and most of it by people whom we know.</p>
</td></tr>`
const letter = (paragraphs: number, reference: string): string => `<!doctype html>
<html><head><title>News</title><style>a { color: #2563eb }</style></head><body><table role="presentation" width="100%">
${Array.from({ length: paragraphs }, (_, n) => paragraph(n)).join('\n')}
<tr><td>Your order {{ ${reference} }} goes to {{ city }}: <a href="https://shop.example/orders/{{ ${reference} }}">Track it</a>.
${['new', 'sale', 'stores', 'help'].map((page) => `<a href="https://shop.example/${page}">See ${page}</a>`).join(' · ')}
</td></tr></table></body></html>`

const KINDS: Record<string, Kind> = {
  'template of 12 KB, five links': {
    content: { subject: 'Your order {{ orderId }}, {{ firstName }}', body: letter(29, 'orderId') },
    email: (n) => ({ variables: { data: { orderId: `A-${n}` } } }),
  },
  'step of a workflow, 4 KB': {
    content: { subject: 'Welcome, {{ firstName }}', body: letter(8, 'event.order.id') },
    email: (n) => ({ sourceType: 'WORKFLOW', variables: { scope: { event: { order: { id: `B-${n}` } }, steps: {} } } }),
  },
  'marketing mail of 12 KB': {
    content: { subject: 'News for {{ firstName }}', body: letter(29, 'plan') },
    email: () => ({ type: 'MARKETING', sourceType: 'CAMPAIGN', campaignId: newId() }),
  },
  'inline content of 200 bytes': {
    content: {
      subject: 'Your code',
      body: '<p>Hello {{ firstName }}</p><p>Your code is <b>{{ code }}</b>. <a href="https://shop.example/c/{{ code }}">Confirm</a></p>',
    },
    email: (n) => ({ variables: { data: { code: `${n}` } } }),
  },
}

/**
 * The cost of composing a message. Each content is alternately composed as a whole, as for its first message, and
 * filled in, as for every later message.
 */
export const compose = definePart({
  name: 'compose',
  title: 'the processor time of composing a message, as a whole and filled in',
  runs: 'all',
  options: { messages: { normal: 2_000, quick: 200, meaning: 'messages of each kind in each of five rounds' } },
  async run({ sizes: { messages }, say }) {
    const kinds = []
    for (const [name, kind] of Object.entries(KINDS)) kinds.push({ kind: name, ...(await measureKind(kind, messages)) })
    const lines = kinds.map(({ kind, wholeUs, filledInUs, ratio }) => [
      kind,
      ...[wholeUs, filledInUs, ratio].map(formatNumber),
    ])
    say(`\n${renderTable(['µs of processor time a message', 'as a whole', 'filled in', 'ratio'], lines)}`)
    return { figures: { leastRatio: Math.min(...kinds.map(({ ratio }) => ratio)) }, details: { kinds } }
  },
})

async function measureKind(
  kind: Kind,
  messages: number,
): Promise<{ wholeUs: number; filledInUs: number; ratio: number }> {
  // A project of its own: a pause of the machine would make others render the templates of this one in threads.
  const project = { _id: newId(), name: 'Tea & Co', language: 'en', tracking: 'ENABLED' } as ProjectRecord
  const composer = createMessageComposer(SETTINGS)
  await composer.prepare(messageOf(project, kind, 0))
  const batchOf = (count: number) => Array.from({ length: count }, (_, n) => messageOf(project, kind, n))
  const compose: Compose = (message) => composer.compose(message)
  const asWhole: Compose = (message) => createMessageComposer(SETTINGS).compose(message)
  const [whole, filledIn] = [[], []] as [number[], number[]]
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = [await timeOf(asWhole, batchOf(messages / 10)), await timeOf(compose, batchOf(messages))] as const
    if (round === 0) continue
    whole.push(times[0])
    filledIn.push(times[1])
  }
  const [wholeUs, filledInUs] = [quantile(whole, 0.5), quantile(filledIn, 0.5)]
  return { wholeUs: round(wholeUs, 1), filledInUs: round(filledInUs, 1), ratio: round(wholeUs / filledInUs, 2) }
}

async function timeOf(compose: Compose, batch: Message[]): Promise<number> {
  const from = process.cpuUsage()
  for (const message of batch) await compose(message)
  const { user, system } = process.cpuUsage(from)
  return (user + system) / batch.length
}

function messageOf(project: ProjectRecord, { content, email }: Kind, n: number): Message {
  const [contactId, at] = [newId(), new Date()]
  const contact = { _id: contactId, email: `ann${n}@example.com`, subscribed: true, createdAt: at, updatedAt: at }
  const common = {
    ...EMAIL,
    _id: newId(),
    projectId: project._id,
    contactId,
    to: contact.email,
    ...email(n),
  } as EmailRecord
  const data = { firstName: 'Ann', city: 'Berlin', plan: 'pro' }
  return { content, email: common, project, contact: { ...contact, data }, attachments: [] }
}
