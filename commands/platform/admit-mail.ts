import type { PlatformMailKind } from '../../mail/platform/platform-mail.js'
import { AppError } from '../../models/domain/errors.js'
import { countMailRefused, type MailScope } from '../../runtime/metrics/platform-mail.js'
import { hashKey } from '../../runtime/sealed.js'
import { outcome, storedLimiter } from '../rate-limits/lease-points.js'
import { ADDRESS_LIMIT, INSTALLATION_SECONDS, MAIL_LIMITS, USE_LIMITS, type MailLimit } from './mail-limits.js'

/** A mail to a user that asks for admission. */
export interface MailToAdmit {
  kind: PlatformMailKind
  /** Trimmed and in lower case. */
  to: string
  /** The user who sets it off, or in whose name somebody does; null where the installation itself does. */
  actorId: string | null
  /** The project whose members set it off, if any. */
  projectId: string | null
}

/** An admitted mail. */
export interface Admission {
  /** Gives back what the mail took from limits that others share, where it is not sent after all. */
  revert: () => Promise<void>
}

interface Counted extends MailLimit {
  scope: MailScope
  key: string
}

/**
 * Counts a mail to a user against the limits of its kind. An attempt counts against the user and the project that make it,
 * whether or not it is admitted; against the address and the installation counts only an admitted mail, so that an attempt
 * that is refused uses up nothing of others. `mailsPerDay` is the limit of the installation, 0 for none. Throws
 * RATE_LIMIT_EXCEEDED with the scope of the limit and the seconds to wait.
 */
export async function admitMail(mail: MailToAdmit, mailsPerDay: number): Promise<Admission> {
  for (const limit of ownLimits(mail)) {
    const waitMs = await take(limit)
    if (waitMs > 0) throw refusal(mail.kind, limit.scope, waitMs)
  }
  const taken: Counted[] = []
  const revert = async (): Promise<void> => {
    await Promise.all(taken.map(giveBack))
  }
  for (const limit of sharedLimits(mail, mailsPerDay)) {
    taken.push(limit)
    const waitMs = await take(limit)
    if (waitMs === 0) continue
    await revert()
    throw refusal(mail.kind, limit.scope, waitMs)
  }
  return { revert }
}

function ownLimits({ kind, actorId, projectId }: MailToAdmit): Counted[] {
  const { byActor, byProject } = MAIL_LIMITS[kind]
  return [
    ...(byActor ? [{ scope: 'actor' as const, key: `${kind}:${required(actorId, kind)}`, ...byActor }] : []),
    ...(byProject ? [{ scope: 'project' as const, key: `${kind}:${required(projectId, kind)}`, ...byProject }] : []),
  ]
}

function sharedLimits({ kind, to }: MailToAdmit, mailsPerDay: number): Counted[] {
  const { use } = MAIL_LIMITS[kind]
  const { ofAddress, ofInstallation } = USE_LIMITS[use]
  const address = hashKey(to)
  const ofDay = { mails: Math.max(1, Math.floor(mailsPerDay * ofInstallation)), seconds: INSTALLATION_SECONDS }
  return [
    { scope: 'address', key: `${use}:${address}`, mails: ofAddress, seconds: ADDRESS_LIMIT.seconds },
    { scope: 'address', key: address, ...ADDRESS_LIMIT },
    ...(mailsPerDay > 0 ? [{ scope: 'installation' as const, key: use, ...ofDay }] : []),
  ]
}

function required(id: string | null, kind: PlatformMailKind): string {
  if (id === null) throw new Error(`A mail of the kind ${kind} names who sets it off`)
  return id
}

/** The time to wait; 0 where there is room. */
async function take({ scope, key, mails, seconds }: Counted): Promise<number> {
  const { consumedPoints, msBeforeNext } = await outcome(limiterOf(scope, seconds).consume(key))
  return consumedPoints <= mails ? 0 : Math.max(1, msBeforeNext)
}

async function giveBack({ scope, key, seconds }: Counted): Promise<void> {
  await limiterOf(scope, seconds).reward(key)
}

const limiters = new Map<string, ReturnType<typeof storedLimiter>>()

// The limiter only counts: the limit of one window depends on the kind of mail and on a setting.
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
  })
}

const MESSAGES: Record<MailScope, string> = {
  actor: 'You have set off as many of these mails as are allowed for now',
  project: 'This project has set off as many of these mails as are allowed for now',
  address: 'This address has been sent as many mails as are allowed in a day',
  installation: 'This installation has sent as many of these mails as are allowed in a day',
}
