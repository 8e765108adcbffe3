import { mongodbConnected } from '../../runtime/mongodb/connection.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { withinTime } from '../../runtime/concurrency/within-time.js'
import { MigrationRecord } from '../migration.js'
import { MIGRATIONS } from './index.js'
import type { Migration } from './migration.js'

// The time for which the driver searches for a server.
const WAIT_MS = 3_000

/**
 * The reason for which a version with these migrations must not work on the connected database, or null. The version
 * must know the migrations that newer versions require. Its migrations must have ended, except those during which it
 * can serve.
 */
export async function findSchemaFault(migrations: readonly Migration[] = MIGRATIONS): Promise<string | null> {
  const records = await MigrationRecord.find({}, { compatibleFrom: 1, finishedAt: 1, version: 1 }).lean()
  const lastNumber = migrations.at(-1)?.number ?? 0
  const strictestRecord = records.toSorted((a, b) => b.compatibleFrom - a.compatibleFrom)[0]
  if (strictestRecord && strictestRecord.compatibleFrom > lastNumber) {
    const { _id, version, compatibleFrom } = strictestRecord
    return (
      `The database is newer than this version: migration ${_id} of version ${version} demands a process that knows ` +
      `migration ${compatibleFrom}, and this one knows ${lastNumber}. Start version ${version} or a later one.`
    )
  }
  const finished = new Set(records.flatMap(({ _id, finishedAt }) => (finishedAt ? [_id] : [])))
  const missing = migrations.find(({ number, isAwaited }) => isAwaited !== false && !finished.has(number))
  if (!missing) return null
  return `The database is older than this version: migration ${missing.number} has not been run. Run \`posthorn migrate\` first.`
}

/**
 * Compares the database with this version, and calls `refuse` with the reason when they do not match. Resolves after
 * the comparison, or after three seconds while MongoDB is unavailable. In that case the comparison follows when MongoDB
 * is available again.
 */
export async function requireSchema(refuse: (reason: string) => void): Promise<void> {
  const comparison = mongodbConnected()
    .then(() => retryWhileUnavailable(() => findSchemaFault()))
    .catch((error: unknown) => {
      // If a stop closes the connection, the comparison ends.
      return isMongodbUnavailable(error)
        ? null
        : `The database's migrations cannot be read: ${loggableError(error).message}`
    })
    .then((fault) => (fault === null ? undefined : refuse(fault)))
  await withinTime(comparison, WAIT_MS, 'MongoDB is away').catch(() => undefined)
}
