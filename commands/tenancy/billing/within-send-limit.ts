import type { ProjectRecord } from '../../../models/project.js'
import { limitExceeded } from './limit-exceeded.js'
import type { BillingSettings } from './project-limits.js'
import { reserveWithin } from './usage-tally.js'

/** A number of transactional emails of a project. */
export interface Sends extends BillingSettings {
  project: Pick<ProjectRecord, '_id' | 'billing'>
  emails: number
}

/**
 * Calls `store`, which stores transactional emails, unless they would exceed the limit of the project. A project with a
 * limit costs a lease now and then. Throws BILLING_LIMIT_EXCEEDED.
 */
export async function withinSendLimit<T>({ project, emails, hasBilling }: Sends, store: () => Promise<T>): Promise<T> {
  const limit = hasBilling ? project.billing?.limits?.transactional : null
  if (limit == null) return store()
  const of = { projectId: project._id, category: 'transactional' } as const
  const reservation = await reserveWithin(limit, of, emails, { isWhole: true })
  if (reservation.granted === 0) throw limitExceeded(of.category, limit, reservation.usage)
  try {
    const stored = await store()
    reservation.complete(emails)
    return stored
  } catch (error) {
    reservation.complete(0)
    throw error
  }
}
