import type { Verdicts } from '../../models/received-body.js'

/** What a mail server or SES says of a message that it hands to us. */
export interface MailOrigin {
  /**
   * Mail of one key is read one after the other: the network of the other server, or the domain that SES received for.
   */
  queueKey: string
  /** The recipients of the envelope. */
  recipients: readonly string[]
  /** The sender of the envelope; empty for a report of a machine. */
  sender: string
  /**
   * The verdicts on a message that shows `from` as its sender, null where it shows no single address. SES has given
   * them already; mail by SMTP is examined now. Never throws.
   */
  verdictsOn(raw: Buffer, from: string | null): Promise<Verdicts>
  /** Identifies the message where SES does; else its bytes do. */
  id?: string
}

/** A message that waits for its turn, outside of memory where it is large. */
export interface ReceivedMail extends MailOrigin {
  /** The memory that `load` takes, or the most that it may take. */
  sizeBytes: number
  /** Loads the message; null for one that is gone or too large. */
  load(): Promise<Buffer | null>
}

/** A message whose turn has come. */
export interface LoadedMail extends MailOrigin {
  raw: Buffer
}
