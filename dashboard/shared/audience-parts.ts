import type { CountedAudience } from './counted-audience.js'

/** A part of an audience that the count tells apart; the snoozed contacts are some of the unsubscribed ones. */
export type AudiencePart = 'eligible' | 'unsubscribed' | 'snoozed' | 'suppressed'

/** The address of the list of contacts that shows a part of an audience, by the rule of the count. */
export function contactsOf({ condition, segmentId, type }: CountedAudience, part: AudiencePart) {
  const members = condition ? { where: condition } : segmentId ? { segment: segmentId } : {}
  if (part === 'unsubscribed' || part === 'snoozed') return { ...members, status: part }
  // Transactional mail also reaches contacts that have unsubscribed.
  const asked = type === 'TRANSACTIONAL' ? {} : { status: 'subscribed' as const }
  return { ...members, ...asked, suppressed: part === 'suppressed' }
}
