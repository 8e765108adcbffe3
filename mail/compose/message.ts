import type { Utm } from '../../models/domain/utm.js'
import type { EmailRecord } from '../../models/email.js'
import type { ProjectRecord } from '../../models/project.js'
import type { Translation } from '../../models/template.js'
import type { MessageAttachment } from '../mime/message-input.js'
import type { ScopedContact } from '../rendering/contact-scope.js'

/** A message of any source, before it is composed. */
export interface Message {
  email: EmailRecord
  /** The content that the email names by its id. */
  content: Translation & { translations?: Record<string, Partial<Translation>> | null; utm?: Utm | null }
  contact: ScopedContact
  project: ProjectRecord
  attachments: MessageAttachment[]
}

/** A message for the provider. */
export interface ComposedMessage {
  raw: Buffer
  /** The subject as rendered for the recipient. */
  subject: string
  /** Whether its links and its pixel lead to us. */
  isTracked: boolean
}
