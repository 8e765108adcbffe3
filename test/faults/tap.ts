import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { EMAIL_TAG } from '../../models/domain/ses-event.js'
import { listen } from '../support/listen.js'

/** One message that a worker handed to the provider, as it looked from between the two. */
export interface Submission {
  emailId: string
  worker: string
  arrivedAt: number
  endedAt: number
  /** Null without an answer of the provider. */
  status: number | null
  messageId: string | null
  /** Whether the worker was there to take the whole answer. */
  isAnswered: boolean
}

interface ProviderAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

interface Call {
  EmailTags?: { Name: string; Value: string }[]
  Content?: { Raw?: { Data?: string } }
}

const NOBODY: ProviderAnswer = {
  status: 503,
  headers: { 'x-amzn-errortype': 'ServiceUnavailableException' },
  body: Buffer.from('{}'),
}
const SENT_KEPT = 200
const ANSWER_BYTES = 64 * 1024

/** A proxy between workers and provider that passes everything on, and records each submission with its answer. */
export class Tap {
  readonly submissions = new Map<string, Submission[]>()
  /** The latest messages that the provider accepted, for recipients who click. */
  readonly sent: { emailId: string; raw: Buffer }[] = []
  /** The share of answers to accepted messages, 0..1, whose connection ends before the worker has them. */
  cutShare = 0
  readonly #provider: string
  readonly #servers: Server[] = []

  constructor(provider: string) {
    this.#provider = provider
  }

  /** Opens an entrance for one worker; resolves with its origin. */
  async open(worker: string): Promise<string> {
    const server = createServer((req, res) => void this.#pass(worker, req, res).catch(() => res.destroy()))
    this.#servers.push(server)
    return `http://127.0.0.1:${await listen(server)}`
  }

  close(): void {
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  async #pass(worker: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const arrivedAt = Date.now()
    const body = await buffer(req)
    const call = req.method === 'POST' ? (JSON.parse(body.toString()) as Call) : {}
    const emailId = call.EmailTags?.find(({ Name }) => Name === EMAIL_TAG)?.Value
    const submission: Submission = {
      emailId: emailId ?? '',
      worker,
      arrivedAt,
      endedAt: Infinity,
      status: null,
      messageId: null,
      isAnswered: false,
    }
    if (emailId !== undefined) this.submissions.set(emailId, [...(this.submissions.get(emailId) ?? []), submission])
    res.on('finish', () => (submission.isAnswered = submission.status !== null))
    res.on('close', () => (submission.endedAt = Date.now()))
    const answer = await this.#ask(req, res, body)
    submission.status = answer.status
    submission.messageId = messageIdOf(answer.body)
    if (submission.messageId !== null && emailId !== undefined) this.#keep(emailId, call)
    if (submission.messageId !== null && Math.random() < this.cutShare) return void res.destroy()
    if (!res.destroyed)
      res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  }

  #keep(emailId: string, call: Call): void {
    this.sent.push({ emailId, raw: Buffer.from(call.Content?.Raw?.Data ?? '', 'base64') })
    if (this.sent.length > SENT_KEPT) this.sent.shift()
  }

  /**
   * Passes a call on. A worker that leaves takes its call with it, and a connection that breaks breaks on both sides.
   */
  #ask(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<ProviderAnswer> {
    const { 'content-type': contentType } = req.headers
    const headers = { 'content-length': String(body.length), ...(contentType ? { 'content-type': contentType } : {}) }
    return new Promise((resolve, reject) => {
      // Each call has a connection of its own: one that the provider's end closed would lose another call.
      const upstream = request(`${this.#provider}${req.url}`, { method: req.method, headers, agent: false })
      res.on('close', () => upstream.destroy())
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        // The provider does not listen: the worker has to learn that it accepted nothing, as it would without this tap.
        if (error.code === 'ECONNREFUSED') resolve(NOBODY)
        else reject(error)
      })
      upstream.on('response', (answer) => {
        const type = answer.headers['x-amzn-errortype']
        const kept: Record<string, string> = typeof type === 'string' ? { 'x-amzn-errortype': type } : {}
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 502, headers: kept, body: bytes }),
          reject,
        )
      })
      upstream.end(body)
    })
  }
}

function messageIdOf(body: Buffer): string | null {
  if (body.length > ANSWER_BYTES) return null
  try {
    return (JSON.parse(body.toString()) as { MessageId?: string }).MessageId ?? null
  } catch {
    return null
  }
}
