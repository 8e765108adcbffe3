import { LRUCache } from 'lru-cache'
import type { ClientSession } from 'mongoose'
import { groupBy } from '../../../models/domain/group-by.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { SharedVariables, type SharedVariablesRecord } from '../../../models/shared-variables.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { contentExpiry } from './store-content.js'

const MAX_LOADED_CHARACTERS = 16 * 1024 * 1024
const LOADED_TTL_MS = 600_000

// Emails of one request are delivered in groups. With this cache a process reads their variables once.
const cache = new LRUCache<string, SharedVariablesRecord, string>({
  max: 1_000,
  maxSize: MAX_LOADED_CHARACTERS,
  ttl: LOADED_TTL_MS,
  sizeCalculation: ({ data, headers }) => JSON.stringify([data, headers]).length,
  // Readers of an entry that is evicted during its read still get the answer.
  ignoreFetchAbort: true,
  fetchMethod: async (id, _stale, { context: projectId }) =>
    (await SharedVariables.findOne({ _id: id, projectId }).lean()) ?? undefined,
})

/**
 * The document with the variables and headers that the emails of a request share. Null for a single email, which holds
 * them itself, and when there are none. `data` has escaped keys.
 */
export function shareVariables(
  request: { projectId: string; data: Record<string, unknown>; headers: [string, string][]; emails: number },
  retentionDays: number,
): SharedVariablesRecord | null {
  const { data, headers, emails } = request
  if (emails < 2 || (Object.keys(data).length === 0 && headers.length === 0)) return null
  return { _id: newId(), ...request, expiresAt: contentExpiry(retentionDays) }
}

/** Stores shared variables together with the emails that refer to them. */
export async function storeSharedVariables(record: SharedVariablesRecord, session: ClientSession): Promise<void> {
  await SharedVariables.insertMany([record], { lean: true, session })
}

/**
 * The email with the variables and headers that it shares with other emails. Its own variables override the shared
 * ones. Null when the shared document is deleted.
 */
export async function withSharedVariables(email: EmailRecord): Promise<EmailRecord | null> {
  const { projectId, sharedVariablesId, variables, headers } = email
  if (sharedVariablesId === undefined) return email
  const shared = await cache.fetch(sharedVariablesId, { context: projectId })
  if (shared?.projectId !== projectId) return null
  return {
    ...email,
    variables: { ...variables, data: { ...shared.data, ...variables?.data } },
    headers: [...shared.headers, ...headers],
  }
}

/**
 * Removes the references of emails to shared variables, and deletes the documents to which no email refers any more.
 * Safe to repeat, because an email without a reference does not count again.
 */
export async function releaseSharedVariables(projectId: string, emailIds: string[]): Promise<void> {
  if (emailIds.length === 0) return
  await inTransaction(async (session) => {
    const referring = { _id: { $in: emailIds }, projectId, sharedVariablesId: { $gt: '' } }
    const emails = await Email.find(referring, { sharedVariablesId: 1 }, { session }).lean()
    if (emails.length === 0) return
    await Email.updateMany(referring, { $unset: { sharedVariablesId: 1 } }, { session })
    const bySharedId = groupBy(emails, ({ sharedVariablesId = '' }) => sharedVariablesId)
    const releases = [...bySharedId].map(([_id, { length }]) => {
      return { updateOne: { filter: { _id, projectId }, update: { $inc: { emails: -length } } } }
    })
    await SharedVariables.bulkWrite(releases, { session })
    await SharedVariables.deleteMany(
      { _id: { $in: [...bySharedId.keys()] }, projectId, emails: { $lte: 0 } },
      { session },
    )
  })
}
