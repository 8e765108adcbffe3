import { ask } from '../client.js'
import { newId } from '../../../runtime/ids.js'
import type { AskedSend } from './ledger.js'
import { anywhere, askWithKey, SENDER, sharedAddress, verdictOf, type Scene } from './scene.js'

interface SendAnswer {
  data: { emails: { email: string }[] }
}

const ATTACHMENT = {
  filename: 'note.txt',
  content: Buffer.alloc(2_000, 'note ').toString('base64'),
  contentType: 'text/plain',
}

/** One `POST /v1/send`: with or without a key, to one or more recipients, with an attachment now and then. */
export async function send(scene: Scene): Promise<void> {
  const { random, ledger } = scene
  const number = ledger.number()
  const tag = `request-${number}`
  const recipients = recipientsOf(scene, number)
  const body = {
    to: recipients,
    from: SENDER,
    subject: `Mail ${number} for {{ email }}`,
    body: `<p>Hello {{ firstName ?? there }}</p><p><a href="https://shop.example/offers/${number}">Offers</a></p>`,
    tags: [tag],
    ...(random.chance(0.1) ? { attachments: [ATTACHMENT] } : {}),
  }
  const asked: AskedSend = {
    tag,
    recipients: recipients.length,
    key: null,
    verdict: 'unknown',
    emailIds: [],
    successes: 0,
    wasUnavailable: false,
  }
  ledger.sends.push(asked)
  const request = () => ({
    method: 'POST' as const,
    url: anywhere(scene, '/v1/send'),
    key: scene.mixed.secretKey,
    body,
    idempotencyKey: asked.key ?? undefined,
  })
  if (random.chance(0.4)) {
    const answer = ledger.note('send', await ask(request()))
    asked.verdict = verdictOf(answer)
    asked.wasUnavailable = answer.status === 503
    if (asked.verdict === 'acknowledged') take(asked, answer.body)
    return
  }
  asked.key = newId()
  // Some clients ask twice at the same moment, and some again after the answer.
  const parallel = random.chance(0.15) ? 2 : 1
  const again = random.chance(0.15) ? 1 : 0
  const askOnce = () => askWithKey(scene, 'send, key', request)
  const outcomes = await Promise.all(Array.from({ length: parallel }, askOnce))
  for (let n = 0; n < again; n += 1) outcomes.push(await askOnce())
  settleSend(asked, outcomes)
}

function settleSend(asked: AskedSend, outcomes: Awaited<ReturnType<typeof askWithKey>>[]): void {
  const known = outcomes.find(({ body }) => body !== null)
  const verdicts = new Set(outcomes.map(({ verdict }) => verdict))
  asked.verdict = verdicts.has('acknowledged') ? 'acknowledged' : 'refused'
  asked.successes = outcomes.reduce((sum, { successes }) => sum + successes, 0)
  asked.wasUnavailable = outcomes.some(({ wasUnavailable }) => wasUnavailable)
  if (known) take(asked, known.body)
}

function take(asked: AskedSend, body: unknown): void {
  asked.emailIds = (body as SendAnswer).data.emails.map(({ email }) => email)
}

function recipientsOf(scene: Scene, number: number): string[] {
  const { random } = scene
  if (random.chance(0.3)) return [sharedAddress(scene)]
  const count = random.chance(0.15) ? random.int(2, 6) : 1
  return Array.from({ length: count }, (_, n) => `reader${number}-${n}@example.com`)
}
