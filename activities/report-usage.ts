import { reportUsageSlice } from '../commands/billing/report-usage.js'
import type { BillingProvider } from '../models/domain/billing-provider.js'
import { repeatInSlice } from './slice-end.js'

/** Dependencies of the reports of usage. */
export interface ReportDeps {
  /** Whether the worker has begun to stop. */
  isStopping: () => boolean
  /** Null where billing is off. */
  billing: BillingProvider | null
  /** Called with a project whose emails could not be reported; to be logged. */
  onUsageUnreported: (projectId: string, error: unknown) => void
}

/** The result of an activity of a round of reports; `after` is the last customer. */
export interface ReportSlice {
  isDone: boolean
  reported: number
  failed: number
  after: string
}

/** Reports the emails of projects to the meter for `sliceMs`; nothing without a meter. */
export async function reportSlice(deps: ReportDeps, from: { after: string }, sliceMs: number): Promise<ReportSlice> {
  const { billing, onUsageUnreported } = deps
  const begun: ReportSlice = { isDone: true, reported: 0, failed: 0, after: from.after }
  if (!billing?.hasMeter) return begun
  return repeatInSlice(deps, sliceMs, begun, async (slice) => {
    const { after, reported, failed } = await reportUsageSlice(slice.after, billing, onUsageUnreported)
    slice.reported += reported
    slice.failed += failed
    slice.isDone = after === null
    slice.after = after ?? slice.after
  })
}
