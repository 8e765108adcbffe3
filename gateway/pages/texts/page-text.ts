import type { SnoozeDuration } from '../../../models/domain/snooze.js'

/** The words of the recipients' pages. `{address}`, `{project}` and `{date}` stand for what the page fills in. */
export interface PageText {
  /** The name of the pages, for the browser's tab. */
  pageTitle: string
  saved: string
  askUnsubscribe: string
  askSubscribe: string
  subscribedTitle: string
  subscribed: string
  unsubscribedTitle: string
  unsubscribed: string
  pausedTitle: string
  paused: string
  unlistedTitle: string
  unlisted: string
  unsubscribe: string
  subscribe: string
  resume: string
  pauseTitle: string
  pauseLabel: string
  pause: string
  durations: Record<SnoozeDuration, string>
  brokenTitle: string
  broken: string
  failedTitle: string
  failed: string
}
