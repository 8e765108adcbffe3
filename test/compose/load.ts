import { setTimeout as delay } from 'node:timers/promises'

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
const RETRY_MS = 300

/** A steady load: for each recipient one `/v1/send` and one event, repeated under their keys until they are accepted. */
export class Load {
  /** Recipients for whom both were accepted. */
  readonly accepted: string[] = []
  /** Requests that got no answer, or one of 408 or 5xx, and were made again. */
  repeated = 0
  readonly #target: Target
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  #failure: unknown
  #isGivenUp = false

  constructor(target: Target) {
    this.#target = target
    this.#running = this.#run()
  }

  /** Ends at once, whatever was begun. */
  giveUp(): void {
    this.#isGivenUp = true
    this.#stopped.abort()
  }

  /** Begins nothing more; resolves once everything that was begun is accepted. Throws what a request was refused for. */
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
    const { secret, publicKey } = this.#target
    const subject = LOAD_SUBJECTS[0]
    // The mail of the workflow is marketing, which goes to subscribed contacts alone.
    const mail = { to: email, subscribed: true, from: 'hello@example.com', subject, body: '<p>One of many.</p>' }
    await this.#untilAccepted(count, '/v1/send', secret, mail)
    await this.#untilAccepted(count, '/v1/track', publicKey, { email, event: LOAD_EVENT })
    this.accepted.push(email)
  }

  async #untilAccepted(count: number, path: string, key: string, body: unknown): Promise<void> {
    const { gateways } = this.#target
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `${path}-${count}`,
    }
    for (let attempt = 0; !this.#isGivenUp; attempt += 1) {
      const origin = gateways[(count + attempt) % gateways.length] ?? ''
      const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
        () => null,
      )
      // An earlier attempt may have been accepted without its answer having arrived.
      if (answer?.ok || answer?.status === 409) return
      if (answer && answer.status < 500 && answer.status !== 408)
        throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      this.repeated += 1
      await delay(RETRY_MS)
    }
  }
}
