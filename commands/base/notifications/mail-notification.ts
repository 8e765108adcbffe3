import type { ClientSession } from 'mongoose'
import { Job } from '../../../models/job.js'
import { Member } from '../../../models/member.js'
import { newId } from '../../../runtime/ids.js'
import { setOff } from '../outbox/set-off.js'

/**
 * Has a notification mailed to the members who want that, by a job: in the transaction that stores the notification, so
 * that each is mailed once. Without such a member there is no job.
 */
export async function mailNotification(
  { projectId, notificationId }: { projectId: string; notificationId: string },
  session: ClientSession,
): Promise<void> {
  // Memberships may be on another shard, so the transaction leaves them out: the job reads them anew.
  if (!(await Member.exists({ projectId, mailsNotifications: true }))) return
  const _id = newId()
  await Job.create([{ _id, projectId, kind: 'TELL_MEMBERS', input: { notificationId }, result: {} }], { session })
  await setOff(session, { kind: 'job', projectId, ids: [_id] })
}
