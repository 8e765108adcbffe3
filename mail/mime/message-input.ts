import type { EncodedBodies } from './quoted-printable.js'
import type { MessageType } from '../../models/domain/message-kinds.js'

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

/** The part of a message that its headers are made from. */
export interface MessageHead {
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
  /** Adds the headers of one-click unsubscribing. Transactional mail has them only when its body links to the page. */
  unsubscribeUrl?: string | undefined
  /** Headers that replace ours, in any letter case. Half of the unsubscribe pair replaces both halves. */
  headers?: Record<string, string> | undefined
  date?: Date | undefined
}

/** One message to one recipient. */
export interface MessageInput extends MessageHead {
  bodies: EncodedBodies
  attachments?: MessageAttachment[] | undefined
}
