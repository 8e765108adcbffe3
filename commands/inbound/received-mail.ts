import type { Verdicts } from '../../models/received-body.js'

/** A message as a mail server or SES hands it to us. */
export interface ReceivedMail {
  raw: Buffer
  /** The recipients of the envelope. */
  recipients: readonly string[]
  /** The sender of the envelope; empty for a report of a machine. */
  sender: string
  verdicts: Verdicts
  /** Identifies the message where SES does; else its bytes do. */
  id?: string
}
