import type { SentMail } from '../mail/sent-mail.js'

/** What a list shows of a message. `to` holds the envelope's recipients, `receivedAt` is ISO 8601. */
export interface MessageSummary {
  id: string
  from: string
  to: string[]
  subject: string
  receivedAt: string
  sizeBytes: number
}

/** A message in the index: the summary, and where its raw bytes start in the segment. */
export interface MessageEntry extends MessageSummary {
  offset: number
}

/** The events of one message that are still to be published: those from number `next` on. */
export interface PendingNotifications {
  id: string
  next: number
  attempts: number
  offset: number
  lengthBytes: number
  /** Kept in memory while the backlog is short; null means that it is read from the log. */
  mail: SentMail | null
}
