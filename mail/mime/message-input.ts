import type { MessageType } from '../../models/template.js'

/** An address with the name shown before it. */
export interface Mailbox {
  address: string
  name?: string | undefined
}

/** A file that goes with a message. An inline one is shown in the HTML by its content id. */
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
  /** What set the message off, as the email record spells it. */
  sourceType: string
  type: MessageType
  from: Mailbox
  replyTo?: string | undefined
  to: Mailbox
  subject: string
  html: string
  /** Derived from the HTML when absent. */
  text?: string | undefined
  /** Puts one-click unsubscribing into the headers. Transactional mail has it only when its body links there. */
  unsubscribeUrl?: string | undefined
  /** Override the service's own, whatever their case; giving half of the unsubscribe pair takes over both. */
  headers?: Record<string, string> | undefined
  attachments?: MessageAttachment[] | undefined
  date?: Date | undefined
}
