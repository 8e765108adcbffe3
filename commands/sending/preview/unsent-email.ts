import type { Localisable } from '../../../mail/compose/localise.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'

/** The fields of an email that decide about footer and tracking, for a message that is not stored. */
export function unsentEmail(projectId: string, type: MessageType): Localisable['email'] {
  const sourceType = type === 'TRANSACTIONAL' ? 'TRANSACTIONAL' : 'CAMPAIGN'
  return { projectId, contentId: '', type, sourceType, tracking: null }
}
