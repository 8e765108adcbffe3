import type { PlatformMailKind } from '../../mail/platform/platform-mail.js'
import type { MailUse } from '../../runtime/metrics/platform-mail.js'

/** How many mails may be set off. */
export interface MailLimit {
  mails: number
  seconds: number
}

/** The limits of one kind of mail to users. Null means none, because no user can set such a mail off. */
export interface KindLimits {
  use: MailUse
  /** For one user who sets the mail off, or for one network in the name of one account. */
  byActor: MailLimit | null
  /** For the members of one project together. */
  byProject: MailLimit | null
  /** For one network, which the kinds share that a client can have sent without a proved address. */
  byNetwork: MailLimit | null
}

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** How many mails of all kinds one address gets in a day. */
export const ADDRESS_LIMIT: MailLimit = { mails: 10, seconds: DAY_SECONDS }

/** How many of them are kept for new passwords that are asked for from a network that has signed in to the account. */
export const RESERVED_FOR_KNOWN = 2

/** How many mails one network sets off in a day with accounts that have proved nothing, or in the name of others. */
export const NETWORK_LIMIT: MailLimit = { mails: 20, seconds: DAY_SECONDS }

/** The length of the window in which the mails of the installation are counted. */
export const INSTALLATION_SECONDS = DAY_SECONDS

/** The limits of each kind: a kind without them does not compile. */
export const MAIL_LIMITS: Record<PlatformMailKind, KindLimits> = {
  verify: {
    use: 'confirmation',
    byActor: { mails: 3, seconds: HOUR_SECONDS },
    byProject: null,
    byNetwork: NETWORK_LIMIT,
  },
  reset: { use: 'reset', byActor: { mails: 3, seconds: DAY_SECONDS }, byProject: null, byNetwork: NETWORK_LIMIT },
  connected: { use: 'notice', byActor: { mails: 10, seconds: DAY_SECONDS }, byProject: null, byNetwork: null },
  invite: {
    use: 'invitation',
    byActor: { mails: 30, seconds: DAY_SECONDS },
    byProject: { mails: 50, seconds: DAY_SECONDS },
    byNetwork: null,
  },
  disabled: { use: 'notice', byActor: null, byProject: null, byNetwork: null },
  unpaid: { use: 'notice', byActor: null, byProject: null, byNetwork: null },
}

/** The room that mails of one use have. */
export interface UseLimits {
  /** How many of the mails of an address in a day. */
  ofAddress: number
  /** Which part of the mails of the installation in a day. The parts add up to 1. */
  ofInstallation: number
  /** Whether the owner of the address waits for the mail: a complaint about another mail does not keep it back. */
  isAskedFor: boolean
}

/**
 * The limits of each use. A stranger can set off invitations and confirmations to an address, and neither they nor
 * notices may use up what a forgotten password needs: of the ten mails of an address three are left for it, and four
 * where the address is proved, because a proved one gets no confirmations. The installation keeps a part for each use
 * in the same way.
 */
export const USE_LIMITS: Record<MailUse, UseLimits> = {
  confirmation: { ofAddress: 4, ofInstallation: 0.4, isAskedFor: true },
  reset: { ofAddress: ADDRESS_LIMIT.mails, ofInstallation: 0.3, isAskedFor: true },
  invitation: { ofAddress: 3, ofInstallation: 0.2, isAskedFor: false },
  notice: { ofAddress: 3, ofInstallation: 0.1, isAskedFor: false },
}
