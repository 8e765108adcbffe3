import { Email } from '../../../models/email.js'

/** Removes recipients and contents from emails whose contacts are deleted. */
export async function eraseRecipients(projectId: string, emailIds: string[]): Promise<void> {
  await Email.updateMany(
    { _id: { $in: emailIds }, projectId },
    { $set: { to: '', subject: '', variables: null }, $unset: { toSpelling: 1 } },
  )
}
