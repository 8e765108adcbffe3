import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { SOFT_BOUNCE_PAUSE_MS } from '../../../models/domain/bounces/soft-bounce-run.js'
import { isBadRow, type BadRow, type FileRow } from '../../../models/domain/import-row.js'
import {
  readSuppressionHeader,
  readSuppressionRow,
  type SuppressionRow,
} from '../../../models/domain/suppression-row.js'
import { NO_ROWS, type ImportInput } from '../../../models/import-job.js'
import { Suppression, type SuppressionRecord } from '../../../models/suppression.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'
import type { RowCounts } from './advance-import.js'

/** The valid and the faulty rows of a slice of a file of suppressions. */
export function readSuppressions(
  { format, header }: ImportInput,
  sent: readonly FileRow[],
): { rows: SuppressionRow[]; bad: BadRow[] } {
  const columns = format === 'csv' ? readSuppressionHeader(header) : null
  const read = sent.map((row) => readSuppressionRow(row, columns))
  return { rows: read.flatMap((row) => (isBadRow(row) ? [] : [row])), bad: read.filter(isBadRow) }
}

/**
 * Decides what a few hundred rows do. An address that is suppressed for good keeps its reason. A pause after soft
 * bounces becomes a suppression for good by a row with another reason; a row that says `SOFT_BOUNCES` pauses an address
 * that is not suppressed, from now on. `write` stores it.
 */
export async function suppressRowsIn(
  session: ClientSession,
  projectId: string,
  rows: readonly SuppressionRow[],
): Promise<{ counts: RowCounts; write: () => Promise<void> }> {
  const now = databaseNow()
  const those = { projectId, email: spelledAsAny(rows.map(({ email }) => email)) }
  const found = await Suppression.find(those, {}, { session }).lean()
  const byEmail = new Map<string, SuppressionRecord>(found.map((each) => [normaliseAddress(each.email), each]))
  const changed = new Map<string, SuppressionRecord>()
  const counts = { ...NO_ROWS }
  for (const { email, reason } of rows) {
    const before = byEmail.get(email)
    const isOver = before?.expiresAt !== undefined && before.expiresAt <= now
    const isKept = before && !isOver && (before.reason !== 'SOFT_BOUNCES' || reason === 'SOFT_BOUNCES')
    counts[before && !isOver ? 'updated' : 'created'] += 1
    if (isKept) {
      counts.unchanged += 1
      continue
    }
    const kept = { _id: before?._id ?? newId(), projectId, email: before?.email ?? email, reason, createdAt: now }
    const after: SuppressionRecord = reason === 'SOFT_BOUNCES' ? { ...kept, expiresAt: pauseEnd(now) } : kept
    byEmail.set(email, after)
    changed.set(after._id, after)
  }
  const write = async (): Promise<void> => {
    if (changed.size === 0) return
    const writes = [...changed].map(([_id, replacement]) => ({
      replaceOne: { filter: { _id, projectId }, replacement, upsert: true },
    }))
    await Suppression.collection.bulkWrite(writes as never[], { session })
  }
  return { counts, write }
}

function pauseEnd(now: Date): Date {
  return new Date(now.getTime() + SOFT_BOUNCE_PAUSE_MS)
}
