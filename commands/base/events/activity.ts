import type { ClientSession } from 'mongoose'
import { Contact, type ActivitySummary } from '../../../models/contact.js'
import { receiptField, storedReceipt, type CampaignReceipt } from '../../../models/domain/campaign-receipt.js'
import { escapeKey } from '../../../models/domain/fields.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { updateEach } from '../../../models/update-each.js'

/** An event as the activity of its contact counts it. */
export interface Occurrence {
  projectId: string
  contactId: string
  name: string
  at: Date
  /** How often the event counts, once by default. With 0 only the times change. A negative number undoes a count. */
  times?: number
  /** The contact's new receipt of its campaign email, and the number of the campaign. */
  receipt?: { campaignNumber: number; receipt: CampaignReceipt } | undefined
}

type OccurrenceFields = Pick<Occurrence, 'name' | 'at' | 'times' | 'receipt'>

/** The update that adds events to the activity and the campaign receipts of their contact. */
export function activityUpdate(occurrences: readonly OccurrenceFields[]) {
  const times = groupBy(occurrences, ({ name }) => `activity.${escapeKey(name)}`)
  const added = Object.entries(summarise(occurrences.filter(({ times = 1 }) => times >= 0)))
  return {
    $inc: Object.fromEntries([...times].map(([path, of]) => [`${path}.count`, sumOf(of)])),
    $min: Object.fromEntries(added.map(([key, { first }]) => [`activity.${key}.first`, first])),
    $max: {
      ...Object.fromEntries(added.map(([key, { last }]) => [`activity.${key}.last`, last])),
      ...receiptsIn(occurrences),
    },
  }
}

function receiptsIn(occurrences: readonly OccurrenceFields[]): Record<string, number> {
  const greatest: Record<string, number> = {}
  for (const { receipt: of } of occurrences) {
    if (!of) continue
    const field = receiptField(of.campaignNumber)
    greatest[field] = Math.max(greatest[field] ?? 0, storedReceipt(of.campaignNumber, of.receipt))
  }
  return greatest
}

function sumOf(occurrences: readonly OccurrenceFields[]): number {
  return occurrences.reduce((sum, { times = 1 }) => sum + times, 0)
}

/** The activity of a contact that has only these events, by the escaped names of the events. */
export function summarise(occurrences: readonly OccurrenceFields[]): Record<string, ActivitySummary> {
  const byKey = groupBy(occurrences, ({ name }) => escapeKey(name))
  return Object.fromEntries(
    [...byKey].map(([key, of]) => {
      const times = of.map(({ at }) => at.getTime())
      return [key, { first: new Date(Math.min(...times)), last: new Date(Math.max(...times)), count: sumOf(of) }]
    }),
  )
}

/** Adds events to the activity of their contacts, in one write. Returns whether every contact exists. */
export async function addActivity(occurrences: readonly Occurrence[], session: ClientSession): Promise<boolean> {
  const additions = [...groupBy(occurrences, ({ contactId }) => contactId)].flatMap(([contactId, of]) => {
    const [first] = of
    return first ? [{ contactId, projectId: first.projectId, of }] : []
  })
  if (additions.length === 0) return true
  // Contacts with the same events, such as the recipients of a campaign, share an update.
  const byUpdate = groupBy(additions, ({ projectId, of }) =>
    JSON.stringify([projectId, of.map(({ name, at, times, receipt }) => [name, at, times, receipt])]),
  )
  const { matchedCount } = await updateEach(
    Contact,
    [...byUpdate.values()].map((same) => ({
      filter: { _id: { $in: same.map(({ contactId }) => contactId) }, projectId: same[0]?.projectId ?? '' },
      update: activityUpdate(same[0]?.of ?? []),
      isMany: true,
    })),
    session,
  )
  return matchedCount === additions.length
}
