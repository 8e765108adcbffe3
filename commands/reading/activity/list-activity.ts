import { newestFirst } from '../../../models/domain/activity.js'
import { Contact } from '../../../models/contact.js'
import type { Activity, ActivityListing } from './activity.js'
import { SOURCES } from './sources.js'

/** An activity with the address of its contact; null without a contact, and for a deleted one. */
export interface ListedActivity extends Activity {
  contactEmail: string | null
}

/**
 * A page of a feed, whether more pages follow, and how many items all pages have. `total` is 0 after the first page.
 */
export interface ActivityPage {
  items: ListedActivity[]
  hasMore: boolean
  total: number
}

/**
 * One page of the activities of a project, newest first. Each source is read through an index, as far as the page
 * needs. The sources are counted for the first page alone (`countListed`).
 */
export async function listActivity(listing: ActivityListing): Promise<ActivityPage> {
  const { after, limit, projectId } = listing
  const [read, counts] = await Promise.all([
    Promise.all(SOURCES.map((source) => source.read(listing))),
    Promise.all(after ? [] : SOURCES.map((source) => source.count(listing))),
  ])
  const all = read
    .flat()
    .filter((item) => !after || newestFirst(after, item) < 0)
    .toSorted(newestFirst)
  const items = all.slice(0, limit)
  const emails = await addressesOf(projectId, items)
  return {
    items: items.map((item) => ({ ...item, contactEmail: emails.get(item.contactId ?? '') ?? null })),
    hasMore: all.length > limit,
    total: counts.reduce((sum, count) => sum + count, 0),
  }
}

async function addressesOf(projectId: string, items: readonly Activity[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(items.flatMap(({ contactId }) => contactId ?? []))
  if (ids.size === 0) return new Map()
  const contacts = await Contact.find({ _id: { $in: [...ids] }, projectId }, { email: 1 }).lean()
  return new Map(contacts.map(({ _id, email }) => [_id, email]))
}
