import type { EmailCounts, InvitationCounter } from '../../models/daily-count.js'
import type { EmailRecord } from '../../models/email.js'
import type { SetOff } from '../outbox/set-off.js'

/** An email and the counters, such as `sentCount`, that facts about it increased. */
export interface SteppedEmail {
  email: Pick<EmailRecord, '_id' | 'answerableProjectId'>
  counters: readonly string[]
}

const COUNTERS: Partial<Record<string, InvitationCounter>> = {
  sentCount: 'invited',
  bouncedCount: 'invitationsBounced',
  complainedCount: 'invitationsComplained',
}

/**
 * The outbox entries that count invitations (mail of the installation) for the projects whose members caused them. An
 * entry has no event. It counts once towards the project's counters and reputation, as the entries of the project's
 * emails do. `countDays` ignores the entry of a deleted project.
 */
export function countInvitations(emails: readonly SteppedEmail[]): SetOff[] {
  const byProject = new Map<string, { ids: Set<string>; emailCounts: EmailCounts }>()
  for (const { email, counters } of emails) {
    const { _id, answerableProjectId } = email
    for (const counter of counters.flatMap((name) => COUNTERS[name] ?? [])) {
      if (answerableProjectId === undefined) continue
      const of = byProject.get(answerableProjectId) ?? { ids: new Set(), emailCounts: {} }
      of.ids.add(_id)
      of.emailCounts[counter] = (of.emailCounts[counter] ?? 0) + 1
      byProject.set(answerableProjectId, of)
    }
  }
  return [...byProject].map(([projectId, { ids, emailCounts }]) => ({
    kind: 'event',
    projectId,
    ids: [...ids],
    emailCounts,
  }))
}
