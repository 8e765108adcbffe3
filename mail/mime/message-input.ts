import type { MessageType } from '../../models/template.js'

/** An address with the name shown before it. */
export interface Mailbox {
  address: string
  name?: string | undefined
}

/** A file of a message. The HTML shows an inline file by its content id. */
export interface MessageAttachment {
  filename: string
  contentType: string
  contentId?: string | undefined
  disposition: 'attachment' | 'inline'
  content: Buffer
}

/** One message to one recipient, rendered. */
export interface MessageInput {
  emailId: string
  projectId: string
  campaignId?: string | undefined
  /** The source of the message, as the email record spells it. */
  sourceType: string
  type: MessageType
  from: Mailbox
  replyTo?: string | undefined
  to: Mailbox
  subject: string
  html: string
  /** Made from the HTML when absent. */
  text?: string | undefined
  /** Adds the headers of one-click unsubscribing. Transactional mail has them only when its body links there. */
  unsubscribeUrl?: string | undefined
  /** Replace our own headers, in any letter case; half of the unsubscribe pair replaces both halves. */
  headers?: Record<string, string> | undefined
  attachments?: MessageAttachment[] | undefined
  date?: Date | undefined
}
