import { LRUCache } from 'lru-cache'
import type { ClientSession } from 'mongoose'
import { groupBy } from '../../models/domain/group-by.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { SharedVariables, type SharedVariablesRecord } from '../../models/shared-variables.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { contentExpiry } from './store-content.js'

const MAX_LOADED_CHARACTERS = 16 * 1024 * 1024
const LOADED_TTL_MS = 600_000

// Emails of one request are delivered in groups: each process reads their variables once.
const loaded = new LRUCache<string, SharedVariablesRecord, string>({
  max: 1_000,
  maxSize: MAX_LOADED_CHARACTERS,
  ttl: LOADED_TTL_MS,
  sizeCalculation: ({ data, headers }) => JSON.stringify([data, headers]).length,
  // An entry that is evicted while it is read still answers its readers.
  ignoreFetchAbort: true,
  fetchMethod: async (id, _stale, { context: projectId }) =>
    (await SharedVariables.findOne({ _id: id, projectId }).lean()) ?? undefined,
})

/**
 * The document for what the emails of a request share, to be stored with them; null when one email alone holds it, or
 * when there is nothing to hold. `data` has escaped keys.
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
 * The email with the variables and headers that it shares with others, under its own; null when the shared ones are no
 * longer kept.
 */
export async function withSharedVariables(email: EmailRecord): Promise<EmailRecord | null> {
  const { projectId, sharedVariablesId, variables, headers } = email
  if (sharedVariablesId === undefined) return email
  const shared = await loaded.fetch(sharedVariablesId, { context: projectId })
  if (shared?.projectId !== projectId) return null
  return {
    ...email,
    variables: { ...variables, data: { ...shared.data, ...variables?.data } },
    headers: [...shared.headers, ...headers],
  }
}

/**
 * Takes the shared variables from emails, and deletes those that no email refers to any more. Safe to repeat: an email
 * is counted once.
 */
export async function releaseSharedVariables(projectId: string, emailIds: string[]): Promise<void> {
  if (emailIds.length === 0) return
  await inTransaction(async (session) => {
    const holding = { _id: { $in: emailIds }, projectId, sharedVariablesId: { $gt: '' } }
    const holders = await Email.find(holding, { sharedVariablesId: 1 }, { session }).lean()
    if (holders.length === 0) return
    await Email.updateMany(holding, { $unset: { sharedVariablesId: 1 } }, { session })
    const bySharedId = groupBy(holders, ({ sharedVariablesId = '' }) => sharedVariablesId)
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
