import { decodeWords } from 'postal-mime'
import type { Behaviour } from './behaviour.js'
import { bareAddresses } from './mail/addresses.js'
import { headerValue, parseHeaderBlock } from './mail/header-block.js'
import { createMessageId } from './mail/message-id.js'
import { describeSentMail } from './mail/sent-mail.js'
import type { Publisher } from './notifications/publisher.js'
import type { MessageStore } from './storage/message-store.js'

/** A message that a sender handed over through the API; `source` may carry a display name. */
export interface SentMessage {
  source: string
  to: string[]
  raw: Buffer
  headers: [name: string, value: string][]
  tags: { Name: string; Value: string }[]
  configurationSet: string | undefined
}

/** Takes messages in: keeps each, and has its events published. */
export class Intake {
  private readonly store: MessageStore
  private readonly publisher: Publisher | null
  private readonly behaviour: Behaviour

  constructor(store: MessageStore, publisher: Publisher | null, behaviour: Behaviour) {
    this.store = store
    this.publisher = publisher
    this.behaviour = behaviour
  }

  /** Keeps a message sent through the API and resolves with its id; its events are published from then on. */
  async acceptSent(message: SentMessage): Promise<string> {
    return this.accept(message, this.publisher !== null && this.behaviour.knobs.notify)
  }

  /** Keeps a message that came over SMTP, which has no events, and resolves with its id. */
  async acceptRelayed(from: string, to: string[], raw: Buffer): Promise<string> {
    const headers = parseHeaderBlock(raw)
    return this.accept({ source: from, to, raw, headers, tags: [], configurationSet: undefined }, false)
  }

  private async accept(message: SentMessage, isPublished: boolean): Promise<string> {
    const { source, to, raw, headers } = message
    const now = Date.now()
    const [id, receivedAt] = [createMessageId(now), new Date(now).toISOString()]
    const subject = decodeWords(headerValue(headers, 'subject'))
    const mail = isPublished ? describeSentMail({ ...message, id, receivedAt, subject }) : null
    const from = bareAddresses(source)[0] ?? source
    const pending = await this.store.add({ id, from, to, subject, receivedAt, raw, mail })
    if (pending) this.publisher?.add(pending)
    return id
  }
}
