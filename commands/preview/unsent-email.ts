import type { Localisable } from '../../mail/compose/localise.js'
import type { MessageType } from '../../models/template.js'

/** What decides about the footer and the tracking of a message that is shown, and not stored. */
export function unsentEmail(projectId: string, type: MessageType): Localisable['email'] {
  const sourceType = type === 'TRANSACTIONAL' ? 'TRANSACTIONAL' : 'CAMPAIGN'
  return { projectId, contentId: '', type, sourceType, tracking: null }
}
