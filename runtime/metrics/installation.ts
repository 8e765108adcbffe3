import { gauge } from './registry.js'

// Every process shows the same totals, so that queries take the maximum over processes and not their sum.
const entries = gauge('posthorn_outbox_entries', 'What the 10,000 oldest outbox entries name, over all projects.', [
  'kind',
])
const age = gauge('posthorn_outbox_oldest_entry_age_seconds', 'Age of the oldest outbox entry that waits; 0 without.', [
  'kind',
])
const parkedEntries = gauge(
  'posthorn_outbox_parked_entries',
  'Outbox entries that were refused for an hour and wait for an operator, over all projects, up to 10,000.',
  ['kind'],
)
const executions = gauge('posthorn_executions_active', 'Executions that run or wait, in all projects, up to 100,000.')
const campaigns = gauge('posthorn_campaigns_sending', 'Campaigns with recipients left, in all projects.')

/** Totals over all projects. */
export interface Totals {
  outbox: { kind: string; entries: number; ageMs: number }[]
  parked: { kind: string; entries: number }[]
  activeExecutions: number
  sendingCampaigns: number
}

/** Sets the metrics of the whole installation. */
export function setTotals({ outbox, parked, activeExecutions, sendingCampaigns }: Totals): void {
  for (const { kind, entries: waiting, ageMs } of outbox) {
    entries.set({ kind }, waiting)
    age.set({ kind }, ageMs / 1_000)
  }
  for (const { kind, entries: count } of parked) parkedEntries.set({ kind }, count)
  executions.set(activeExecutions)
  campaigns.set(sendingCampaigns)
}

/** Removes the metrics of the whole installation, because their values are unknown now. */
export function clearTotals(): void {
  for (const each of [entries, age, parkedEntries]) each.reset()
  for (const each of [executions, campaigns]) each.remove()
}
