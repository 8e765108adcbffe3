import { Member } from '../../../models/member.js'
import { Notification, type NotificationRecord } from '../../../models/notification.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { countListed } from '../listing/count-listed.js'
import { olderThan } from '../listing/newest-first.js'

// The unread notifications are counted up to this number.
const MOST_UNREAD = 100

/** A query for one page of a project's notifications, newest first, by a member or by a secret key (null). */
export interface NotificationListing {
  projectId: string
  userId: string | null
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** A page of notifications, and how many the member has not read. They are counted for the first page alone. */
export interface NotificationPage {
  notifications: NotificationRecord[]
  hasMore: boolean
  total: number
  unread: number
  /** Null before the member has read any. */
  readAt: Date | null
}

/** One page of a project's notifications, newest first. */
export async function listNotifications(listing: NotificationListing): Promise<NotificationPage> {
  const { projectId, userId, after, limit } = listing
  const told = toldTo(listing)
  const [found, total, { unread, readAt }] = await Promise.all([
    Notification.find({ ...told, ...(after ? olderThan(after) : {}) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean(),
    after ? 0 : countListed(projectId, Notification, told),
    userId === null ? { unread: 0, readAt: null } : countUnread({ projectId, userId }),
  ])
  return { notifications: found.slice(0, limit), hasMore: found.length > limit, total, unread, readAt }
}

/**
 * Marks the notifications of a member as read that were stored up to `until`, or up to now. A later time than now
 * counts as now, and an earlier one than that of another reading changes nothing.
 */
export async function readNotifications(
  { projectId, userId }: { projectId: string; userId: string },
  until: Date | null,
): Promise<void> {
  const now = databaseNow()
  const notificationsReadAt = until && until < now ? until : now
  await Member.updateOne({ projectId, userId }, { $max: { notificationsReadAt } }, { timestamps: false })
}

/** The filter of the notifications that a member is told, or a secret key (null): all but those of their own acts. */
function toldTo({ projectId, userId }: Pick<NotificationListing, 'projectId' | 'userId'>) {
  return { projectId, ...(userId === null ? {} : { byUserId: { $ne: userId } }) }
}

/** How many notifications a member has not read, up to `MOST_UNREAD`. Those before the membership count as read. */
async function countUnread({
  projectId,
  userId,
}: {
  projectId: string
  userId: string
}): Promise<{ unread: number; readAt: Date | null }> {
  const member = await Member.findOne({ projectId, userId }, { notificationsReadAt: 1, createdAt: 1 }).lean()
  if (!member) return { unread: 0, readAt: null }
  const { notificationsReadAt: readAt = null, createdAt } = member
  const filter = { ...toldTo({ projectId, userId }), createdAt: { $gt: readAt ?? createdAt } }
  return { unread: await Notification.countDocuments(filter, { limit: MOST_UNREAD }), readAt }
}
