import type { PlatformMailKind } from '../../../mail/platform/platform-mail.js'
import { AppError } from '../../../models/domain/errors.js'
import { siteOf } from '../../../models/domain/client-networks.js'
import { countMailRefused, type MailScope, type MailUse } from '../../../runtime/metrics/platform-mail.js'
import { hashKey } from '../../../runtime/sealed.js'
import { outcome, storedLimiter } from '../../base/rate-limits/lease-points.js'
import {
  ADDRESS_LIMIT,
  INSTALLATION_SECONDS,
  KIND_ADDRESS_LIMITS,
  MAIL_LIMITS,
  RESERVED_FOR_KNOWN,
  USE_LIMITS,
  type MailLimit,
} from './mail-limits.js'

/** The client that asks for a mail, which may not be the owner of the address. */
export interface MailAsker {
  /** The client's network. */
  network: string
  /** Whether that network has signed in to the account before. */
  isKnown: boolean
}

/** A mail to a user that asks for admission. */
export interface MailToAdmit {
  kind: PlatformMailKind
  /** Trimmed and in lower case. */
  to: string
  /**
   * The user who sets the mail off, or the network that does so for an account; null if the installation itself does.
   */
  actorId: string | null
  /** The client that asks for the mail, for kinds with a limit for each network; else null. */
  asker: MailAsker | null
  /** The use whose part of the installation's daily mails this mail counts against. */
  share: MailUse
  /** The project whose members set the mail off, if any. */
  projectId: string | null
}

/** An admitted mail. */
export interface Admission {
  /** Gives the counted mail back to the shared limits, if the mail is not sent after all. */
  revert: () => Promise<void>
}

interface Counted extends MailLimit {
  scope: MailScope
  key: string
}

/**
 * Counts an attempt to send a mail against the limits of the user, the project and the network that make it, whether or
 * not the mail is admitted afterwards. Throws RATE_LIMIT_EXCEEDED with the scope of the limit and the seconds to wait.
 */
export async function countAttempt(mail: MailToAdmit): Promise<void> {
  for (const limit of senderLimits(mail)) {
    const waitMs = await take(limit)
    if (waitMs > 0) throw refusal(mail.kind, limit.scope, waitMs)
  }
}

/**
 * Counts a mail against the limits of its address and of the installation. Other users share these limits, so a refused
 * mail does not count against them. `mailsPerDay` is the limit of the installation, 0 for none. Throws
 * RATE_LIMIT_EXCEEDED as `countAttempt` does.
 */
export async function admitMail(mail: MailToAdmit, mailsPerDay: number): Promise<Admission> {
  const counted: Counted[] = []
  const revert = async (): Promise<void> => {
    await Promise.all(counted.map(giveBack))
  }
  for (const limit of sharedLimits(mail, mailsPerDay)) {
    counted.push(limit)
    const waitMs = await take(limit)
    if (waitMs === 0) continue
    await revert()
    throw refusal(mail.kind, limit.scope, waitMs)
  }
  return { revert }
}

function senderLimits({ kind, actorId, projectId, asker }: MailToAdmit): Counted[] {
  const { byActor, byProject, byNetwork } = MAIL_LIMITS[kind]
  const network = byNetwork && siteOf(required(asker?.network ?? null, kind))
  return [
    ...(byActor ? [{ scope: 'actor' as const, key: `${kind}:${required(actorId, kind)}`, ...byActor }] : []),
    ...(byProject ? [{ scope: 'project' as const, key: `${kind}:${required(projectId, kind)}`, ...byProject }] : []),
    ...(byNetwork && network !== null ? [{ scope: 'network' as const, key: network, ...byNetwork }] : []),
  ]
}

function sharedLimits({ kind, to, asker, share }: MailToAdmit, mailsPerDay: number): Counted[] {
  const { use } = MAIL_LIMITS[kind]
  const { ofAddress } = USE_LIMITS[use]
  const { ofInstallation } = USE_LIMITS[share]
  const address = hashKey(to)
  const reserve = use === 'reset' && asker?.isKnown ? 0 : RESERVED_FOR_KNOWN
  const ofDay = { mails: Math.max(1, Math.floor(mailsPerDay * ofInstallation)), seconds: INSTALLATION_SECONDS }
  const ofKind = KIND_ADDRESS_LIMITS[kind]
  return [
    ...(ofKind ? [{ scope: 'address' as const, key: `${kind}:${address}`, ...ofKind }] : []),
    { scope: 'address', key: `${use}:${address}`, mails: ofAddress, seconds: ADDRESS_LIMIT.seconds },
    // A project in trouble must not use up the mails that a password reset needs.
    ...(use === 'notification'
      ? []
      : [{ scope: 'address' as const, key: address, ...ADDRESS_LIMIT, mails: ADDRESS_LIMIT.mails - reserve }]),
    ...(mailsPerDay > 0 ? [{ scope: 'installation' as const, key: share, ...ofDay }] : []),
  ]
}

function required(id: string | null, kind: PlatformMailKind): string {
  if (id === null) throw new Error(`A mail of the kind ${kind} names who sets it off`)
  return id
}

/** Counts one mail against a limit. Returns the time to wait in ms; 0 if the limit is not exceeded. */
async function take({ scope, key, mails, seconds }: Counted): Promise<number> {
  const { consumedPoints, msBeforeNext } = await outcome(limiterOf(scope, seconds).consume(key))
  return consumedPoints <= mails ? 0 : Math.max(1, msBeforeNext)
}

async function giveBack({ scope, key, seconds }: Counted): Promise<void> {
  await limiterOf(scope, seconds).reward(key)
}

const limiters = new Map<string, ReturnType<typeof storedLimiter>>()

// The limiter only counts. `take` compares with the limit, which depends on the kind of mail and on a setting.
function limiterOf(scope: MailScope, windowSeconds: number): ReturnType<typeof storedLimiter> {
  const name = `platform-mail-${scope}-${windowSeconds}`
  const limiter = limiters.get(name) ?? storedLimiter({ name, limit: Number.MAX_SAFE_INTEGER, windowSeconds })
  limiters.set(name, limiter)
  return limiter
}

function refusal(kind: PlatformMailKind, scope: MailScope, waitMs: number): AppError {
  countMailRefused(MAIL_LIMITS[kind].use, scope)
  return new AppError('RATE_LIMIT_EXCEEDED', MESSAGES[scope], {
    details: { limit: scope, retryAfter: Math.ceil(waitMs / 1_000) },
    ...(kind === 'verify' ? { suggestion: OTHER_CONFIRMATION } : {}),
  })
}

const OTHER_CONFIRMATION =
  'Resetting the password also confirms the address: POST /auth/request-password-reset emails the link'

const MESSAGES: Record<MailScope, string> = {
  actor: 'You have requested too many of these emails. Try again later',
  network: 'Too many of these emails were requested from your network today. Try again tomorrow',
  project: 'This project has sent too many of these emails. Try again later',
  address: 'Too many emails were sent to this address today. Try again tomorrow',
  installation: 'This installation has reached its daily limit of these emails. Try again tomorrow',
}
