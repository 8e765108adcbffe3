import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/**
 * Totals over all projects, for the metrics of the installation. One process at a time counts them, and all processes
 * read them. `at` is the time when the last count began, by the database's clock.
 */
export interface InstallationTotalsRecord {
  _id: 'totals'
  at: Date
  /**
   * By kind of outbox entry: the number of waiting entries, and the time of the oldest. Kinds without entries are left
   * out.
   */
  outbox: Record<string, { entries: number; oldest: Date }>
  /** The number of parked entries by kind. Kinds without parked entries are left out. */
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
leaveUnsharded(installationTotalsSchema, INSTALLATION)

export const InstallationTotals = model('InstallationTotals', installationTotalsSchema)
