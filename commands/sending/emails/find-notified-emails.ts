import { byShard, projectsOf } from '../../../models/by-shard.js'
import type { MailReference } from '../../../models/domain/ses-event.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { acrossProjects, type OwnedFilter } from '../../../models/owned-model.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'

const UNTAGGED = 'a notification without our tags names no project'

/**
 * Finds the emails that notifications are about: by our tags, else by the recipient and the id that SES gave the
 * message, else by our Message-ID. The last two name no project; the sender of the notification has proved that it is
 * the provider. A reference to no email of ours is missing in the map.
 */
export async function findNotifiedEmails(
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
  const to = untagged.flatMap(({ recipients }) => recipients)
  const ids = untagged.flatMap(({ emailId }) => emailId ?? [])
  const [tagged, bySesId, byId] = await Promise.all([
    Promise.all(byShard(tags).map(readTagged)),
    sesIds.length > 0 && to.length > 0
      ? read(acrossProjects({ to: spelledAsAny(to), sesMessageId: { $in: sesIds } }, UNTAGGED))
      : [],
    ids.length > 0 ? read(acrossProjects({ _id: { $in: ids } }, UNTAGGED)) : [],
  ])
  return [...tagged.flat(), ...bySesId, ...byId]
}

function readTagged(tags: { projectId: string; emailId: string }[]): Promise<EmailRecord[]> {
  return read({ _id: { $in: tags.map(({ emailId }) => emailId) }, projectId: projectsOf(tags) })
}

function read(filter: OwnedFilter<EmailRecord>): Promise<EmailRecord[]> {
  // One batch holds all emails, because there are no more than the references.
  return Email.find(filter).batchSize(1_000).lean()
}
