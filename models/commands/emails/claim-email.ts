import { Email, type EmailRecord } from '../../email.js'

/** Which message, and which claim of it. */
export interface EmailClaim {
  projectId: string
  emailId: string
  attempt: number
}

/**
 * Claims a waiting message for handing it over: PENDING → SENDING, counted as one attempt more. Null when it
 * is not waiting. Claims are taken for what is about to leave, so that a crash puts few messages in doubt.
 */
export async function claimEmail(projectId: string, emailId: string): Promise<EmailRecord | null> {
  return Email.findOneAndUpdate(
    { _id: emailId, projectId, status: 'PENDING' },
    { $set: { status: 'SENDING', claimedAt: new Date() }, $inc: { attempt: 1 }, $unset: { dispatch: 1 } },
    { returnDocument: 'after' },
  ).lean()
}

/** Takes over the claim of an attempt that is known to have come to nothing; null when somebody else did. */
export async function reclaimEmail({ projectId, emailId, attempt }: EmailClaim): Promise<EmailRecord | null> {
  return Email.findOneAndUpdate(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    { $set: { claimedAt: new Date() }, $inc: { attempt: 1 } },
    { returnDocument: 'after' },
  ).lean()
}

/** Gives a claim back after the provider surely did not take the message: SENDING → PENDING. */
export async function releaseEmail({ projectId, emailId, attempt }: EmailClaim): Promise<void> {
  await Email.updateOne(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    { $set: { status: 'PENDING', claimedAt: null } },
  )
}
