import { setTimeout as delay } from 'node:timers/promises'
import { insist } from './insist.js'

/** The keys of a project, and the gateways of its installation. */
export interface Target {
  gateways: readonly string[]
  secret: string
  publicKey: string
}

/** The event that sets off a workflow with one mail. */
export const LOAD_EVENT = 'load'
export const LOAD_SUBJECTS = ['Sent under load', 'Of a workflow under load'] as const
const EVERY_MS = 200

/** A steady load: for each recipient one `/v1/send` and one event, repeated until they are accepted. */
export class Load {
  /** Recipients for whom both were accepted. */
  readonly accepted: string[] = []
  /** Requests that got no answer, or one of 408 or 5xx, and were made again. */
  repeated = 0
  readonly #target: Target
  readonly #stopped = new AbortController()
  readonly #givenUp = new AbortController()
  readonly #running: Promise<void>
  #failure: unknown

  constructor(target: Target) {
    this.#target = target
    this.#running = this.#run()
  }

  /** Ends immediately, and drops requests under way. */
  giveUp(): void {
    this.#givenUp.abort()
    this.#stopped.abort()
  }

  /**
   * Begins nothing more; resolves once everything that was begun is accepted. Throws what a request was refused for.
   */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
    if (this.#failure !== undefined) throw this.#failure
  }

  async #run(): Promise<void> {
    const pending: Promise<void>[] = []
    for (let count = 0; !this.#stopped.signal.aborted; count += 1) {
      pending.push(this.#serve(count).catch((error: unknown) => void (this.#failure ??= error)))
      await delay(EVERY_MS)
    }
    await Promise.all(pending)
  }

  async #serve(count: number): Promise<void> {
    const email = `load-${count}@example.com`
    const { gateways: origins, secret, publicKey } = this.#target
    const subject = LOAD_SUBJECTS[0]
    // The mail of the workflow is marketing, which goes to subscribed contacts alone.
    const mail = { to: email, subscribed: true, from: 'hello@example.com', subject, body: '<p>One of many.</p>' }
    const each = { origins, first: count, signal: this.#givenUp.signal, onRepeat: () => void (this.repeated += 1) }
    await insist({ ...each, path: '/v1/send', key: secret, body: mail })
    await insist({ ...each, path: '/v1/track', key: publicKey, body: { email, event: LOAD_EVENT } })
    this.accepted.push(email)
  }
}
