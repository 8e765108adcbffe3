import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchStack } from '../../bench/bench-stack.js'
import { call, until, untilImported, uploadCsv } from '../../bench/calls.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { Api } from '../../embedded/demo/api.js'
import { buildWorkflow } from '../../embedded/demo/build-workflow.js'
import type { BehaviourKnobs } from '../../embedded/provider/behaviour.js'
import { ask, type Answer } from '../faults/client.js'
import { listen } from '../support/listen.js'

const CONTACTS = 600
const BOUNCING = 120
const FROM = 'news@example.com'
const EVENT = 'signed up'
const TOO_LARGE_BYTES = 5_000_000
const LOGINS = 14
const SIGN_UPS = 40

/** What clients of one project do, with the times of what was accepted. */
export class Load {
  readonly sends: number[] = []
  readonly events: number[] = []
  readonly #bench: BenchStack
  readonly #project: CreatedProject
  #number = 0

  constructor(bench: BenchStack, project: CreatedProject) {
    this.#bench = bench
    this.#project = project
  }

  /** One `POST /v1/send`. */
  async send(): Promise<Answer> {
    const to = `reader${(this.#number += 1)}@example.com`
    const body = { to, from: FROM, subject: 'Hello', body: '<p>Hello</p>' }
    const answer = await ask({ method: 'POST', url: this.#url('/v1/send'), key: this.#project.secretKey, body })
    if (answer.status === 200) this.sends.push(Date.now())
    return answer
  }

  /** One event that starts an execution. */
  async track(): Promise<Answer> {
    const body = { email: `visitor${(this.#number += 1)}@example.com`, event: EVENT }
    const answer = await ask({ method: 'POST', url: this.#url('/v1/track'), key: this.#project.publicKey, body })
    if (answer.status === 200) this.events.push(Date.now())
    return answer
  }

  /** Requests that the gateway refuses: a body without room, and guesses of a password. */
  async beRefused(): Promise<void> {
    const large = { to: 'reader@example.com', from: FROM, subject: 'Large', body: 'x'.repeat(TOO_LARGE_BYTES) }
    await ask({ method: 'POST', url: this.#url('/v1/send'), key: this.#project.secretKey, body: large })
    const login = { email: 'somebody@example.com', password: 'a wrong password' }
    for (let n = 0; n < LOGINS; n += 1) await ask({ method: 'POST', url: this.#url('/auth/login'), body: login })
  }

  /** Signs up with addresses that bounce, so that the installation mails them. */
  async signUpBouncing(): Promise<void> {
    for (let n = 0; n < SIGN_UPS; n += 1) {
      const account = { email: `bounce+user${n}@simulator.amazonses.com`, password: 'a phrase of several words' }
      await ask({ method: 'POST', url: this.#url('/auth/signup'), body: account })
    }
  }

  /** Imports the contacts, some of whom bounce. */
  async importContacts(): Promise<void> {
    const address = (n: number) => (n < BOUNCING ? `bounce+${n}@simulator.amazonses.com` : `subscriber${n}@example.com`)
    const rows = Array.from({ length: CONTACTS }, (_, n) => address(n))
    const { gateway } = this.#bench.stack.info
    const jobId = await uploadCsv(gateway, this.#project.secretKey, ['email', ...rows].join('\n'))
    await untilImported(gateway, this.#project.secretKey, jobId)
  }

  /** Sends a campaign to every contact, and resolves when it is through. */
  async sendCampaign(): Promise<void> {
    const { secretKey: key } = this.#project
    const body = { name: 'News', subject: 'News', body: '<p>News</p>', from: FROM, audienceType: 'ALL' }
    const { data } = await call<{ data: { id: string } }>('POST', this.#url('/campaigns'), key, body)
    await call('POST', this.#url(`/campaigns/${data.id}/send`), key, {})
    const read = () => call<{ data: { status: string } }>('GET', this.#url(`/campaigns/${data.id}`), key)
    await until(async () => (await read()).data.status === 'SENT')
  }

  /** A workflow of a mail and a webhook. */
  async buildWorkflow(receiver: string): Promise<void> {
    const { signal } = new AbortController()
    const api = new Api({ origin: this.#bench.stack.info.gateway, key: this.#project.secretKey, signal })
    const mail = { subject: 'Welcome', body: '<p>Hello {{ email }}</p>' }
    await buildWorkflow(api, {
      name: 'Welcome',
      eventName: EVENT,
      steps: {
        mail: { type: 'SEND_EMAIL', name: 'Welcome', mail },
        hook: { type: 'WEBHOOK', name: 'Tell the shop', config: { url: `http://${receiver}/hook` } },
        end: { type: 'EXIT', name: 'End', config: { reason: 'Done' } },
      },
      transitions: [
        ['trigger', 'mail'],
        ['mail', 'hook'],
        ['hook', 'end', 'success'],
      ],
    })
  }

  /** Makes the provider misbehave. */
  async behave(knobs: Partial<BehaviourKnobs>): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const url = `${this.#bench.stack.info.inbox}/behaviour`
    const { ok, status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(knobs) })
    if (!ok) throw new Error(`The provider answered ${status}`)
  }

  #url(path: string): string {
    return `${this.#bench.stack.info.gateway}${path}`
  }
}

/** Does something so many times a second until `signal` aborts, and waits for the last. */
export async function atRate(perSecond: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const from = Date.now()
  const begun: Promise<unknown>[] = []
  while (!signal.aborted) {
    begun.push(work())
    const next = from + (begun.length * 1_000) / perSecond
    await delay(Math.max(0, next - Date.now()), undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(begun)
}

/** An integrator's server that accepts every call; resolves with it and its address. */
export async function openReceiver(): Promise<{ server: Server; address: string }> {
  const server = createServer((req, res) => {
    req.resume()
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  return { server, address: `127.0.0.1:${await listen(server)}` }
}
