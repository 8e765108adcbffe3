import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signatureHeaders } from '../../activities/webhook/sign.js'
import { Random } from './random.js'
import { listen } from '../support/listen.js'

/** The deliveries of one webhook: by its id, a receiver that keeps to the rules counts the effect once. */
export interface Delivered {
  executionId: string
  times: number
  /** How many of them were answered 200. */
  accepted: number
}

const SLOW_MS = 3_000

/** An integrator's server: it counts deliveries by their id, and fails, dawdles or hangs up now and then. */
export class WebhookReceiver {
  readonly delivered = new Map<string, Delivered>()
  /** Calls whose signature or body is wrong. */
  wrong = 0
  secret = ''
  #random: Random
  #isWell = false
  readonly #server = createServer((req, res) => void this.#take(req, res).catch(() => res.destroy()))

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  async open(): Promise<string> {
    return `127.0.0.1:${await listen(this.#server)}`
  }

  /** From now on every call is accepted at once. */
  recover(): void {
    this.#isWell = true
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req)
    const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': signature } = req.headers
    const signing = { secret: this.secret, id: String(id), sentAt: new Date(Number(sent) * 1_000) }
    const isRight = signatureHeaders(signing, Buffer.from(body))['webhook-signature'] === signature
    const { execution } = JSON.parse(body) as { execution: string }
    if (!isRight || id !== req.headers['idempotency-key']) this.wrong += 1
    const delivered = this.delivered.get(String(id)) ?? { executionId: execution, times: 0, accepted: 0 }
    delivered.times += 1
    this.delivered.set(String(id), delivered)
    const mood = this.#isWell
      ? 'well'
      : this.#random.weighed([
          [80, 'well'],
          [10, 'failing'],
          [5, 'slow'],
          [5, 'hanging up'],
        ] as const)
    if (mood === 'hanging up') return void res.destroy()
    if (mood === 'slow') await delay(SLOW_MS)
    if (mood !== 'failing') delivered.accepted += 1
    res.writeHead(mood === 'failing' ? 500 : 200, { 'content-type': 'application/json' }).end('{"ok":true}')
  }
}
