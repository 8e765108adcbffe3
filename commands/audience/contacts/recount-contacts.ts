import mongoose from 'mongoose'
import { ContactCount, type ContactTotals } from '../../../models/contact-count.js'
import { Contact } from '../../../models/contact.js'
import { contactTotals } from './contact-totals.js'

/** A counter of a project that differs from a count of its contacts. */
export interface CounterDifference {
  counter: keyof ContactTotals
  is: number
  shouldBe: number
}

/** The result of a recount. */
export interface Recount {
  contacts: number
  differences: CounterDifference[]
}

/**
 * Counts the contacts of a project and compares them with its counters, both in one snapshot, so that the result is
 * right while the project is in use. `repair` adds the differences to the counters.
 */
export async function recountContacts(projectId: string, { repair = false } = {}): Promise<Recount> {
  const session = await mongoose.connection.startSession({ snapshot: true })
  try {
    const [counted = { contacts: 0, subscribed: 0 }] = await Contact.aggregate<ContactTotals>([
      { $match: { projectId } },
      { $group: { _id: null, contacts: { $sum: 1 }, subscribed: { $sum: { $cond: ['$subscribed', 1, 0] } } } },
    ]).session(session)
    const totals = await contactTotals(projectId, session)
    const differences = (['contacts', 'subscribed'] as const)
      .map((counter) => ({ counter, is: totals[counter], shouldBe: counted[counter] }))
      .filter(({ is, shouldBe }) => is !== shouldBe)
    for (const { counter, is, shouldBe } of repair ? differences : []) {
      await ContactCount.updateOne(
        { _id: projectId, projectId },
        { $inc: { [counter]: shouldBe - is } },
        { upsert: true },
      )
    }
    return { contacts: counted.contacts, differences }
  } finally {
    await session.endSession()
  }
}
