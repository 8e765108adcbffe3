import type { MailReference } from '../../models/domain/ses-event.js'
import { Email, type EmailRecord } from '../../models/email.js'

/**
 * Finds the emails that reports are about: by our tags, else by the id that SES gave the message, else by our
 * Message-ID. The latter two say nothing of a project, which is that of the email; whoever reports has proved that it
 * is the provider. The map lacks references to no email of ours.
 */
export async function findReported(
  references: readonly MailReference[],
): Promise<ReadonlyMap<MailReference, EmailRecord>> {
  if (references.length === 0) return new Map()
  const emails = await readEmails(references)
  const byId = new Map(emails.map((email) => [email._id, email]))
  const bySesId = new Map(emails.map((email) => [email.sesMessageId, email]))
  return new Map(
    references.flatMap((reference) => {
      const { tags, sesMessageId, emailId } = reference
      const tagged = tags && byId.get(tags.emailId)
      const found = tags
        ? tagged?.projectId === tags.projectId && tagged
        : (bySesId.get(sesMessageId ?? '') ?? byId.get(emailId ?? ''))
      return found ? [[reference, found] as const] : []
    }),
  )
}

async function readEmails(references: readonly MailReference[]): Promise<EmailRecord[]> {
  const tags = references.flatMap((reference) => reference.tags ?? [])
  const untagged = references.filter((reference) => reference.tags === null)
  const sesIds = untagged.flatMap(({ sesMessageId }) => sesMessageId ?? [])
  const ids = untagged.flatMap(({ emailId }) => emailId ?? [])
  const [tagged, bySesId, byId] = await Promise.all([
    tags.length > 0
      ? read({
          _id: { $in: tags.map(({ emailId }) => emailId) },
          projectId: { $in: [...new Set(tags.map(({ projectId }) => projectId))] },
        })
      : [],
    sesIds.length > 0 ? read({ sesMessageId: { $in: sesIds, $gt: '' } }) : [],
    ids.length > 0 ? read({ _id: { $in: ids } }) : [],
  ])
  return [...tagged, ...bySesId, ...byId]
}

function read(filter: object): Promise<EmailRecord[]> {
  // One batch holds them all: there are no more than the references.
  return Email.find(filter).batchSize(1_000).lean()
}
