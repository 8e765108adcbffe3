import type { EmailCounts } from '../../models/daily-count.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { SetOff } from '../outbox/set-off.js'

const HARMS = [
  'bounced',
  'complained',
  'invitationsBounced',
  'invitationsComplained',
] as const satisfies (keyof EmailCounts)[]

/**
 * The judgements that counted events set off: each project with a bounce or a complaint among them is judged anew. A
 * project that is not among the `existing` ones is deleted.
 */
export function judgementsOf(entries: readonly OutboxEntry[], existing: ReadonlyMap<string, unknown>): SetOff[] {
  const harmed = entries.filter(({ emailCounts = {} }) => HARMS.some((counter) => emailCounts[counter]))
  const ids = [...new Set(harmed.map(({ projectId }) => projectId))].filter((id) => existing.has(id))
  return ids.map((projectId) => ({ kind: 'project', projectId, ids: [projectId] }))
}
