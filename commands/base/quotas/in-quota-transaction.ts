import type { ClientSession } from 'mongoose'
import { createKeyedMutex } from '../../../runtime/concurrency/keyed-mutex.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'

const creations = createKeyedMutex()

/**
 * Runs a transaction that creates what counts in a quota of a project (`requireQuota`). Such transactions of one
 * project change one document, so that they wait for each other here instead of aborting each other in MongoDB. `work`
 * must not begin another one.
 */
export function inQuotaTransaction<T>(projectId: string, work: (session: ClientSession) => Promise<T>): Promise<T> {
  return creations.runExclusive(projectId, () => inTransaction(work))
}
