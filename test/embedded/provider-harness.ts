import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageDetail } from '../../embedded/provider/mail/message-detail.js'
import type { SentMail } from '../../embedded/provider/mail/sent-mail.js'
import { startProvider, type Provider, type ProviderOptions } from '../../embedded/provider/start-provider.js'
import type { MessageSummary } from '../../embedded/provider/storage/message-index.js'
import { listen } from '../support/listen.js'

/** A provider on a folder of its own for each test; another `start` opens the same folder again. */
export function useProvider(): {
  start(options?: Partial<ProviderOptions>): Promise<Provider>
  stop(): Promise<void>
  dataDir(): string
} {
  let dataDir = ''
  let running: Provider | null = null
  const stop = async (): Promise<void> => {
    await running?.close()
    running = null
  }
  const start = async (options: Partial<ProviderOptions> = {}): Promise<Provider> => {
    await stop()
    running = await startProvider({ dataDir, ...options })
    return running
  }
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'posthorn-provider-'))
  })
  afterEach(async () => {
    await stop()
    await rm(dataDir, { recursive: true })
  })
  return { start, stop, dataDir: () => dataDir }
}

/** An SES event as the receiver finds it in an envelope. */
export interface ReceivedEvent {
  eventType: string
  mail: SentMail
  delivery?: { recipients: string[] }
  bounce?: { bounceType: string; bounceSubType: string; bouncedRecipients: { emailAddress: string }[] }
  complaint?: { complainedRecipients: { emailAddress: string }[] }
}

export interface Received {
  headers: IncomingHttpHeaders
  envelope: Record<string, string>
  event: ReceivedEvent
}

const NO_EVENT = { eventType: 'none' } as ReceivedEvent

/**
 * Stands for the gateway's receiver: records each envelope, and answers with the status from `answerWith`. After
 * `renew` it has another address and has received nothing: what an earlier provider had under way goes to the old one.
 */
export function useReceiver(): {
  url(): string
  received: Received[]
  answerWith(status: number): void
  renew(): void
} {
  const received: Received[] = []
  let status = 200
  let origin = ''
  let addresses = 0
  const path = () => `/webhooks/email-infra/${addresses}`
  const server = createServer((req, res) => {
    const answer = (one: Received): void => {
      if (req.url === path()) received.push(one)
      res.writeHead(status).end()
    }
    void take(req).then(answer)
  })
  const renew = (): void => {
    received.length = 0
    addresses += 1
    status = 200
  }
  before(async () => {
    origin = `http://127.0.0.1:${await listen(server)}`
  })
  beforeEach(renew)
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: () => origin + path(), received, answerWith: (next) => void (status = next), renew }
}

async function take(req: IncomingMessage): Promise<Received> {
  const envelope = JSON.parse(await text(req)) as Record<string, string>
  const event =
    envelope['Type'] === 'Notification' ? (JSON.parse(envelope['Message'] ?? '') as ReceivedEvent) : NO_EVENT
  return { headers: req.headers, envelope, event }
}

/** Runs the check until it holds; rethrows its last failure at the deadline. */
export async function eventually<T>(check: () => T | Promise<T>, deadlineMs = 60_000): Promise<T> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

const clients = new Map<string, SESv2Client>()

/** The real SDK's client, pointed at the provider: one for each address, as a new one costs more than a call. */
export function sesClient(origin: string): SESv2Client {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client =
    clients.get(origin) ?? new SESv2Client({ endpoint: origin, region: 'us-east-1', credentials, maxAttempts: 1 })
  clients.set(origin, client)
  return client
}

export function rawMessage({ to = 'ada@example.com', subject = 'Hello', body = 'Hi there' } = {}): Buffer {
  return Buffer.from(
    [
      'From: Acme <hello@acme.test>',
      `To: ${to}`,
      `Subject: ${subject}`,
      'X-Email-Id: 42',
      'Message-ID: <42@acme.test>',
      'Content-Type: text/plain; charset=utf-8',
      '',
      body,
      '',
    ].join('\r\n'),
  )
}

/** Sends one message through the SDK and returns its id. */
export async function send(
  origin: string,
  given: { to?: string; subject?: string; raw?: Buffer; input?: Partial<SendEmailCommandInput> } = {},
): Promise<string> {
  const { to = 'ada@example.com', subject = 'Hello' } = given
  const command = new SendEmailCommand({
    FromEmailAddress: 'Acme <hello@acme.test>',
    Destination: { ToAddresses: [to] },
    Content: { Raw: { Data: given.raw ?? rawMessage({ to, subject }) } },
    ...given.input,
  })
  const { MessageId } = await sesClient(origin).send(command)
  return MessageId ?? ''
}

/** `GET /messages`; the query without its question mark. */
export async function listMessages(origin: string, query = ''): Promise<{ total: number; messages: MessageSummary[] }> {
  return (await fetch(`${origin}/messages?${query}`)).json() as Promise<{ total: number; messages: MessageSummary[] }>
}

/** `GET /messages/:id` */
export async function getMessage(origin: string, id: string): Promise<MessageSummary & MessageDetail> {
  return (await fetch(`${origin}/messages/${id}`)).json() as Promise<MessageSummary & MessageDetail>
}

export async function putBehaviour(origin: string, knobs: Record<string, unknown>): Promise<Response> {
  return fetch(`${origin}/behaviour`, { method: 'PUT', body: JSON.stringify(knobs) })
}
