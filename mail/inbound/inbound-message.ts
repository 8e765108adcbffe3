import type { SmtpCommand } from '../../models/domain/bounces/bounce-rules.js'
import type { Mailbox } from '../mime/message-input.js'

/** A file of a received message. */
export interface InboundFile {
  filename: string
  contentType: string
  contentId: string | null
  disposition: 'attachment' | 'inline'
  content: Uint8Array
}

/** A received message as it is shown: decoded, sanitised, and cut to the limits of what is kept. */
export interface InboundMessage {
  /** Without angle brackets. */
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  /** Null when the header is missing or holds no address. */
  from: Mailbox | null
  replyTo: Mailbox | null
  to: Mailbox[]
  cc: Mailbox[]
  subject: string
  /** The header's own time, if it is one. */
  date: Date | null
  text: string | null
  /** Without scripts, forms, frames and anything that loads by itself. */
  html: string | null
  files: InboundFile[]
  /** Whether a machine wrote it (RFC 3834): auto-replies, list mail and bounces must not be answered. */
  isAutomatic: boolean
  /** What was cut off or could not be read, as sentences for a person. */
  faults: string[]
}

/** The message that a report tells of, as far as the report quotes it. */
export interface ReportedMessage {
  /** Of the header Message-ID, without angle brackets. */
  messageId: string | null
  /** Of our header X-Email-Id. */
  emailId: string | null
}

/** What became of one recipient (RFC 3464, 2.3). */
export interface ReportedRecipient {
  /** Null where the report names none that can be used: the recipient is that of the email. */
  address: string | null
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** An enhanced status code (RFC 3463) such as `5.1.1`: that of the server's own reply, where there is one. */
  status: string
  /** The status that the report itself gives. */
  reportedStatus: string | null
  /** The text of the server that refused it, on one line, at most 500 characters. */
  diagnostic: string | null
  /** The same, at most 4,000 characters. */
  reply: string | null
  /** The command that the server refused; null where nothing says which. */
  command: SmtpCommand | null
  /** The servers that report and refuse, or the format of a report in words alone. */
  source: string
  /** Whether the only address in the reply is the sender's. */
  isAboutSender: boolean
}

/** A report of a mail server on a message of ours. */
export type MailReport =
  | { kind: 'delivery'; at: Date | null; recipients: ReportedRecipient[]; original: ReportedMessage }
  /** A complaint (RFC 5965). */
  | { kind: 'feedback'; at: Date | null; feedbackType: string; original: ReportedMessage }
