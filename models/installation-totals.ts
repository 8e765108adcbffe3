import { model, Schema } from 'mongoose'

/**
 * Totals over all projects, for the metrics of the installation: counted by one process at a time and read by all.
 * `at` is when the last count began, by the database's clock.
 */
export interface InstallationTotalsRecord {
  _id: 'totals'
  at: Date
  /** By the kind of outbox entry: how many wait, and since when the oldest one; only kinds with entries. */
  outbox: Record<string, { entries: number; oldest: Date }>
  /** How many entries are parked, by kind; only kinds with parked entries. */
  parked: Record<string, number>
  activeExecutions: number
  sendingCampaigns: number
}

const installationTotalsSchema = new Schema<InstallationTotalsRecord>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    outbox: { type: Schema.Types.Mixed, default: {} },
    parked: { type: Schema.Types.Mixed, default: {} },
    activeExecutions: { type: Number, default: 0 },
    sendingCampaigns: { type: Number, default: 0 },
  },
  { collection: 'installation_totals', strict: 'throw', minimize: false },
)

export const InstallationTotals = model('InstallationTotals', installationTotalsSchema)
