import type { PlatformMailKind } from '../../../mail/platform/platform-mail.js'
import type { MailUse } from '../../../runtime/metrics/platform-mail.js'

/** How many mails may be set off in a window of so many seconds. */
export interface MailLimit {
  mails: number
  seconds: number
}

/** The limits of one kind of mail to users. Null means none, because no user can set such a mail off. */
export interface KindLimits {
  use: MailUse
  /** For one user who sets the mail off, or for one network that does so for an account. */
  byActor: MailLimit | null
  /** For the members of one project together. */
  byProject: MailLimit | null
  /** For one network. All kinds that a client without a proved address can set off count together. */
  byNetwork: MailLimit | null
}

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** How many mails of all kinds one address gets in a day, besides the notifications that its owner has turned on. */
export const ADDRESS_LIMIT: MailLimit = { mails: 10, seconds: DAY_SECONDS }

/**
 * How many of these are kept for password resets that come from a network which has signed in to the account before.
 */
export const RESERVED_FOR_KNOWN = 2

/** How many mails one network may set off in a day, with accounts whose address is not proved or for other accounts. */
export const NETWORK_LIMIT: MailLimit = { mails: 20, seconds: DAY_SECONDS }

/** The length of the window in which the mails of the installation are counted. */
export const INSTALLATION_SECONDS = DAY_SECONDS

/** The limits of each kind of mail. */
export const MAIL_LIMITS: Record<PlatformMailKind, KindLimits> = {
  verify: {
    use: 'confirmation',
    byActor: { mails: 3, seconds: HOUR_SECONDS },
    byProject: null,
    byNetwork: NETWORK_LIMIT,
  },
  reset: { use: 'reset', byActor: { mails: 3, seconds: DAY_SECONDS }, byProject: null, byNetwork: NETWORK_LIMIT },
  connected: { use: 'notice', byActor: { mails: 10, seconds: DAY_SECONDS }, byProject: null, byNetwork: null },
  moving: { use: 'notice', byActor: { mails: 10, seconds: DAY_SECONDS }, byProject: null, byNetwork: null },
  invite: {
    use: 'invitation',
    byActor: { mails: 30, seconds: DAY_SECONDS },
    byProject: { mails: 50, seconds: DAY_SECONDS },
    byNetwork: null,
  },
  testAddress: {
    use: 'invitation',
    byActor: { mails: 10, seconds: DAY_SECONDS },
    byProject: { mails: 10, seconds: DAY_SECONDS },
    byNetwork: null,
  },
  paused: { use: 'notice', byActor: null, byProject: null, byNetwork: null },
  disabled: { use: 'notice', byActor: null, byProject: null, byNetwork: null },
  unpaid: { use: 'notice', byActor: null, byProject: null, byNetwork: null },
  notification: { use: 'notification', byActor: null, byProject: null, byNetwork: null },
}

/** Kinds of which one address gets fewer mails than of their use. */
export const KIND_ADDRESS_LIMITS: Partial<Record<PlatformMailKind, MailLimit>> = {
  testAddress: { mails: 1, seconds: HOUR_SECONDS },
}

/** The room that mails of one use have. */
export interface UseLimits {
  /** How many mails of this use one address may get in a day. */
  ofAddress: number
  /** The part of the installation's daily mails. The parts of all uses add up to 1. */
  ofInstallation: number
  /** Whether the owner of the address asks for the mail. A complaint about another mail does not stop such a mail. */
  isAskedFor: boolean
}

/**
 * The limits of each use. A stranger can set off invitations and confirmations to an address. Neither these nor notices
 * may use up the mails that a password reset needs, so the limits of the other uses leave it some of the address's
 * daily mails. The installation keeps a part of its daily mails for each use in the same way.
 */
export const USE_LIMITS: Record<MailUse, UseLimits> = {
  confirmation: { ofAddress: 4, ofInstallation: 0.3, isAskedFor: true },
  reset: { ofAddress: ADDRESS_LIMIT.mails, ofInstallation: 0.3, isAskedFor: true },
  invitation: { ofAddress: 3, ofInstallation: 0.2, isAskedFor: false },
  notice: { ofAddress: 3, ofInstallation: 0.1, isAskedFor: false },
  notification: { ofAddress: 5, ofInstallation: 0.1, isAskedFor: false },
}
