import { InstallationTotals, type InstallationTotalsRecord } from '../../../models/installation-totals.js'
import { OUTBOX_KINDS } from '../../../models/outbox-entry.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { clearTotals, setTotals } from '../../../runtime/metrics/installation.js'
import { withinTime } from '../../../runtime/concurrency/within-time.js'
import { UNKNOWN_KINDS } from '../outbox/count-parked.js'
import { countTotals } from './count-totals.js'

const EVERY_MS = 15_000
const TIMEOUT_MS = 3_000

/**
 * Sets the metrics of the whole installation before a scrape. The totals are counted at most every 15 seconds, by the
 * process that wins the compare-and-set on their time; the other processes read what it stored. Without MongoDB the
 * metrics are missing, because old ones would mislead.
 */
export async function refreshInstallationTotals(): Promise<void> {
  try {
    const totals = await withinTime(currentTotals(), TIMEOUT_MS, 'The totals were not counted in time')
    if (totals) publish(totals)
  } catch {
    clearTotals()
  }
}

async function currentTotals(): Promise<InstallationTotalsRecord | null> {
  const stored = await InstallationTotals.findOne({ _id: 'totals' }).lean()
  const now = databaseNow()
  if (stored && now.getTime() - stored.at.getTime() < EVERY_MS) return stored
  if (!(await claim(stored?.at, now))) return stored
  return InstallationTotals.findOneAndUpdate(
    { _id: 'totals' },
    { $set: await countTotals() },
    { returnDocument: 'after' },
  ).lean()
}

async function claim(before: Date | undefined, at: Date): Promise<boolean> {
  try {
    if (!before) await InstallationTotals.create({ _id: 'totals', at })
    return !before || (await InstallationTotals.updateOne({ _id: 'totals', at: before }, { at })).modifiedCount > 0
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

function publish({ outbox, parked, activeExecutions, sendingCampaigns }: InstallationTotalsRecord): void {
  const now = databaseNow().getTime()
  const waiting = OUTBOX_KINDS.map((kind) => {
    const { entries = 0, oldest } = outbox[kind] ?? {}
    return { kind, entries, ageMs: oldest ? Math.max(0, now - oldest.getTime()) : 0 }
  })
  const parkedOfKinds = [...OUTBOX_KINDS, UNKNOWN_KINDS].map((kind) => ({ kind, entries: parked[kind] ?? 0 }))
  setTotals({ outbox: waiting, parked: parkedOfKinds, activeExecutions, sendingCampaigns })
}
