import { randomUUID } from 'node:crypto'
import { decodeWords } from 'postal-mime'
import type { Behaviour } from './behaviour.js'
import { bareAddresses } from './mail/addresses.js'
import { headerValue, parseHeaderBlock } from './mail/header-block.js'
import type { SendOptions } from './mail/sent-mail.js'
import type { Publisher } from './notifications/publisher.js'
import type { MessageStore } from './storage/message-store.js'

/** A message that a sender submitted through the API. */
export interface SentMessage extends SendOptions {
  to: string[]
  raw: Buffer
  headers: [name: string, value: string][]
}

/** Accepts messages: stores each, and gives its events to the publisher. */
export class Intake {
  private readonly store: MessageStore
  private readonly publisher: Publisher | null
  private readonly behaviour: Behaviour

  constructor(store: MessageStore, publisher: Publisher | null, behaviour: Behaviour) {
    this.store = store
    this.publisher = publisher
    this.behaviour = behaviour
  }

  /** Stores a message sent through the API and returns its id; its events are published from then on. */
  acceptSent({ to, raw, headers, ...send }: SentMessage): string {
    const hasEvents = this.publisher !== null && this.behaviour.knobs.notify
    return this.accept(send.source, to, raw, headers, hasEvents ? send : null)
  }

  /** Stores a message that came over SMTP, which has no events, and returns its id. */
  acceptRelayed(from: string, to: string[], raw: Buffer): string {
    return this.accept(from, to, raw, parseHeaderBlock(raw), null)
  }

  private accept(
    source: string,
    to: string[],
    raw: Buffer,
    headers: [string, string][],
    send: SendOptions | null,
  ): string {
    const now = Date.now()
    const [id, receivedAt] = [createMessageId(now), new Date(now).toISOString()]
    const subject = decodeWords(headerValue(headers, 'subject'))
    const from = bareAddresses(source)[0] ?? source
    const pending = this.store.add({ id, from, to, subject, receivedAt, raw, send })
    if (pending) this.publisher?.add(pending)
    return id
  }
}

/** An id in the form SES gives: the time in hex, a UUID, a counter that is always zero. */
function createMessageId(receivedAtMs: number): string {
  const time = receivedAtMs.toString(16).padStart(16, '0')
  return `0100${time.slice(4)}-${randomUUID()}-000000`
}
