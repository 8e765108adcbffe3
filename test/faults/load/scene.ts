import { setTimeout as delay } from 'node:timers/promises'
import type { CreatedProject } from '../../../commands/tenancy/projects/create-project.js'
import { ask, isAcknowledged, originalStatus, type Answer, type Ask } from '../client.js'
import type { Site } from '../site.js'
import { GATEWAYS, type Gateway } from '../plan-faults.js'
import type { Random } from '../random.js'
import type { Ledger, Verdict } from './ledger.js'

/** What the clients of the load share. */
export interface Scene {
  cluster: Site
  ledger: Ledger
  random: Random
  /** Sends, events, contacts and imports. */
  mixed: CreatedProject
  /** Campaigns to all of its contacts. */
  campaigns: CreatedProject
  /** Further projects that send to the same provider. */
  others: readonly CreatedProject[]
}

/** The outcome of requests with one key. */
export interface KeyedOutcome {
  verdict: Verdict
  body: unknown
  successes: number
  wasUnavailable: boolean
}

export const SENDER = 'hello@example.com'
const SHARED_CONTACTS = 40
const RETRY_MS = { from: 300, to: 2_500 }
const BAD_REQUEST = 400
const TOO_MANY = 429

/** One of the gateways, as a load balancer without health checks would choose. */
export function anyGateway({ random }: Scene): Gateway {
  return random.pick(GATEWAYS)
}

/** The address of a path at one of the gateways. */
export function anywhere(scene: Scene, path: string): string {
  return `${scene.cluster.origins[anyGateway(scene)]}${path}`
}

/** One of few contacts, whose document many requests want at a time. */
export function sharedAddress({ random }: Scene): string {
  return `shared${random.int(1, SHARED_CONTACTS)}@example.com`
}

/**
 * Repeats a request with one idempotency key until the outcome of the first one is known, as the documentation asks of
 * integrators.
 */
export async function askWithKey(scene: Scene, kind: string, makeAsk: () => Ask): Promise<KeyedOutcome> {
  const { ledger, random } = scene
  let wasUnavailable = false
  for (;;) {
    const answer = ledger.note(kind, await ask(makeAsk()))
    wasUnavailable ||= answer.status === 503
    if (isAcknowledged(answer)) return { verdict: 'acknowledged', body: answer.body, successes: 1, wasUnavailable }
    if (answer.status === 409) {
      const original = originalStatus(answer)
      if (original !== null) {
        const verdict = original === 200 ? 'acknowledged' : 'refused'
        return { verdict, body: null, successes: 0, wasUnavailable }
      }
    } else if (isRefused(answer)) return { verdict: 'refused', body: null, successes: 0, wasUnavailable }
    await delay(random.between(RETRY_MS.from, RETRY_MS.to))
  }
}

/** Asks again until the request is carried out: for requests that may be repeated. */
export async function insist(scene: Scene, kind: string, makeAsk: () => Ask): Promise<Answer> {
  for (;;) {
    const answer = scene.ledger.note(kind, await ask(makeAsk()))
    if (isAcknowledged(answer) || answer.status === 409 || isRefused(answer)) return answer
    await delay(scene.random.between(RETRY_MS.from, RETRY_MS.to))
  }
}

/** The verdict of a client on the answer to one request without a key. */
export function verdictOf(answer: Answer): Verdict {
  if (isAcknowledged(answer)) return 'acknowledged'
  return isRefused(answer) ? 'refused' : 'unknown'
}

function isRefused({ status }: Answer): boolean {
  return status >= BAD_REQUEST && status < 500 && status !== TOO_MANY && status !== 409
}
