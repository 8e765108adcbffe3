import { Member } from '../../../models/member.js'

interface MemberRef {
  projectId: string
  userId: string
}

/** Whether a member also gets mails about failures and problems of the project. */
export async function wantsNotificationMail({ projectId, userId }: MemberRef): Promise<boolean> {
  return (await Member.exists({ projectId, userId, mailsNotifications: true })) !== null
}

/** Turns the mails about failures and problems of a project on or off for a member. */
export async function setNotificationMail({ projectId, userId }: MemberRef, isOn: boolean): Promise<void> {
  const change = isOn ? { $set: { mailsNotifications: true } } : { $unset: { mailsNotifications: 1 } }
  await Member.updateOne({ projectId, userId }, change, { timestamps: false })
}
