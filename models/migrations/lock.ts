import { setTimeout as delay } from 'node:timers/promises'
import { hostname } from 'node:os'
import { repeat } from '../../runtime/concurrency/repeat.js'
import { newId } from '../../runtime/ids.js'
import { retryOnDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { SchemaState } from '../schema-state.js'
import { MigrationError } from './migration.js'

/** The time for which a lock outlives its process. */
export const LEASE_MS = 20_000
const WAIT_MS = 250

/** The lock of a database: only its owner may migrate. */
export interface MigrationLock {
  /** Aborted when the lease was not renewed in time. */
  signal: AbortSignal
  release(): Promise<void>
}

/** Waits for the lock of the database. While another process has the lock, calls `onWait` once with its holder. */
export async function acquireLock(onWait: (holder: string) => void, leaseMs = LEASE_MS): Promise<MigrationLock> {
  const me = `${hostname()}:${process.pid}:${newId()}`
  let hasReported = false
  for (;;) {
    const holder = await retryOnDuplicateKey(() => take(me, leaseMs))
    if (holder === me) return hold(me, leaseMs)
    if (!hasReported) onWait(holder)
    hasReported = true
    await delay(WAIT_MS)
  }
}

/** Acquires the lock if it is free or has expired, by the database's clock. Returns the holder after that. */
async function take(me: string, leaseMs: number): Promise<string> {
  const isFree = { $lte: [{ $ifNull: ['$lock.until', new Date(0)] }, '$$NOW'] }
  const ownLease = { holder: me, until: { $add: ['$$NOW', leaseMs] } }
  const { lock } = await SchemaState.findOneAndUpdate(
    { _id: 'schema' },
    [{ $set: { lock: { $cond: [isFree, ownLease, '$lock'] } } }],
    { upsert: true, returnDocument: 'after', updatePipeline: true },
  ).lean()
  return lock?.holder ?? ''
}

function hold(me: string, leaseMs: number): MigrationLock {
  const loss = new AbortController()
  let renewedAt = performance.now()
  const renewal = repeat(leaseMs / 4, async () => {
    const askedAt = performance.now()
    const isMine = await renew(me, leaseMs).catch(() => null)
    if (isMine) renewedAt = askedAt
    if (isMine === false || performance.now() - renewedAt > leaseMs) {
      loss.abort(new MigrationError('Another process has taken over the migration.'))
    }
  })
  return {
    signal: loss.signal,
    async release() {
      await renewal.stop()
      await SchemaState.updateOne({ _id: 'schema', 'lock.holder': me }, { $set: { lock: null } })
    },
  }
}

async function renew(me: string, leaseMs: number): Promise<boolean> {
  const until = { $add: ['$$NOW', leaseMs] }
  const ownLock = { _id: 'schema', 'lock.holder': me } as const
  const { matchedCount } = await SchemaState.updateOne(ownLock, [{ $set: { 'lock.until': until } }], {
    updatePipeline: true,
  })
  return matchedCount === 1
}
