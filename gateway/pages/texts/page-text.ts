import type { SnoozeDuration } from '../../../models/domain/snooze.js'

/** The texts of the recipients' pages, with the placeholders `{address}`, `{project}` and `{date}`. */
export interface PageText {
  /** The title in the browser's tab. */
  pageTitle: string
  saved: string
  /** Instead of `saved`, if the choice was changed too often. */
  limited: string
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
  /** On the page that replaces the target of a tracked link while its project is disabled. */
  disabledTitle: string
  disabled: string
  /** Behind the links of a test email, which are those of no recipient. */
  testTitle: string
  test: string
  /** On the page that confirms a test address, once it is confirmed. */
  testAddress: string
  failedTitle: string
  failed: string
  /** On the page of an invitation to a project. */
  signedInAs: string
  newAccount: string
  haveAccount: string
  addressLabel: string
  passwordLabel: string
  newPasswordLabel: string
  signInAndJoin: string
  joined: string
  /** On the page that confirms an address, above the field for the password of the account. */
  confirmByPassword: string
  /** Above the field for a new password. */
  confirmByNewPassword: string
  chooseNewPassword: string
}
