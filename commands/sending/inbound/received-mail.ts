import type { Verdicts } from '../../../models/received-body.js'

/** What a mail server or SES tells us about a message. */
export interface MailOrigin {
  /**
   * Messages with the same key are read one after the other. The key is the network of the other server, or the domain
   * that SES received the message for.
   */
  queueKey: string
  /** The recipients of the envelope. */
  recipients: readonly string[]
  /** The sender of the envelope; empty for a bounce (RFC 5321, section 4.5.5). */
  sender: string
  /**
   * The verdicts on a message whose From shows the address `from`, or null if it shows no single address. SES sends its
   * verdicts with the message; a message by SMTP is examined in this call. Never throws.
   */
  verdictsOn(raw: Buffer, from: string | null): Promise<Verdicts>
  /** The id of the message by SES. Without it a hash of the bytes identifies the message. */
  id?: string
}

/** A message that waits to be read; a large one waits outside of memory. */
export interface ReceivedMail extends MailOrigin {
  /** The memory that `load` takes, or an upper limit of it. */
  sizeBytes: number
  /** Loads the message; null if it is gone or too large. */
  load(): Promise<Buffer | null>
}

/** A message in memory, ready to be read. */
export interface LoadedMail extends MailOrigin {
  raw: Buffer
}
