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

/** A received message as people see it: decoded, sanitised and cut to the limits. */
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
  /** The time in the header; null where the header has no readable one. */
  date: Date | null
  text: string | null
  /** The HTML without scripts, forms, frames and anything that loads by itself. */
  html: string | null
  files: InboundFile[]
  /** Whether a machine wrote the message (RFC 3834). Auto-replies, list mail and bounces must not be answered. */
  isAutomatic: boolean
  /** Sentences for a person about content that was cut off or could not be read. */
  faults: string[]
}

/** The message that a report is about, as far as the report quotes it. */
export interface ReportedMessage {
  /** The value of the header Message-ID, without angle brackets. */
  messageId: string | null
  /** The value of our header X-Email-Id. */
  emailId: string | null
}

/** The outcome for one recipient (RFC 3464, 2.3). */
export interface ReportedRecipient {
  /** Null where the report names no usable address: the recipient is then that of the email. */
  address: string | null
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** An enhanced status code (RFC 3463) such as `5.1.1`, from the server's reply where the reply has one. */
  status: string
  /** The status that the report itself gives. */
  reportedStatus: string | null
  /** The text of the server that refused the message, on one line, at most 500 characters. */
  diagnostic: string | null
  /** The same text, at most 4,000 characters. */
  reply: string | null
  /** The command that the server refused; null where the report does not name it. */
  command: SmtpCommand | null
  /** The servers that report and refuse, or the name of the format for a report without a status part. */
  source: string
  /** Whether the only address in the reply is the sender's. */
  isAboutSender: boolean
}

/** A report of a mail server on a message of ours. */
export type MailReport =
  | { kind: 'delivery'; at: Date | null; recipients: ReportedRecipient[]; original: ReportedMessage }
  /** A complaint (RFC 5965). */
  | { kind: 'feedback'; at: Date | null; feedbackType: string; original: ReportedMessage }
