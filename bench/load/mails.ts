import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { until } from '../calls.js'
import { hasOpenEmail } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'
import { closedLoop, openLoop, type LoopResult } from './loops.js'
import { Requests } from './requests.js'

/** A request of `/v1/send` that was answered. */
export interface SentMail {
  id: string
  ms: number
}

/** The times of mails that were sent at a constant rate. */
export interface PacedMails {
  answersMs: number[]
  toInboxMs: number[]
}

const POLL_MS = 250

/** Sends single mails of one project with `POST /v1/send`, and knows when each was sent. */
export class Mailer {
  readonly project: CreatedProject
  readonly requests: Requests
  readonly #stack: MeasuredStack
  readonly #sentAt = new Map<string, number>()

  constructor(stack: MeasuredStack, project: CreatedProject, concurrency: number) {
    this.#stack = stack
    this.project = project
    this.requests = new Requests(stack.stack.info.gateway, concurrency)
  }

  /** Sends one mail. */
  async send(to: string, subject: string): Promise<SentMail> {
    this.#sentAt.set(to, performance.timeOrigin + performance.now())
    const mail = { to, subject, body: '<p>Hi {{ n }}</p>', from: 'hello@example.com', data: { n: to } }
    const { ms, body } = await this.requests.post('/v1/send', this.project.secretKey, mail)
    const { data } = JSON.parse(body) as { data: { emails: { email: string }[] } }
    return { id: data.emails[0]?.email ?? '', ms }
  }

  /** Sends mails to new addresses, each as soon as one of `concurrency` is answered. */
  async sendMany(count: number, concurrency: number, prefix: string): Promise<LoopResult> {
    return closedLoop(count, concurrency, async (n) => (await this.send(`${prefix}${n}@example.com`, prefix)).ms)
  }

  /**
   * Sends single mails at a constant rate until `isOver`, waits for the last, and resolves to the ms from each request
   * to its answer, and to the arrival of its mail.
   */
  async sendPaced(perSecond: number, prefix: string, isOver: (seconds: number) => boolean): Promise<PacedMails> {
    const { answersMs } = await openLoop(perSecond, isOver, (n) => this.send(`${prefix}${n}@example.com`, prefix))
    await this.untilComplete()
    return { answersMs, toInboxMs: await this.toInboxMs(prefix) }
  }

  /** The ms from request to arrival of the mails of a prefix, of the newest 10,000 of them. */
  async toInboxMs(prefix: string): Promise<number[]> {
    const arrivedAt = await this.#stack.inbox.arrivedAt({ subject: prefix })
    return [...arrivedAt].flatMap(([to, at]) => {
      const sentAt = this.#sentAt.get(to)
      return sentAt === undefined ? [] : [Math.max(0, at - sentAt)]
    })
  }

  /** Waits until the outcome of each mail is stored, with the provider's notifications. */
  async untilComplete(): Promise<void> {
    const { database } = this.#stack
    await until(async () => !(await hasOpenEmail(database, this.project.id)), { intervalMs: POLL_MS })
  }
}
