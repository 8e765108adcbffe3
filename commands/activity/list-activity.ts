import { newestFirst } from '../../models/domain/activity.js'
import { Contact } from '../../models/contact.js'
import type { Activity, ActivityListing } from './activity.js'
import { SOURCES } from './sources.js'

/** Something that happened, with the address of its contact; null where there is none, or not any more. */
export interface ListedActivity extends Activity {
  contactEmail: string | null
}

/**
 * One page of what happened in a project, newest first, and whether more follows. Each source is read by an index as far as
 * the page needs, so that the cost of a page depends on its size alone.
 */
export async function listActivity(listing: ActivityListing): Promise<{ items: ListedActivity[]; hasMore: boolean }> {
  const { after, limit, projectId } = listing
  const read = await Promise.all(SOURCES.map((source) => source(listing)))
  const all = read
    .flat()
    .filter((item) => !after || newestFirst(after, item) < 0)
    .toSorted(newestFirst)
  const items = all.slice(0, limit)
  const emails = await addressesOf(projectId, items)
  return {
    items: items.map((item) => ({ ...item, contactEmail: emails.get(item.contactId ?? '') ?? null })),
    hasMore: all.length > limit,
  }
}

async function addressesOf(projectId: string, items: readonly Activity[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(items.flatMap(({ contactId }) => contactId ?? []))
  if (ids.size === 0) return new Map()
  const contacts = await Contact.find({ _id: { $in: [...ids] }, projectId }, { email: 1 }).lean()
  return new Map(contacts.map(({ _id, email }) => [_id, email]))
}
