import { setTimeout as delay } from 'node:timers/promises'
import { NORMAL, type BehaviourKnobs } from '../../embedded/provider/behaviour.js'

/** A message as the inbox lists it. */
export interface Arrival {
  to: string[]
  subject: string
  receivedAt: string
}

const POLL_MS = 200
const STALLED_MS = 120_000

/** The inbox of a stack's local provider, read over HTTP, which costs the database nothing. */
export class Inbox {
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Removes every message. */
  async clear(): Promise<void> {
    await fetch(`${this.#origin}/messages`, { method: 'DELETE' })
  }

  /** The number of messages. */
  async count(): Promise<number> {
    return (await this.#search({ limit: '0' })).total
  }

  /** The newest messages that match, 10,000 at most: `to` and `subject` by a part of them. */
  async list(query: { to?: string; subject?: string } = {}): Promise<Arrival[]> {
    return (await this.#search({ ...query, limit: '10000' })).messages
  }

  /** When the message to each address arrived, in ms since 1970. */
  async arrivedAt(query: { to?: string; subject?: string } = {}): Promise<Map<string, number>> {
    const messages = await this.list(query)
    return new Map(messages.flatMap(({ to, receivedAt }) => to.map((address) => [address, Date.parse(receivedAt)])))
  }

  /**
   * Waits until there are that many messages in all, and resolves to the time by `performance.now()` at which it saw
   * them. Throws after two minutes without another message.
   */
  async untilCount(wanted: number): Promise<number> {
    return untilReached('messages in the inbox', wanted, () => this.count())
  }

  /** Sets how the provider behaves; a setting that is left out returns to normal. */
  async behave(knobs: Partial<BehaviourKnobs>): Promise<void> {
    const body = JSON.stringify({ ...NORMAL, ...knobs })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${this.#origin}/behaviour`, { method: 'PUT', headers, body })
    if (!response.ok) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
  }

  async #search(query: Record<string, string>): Promise<{ total: number; messages: Arrival[] }> {
    const response = await fetch(`${this.#origin}/messages?${new URLSearchParams(query).toString()}`)
    return (await response.json()) as { total: number; messages: Arrival[] }
  }
}

/**
 * Reads until the number is reached, and resolves to the time by `performance.now()`. Throws when the number stays the
 * same for two minutes, so that a stalled stack does not block the whole run.
 */
export async function untilReached(what: string, wanted: number, read: () => Promise<number>): Promise<number> {
  let [last, since] = [-1, performance.now()]
  for (;;) {
    const now = await read()
    if (now >= wanted) return performance.now()
    if (now !== last) [last, since] = [now, performance.now()]
    if (performance.now() - since > STALLED_MS) {
      throw new Error(`Still ${now} of ${wanted} ${what} after ${STALLED_MS / 1_000} s without another`)
    }
    await delay(POLL_MS)
  }
}
