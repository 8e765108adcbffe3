import type { ClientSession } from 'mongoose'
import { ContactCount, type ContactTotals } from '../../../models/contact-count.js'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'

/**
 * The current numbers of a project's contacts: the counters and the steps that wait in the outbox, as one snapshot has
 * them; that of `session` if given.
 */
export async function contactTotals(projectId: string, session?: ClientSession): Promise<ContactTotals> {
  const sum = Outbox.aggregate<ContactTotals>([
    { $match: { ...inQueue('contact', projectId), contactCounts: { $exists: true } } },
    { $replaceWith: '$contactCounts' },
    { $unionWith: { coll: ContactCount.collection.name, pipeline: [{ $match: { _id: projectId, projectId } }] } },
    { $group: { _id: null, contacts: { $sum: '$contacts' }, subscribed: { $sum: '$subscribed' } } },
    { $project: { _id: 0 } },
  ])
  const [totals] = await (session ? sum.session(session) : sum.option({ readConcern: { level: 'snapshot' } }))
  return totals ?? { contacts: 0, subscribed: 0 }
}
