import { platformTemplate, TOKEN_KINDS, type PlatformMailKind } from '../../mail/platform/platform-mail.js'
import type { Language } from '../../models/domain/choose-language.js'
import { AppError } from '../../models/domain/errors.js'
import { shownProjectName } from '../../models/domain/project-name.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { MailScope, MailUse } from '../../runtime/metrics/platform-mail.js'
import { seal } from '../../runtime/sealed.js'
import { sendEmails } from '../emails/send-emails.js'
import { claimIdempotencyKey, releaseIdempotencyKey } from '../idempotency/claim-idempotency-key.js'
import { admitMail, countAttempt, type Admission, type MailAsker, type MailToAdmit } from './admit-mail.js'
import { MAIL_LIMITS } from './mail-limits.js'
import { PLATFORM_PROJECT_ID, preparePlatform, type PlatformSettings } from './platform.js'
import { turnsMailAway } from './turns-mail-away.js'

const ONCE_MS = 7 * 86_400_000

/** A mail of the installation to one of its users. */
export interface PlatformMail {
  kind: PlatformMailKind
  /** Trimmed and in lower case. */
  to: string
  language: Language
  /**
   * Where its link leads, from the origin of the pages: `/reset-password?token=...`. It has none where it leads to a
   * dashboard and there is none. A function is called once the mail is admitted,
   * and may store what the link needs; what it throws is thrown on, and the mail counts as not sent.
   */
  path: string | (() => Promise<string>)
  /**
   * Called instead of `path` where the address alone is the reason why no mail is sent, because it has turned such mail
   * away or got as many as it may: nothing is thrown then, so that the answer tells nothing of the address.
   */
  withoutMail?: () => Promise<void>
  /** The user who sets it off, or the network that does in the name of one; null where the installation itself does. */
  actorId: string | null
  /** The client that asks for it, of a kind that any client can have sent. */
  asker?: MailAsker
  /** The part of the installation's mails that it is taken from; that of its kind if omitted. */
  share?: MailUse
  /** The project that it is about. The name is shown only where it cannot be taken for a link; null: never. */
  project?: { id: string; name: string | null }
  /** The service that it is about. */
  service?: string
  /** Of several calls with the same one within seven days, one sends a mail. */
  once?: string
}

/**
 * Stores a mail to a user, to be sent like every other mail; does nothing where mail to users is off. This is the one
 * way to send such a mail, so that each passes the limits of its kind. The link is stored sealed, because whoever reads
 * it may act as the user. An address that has turned such mail away gets none, without a word.
 * Returns whether the mail is sent.
 * Throws RATE_LIMIT_EXCEEDED.
 */
export async function sendPlatformMail(mail: PlatformMail, settings: PlatformSettings): Promise<boolean> {
  if (settings.from === null) return false
  await preparePlatform(settings.from)
  const claim = mail.once === undefined ? null : await claimOnce(mail.once)
  if (claim === 'used') return false
  try {
    const isSent = await sendAdmitted(mail, settings, claim)
    if (!isSent && claim) await releaseIdempotencyKey(claim)
    return isSent
  } catch (error) {
    if (claim) await releaseIdempotencyKey(claim)
    throw error
  }
}

/** The same where nobody may learn that a limit refuses the mail, or nothing can be done about it: it is not sent. */
export async function sendPlatformMailWithinLimits(mail: PlatformMail, settings: PlatformSettings): Promise<boolean> {
  return sendPlatformMail(mail, settings).catch(nothingBeyondLimits)
}

/** Takes a refusal by a limit for a mail that is not sent; throws every other error on. */
export function nothingBeyondLimits(error: unknown): false {
  if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') return false
  throw error
}

/** False where the address gets no mail. */
async function sendAdmitted(
  mail: PlatformMail,
  settings: PlatformSettings,
  claim: IdempotencyClaim | null,
): Promise<boolean> {
  const { kind, to, actorId, project, asker = null, share = MAIL_LIMITS[kind].use } = mail
  const isSetOffByMembers = MAIL_LIMITS[kind].byProject !== null
  const asked = { kind, to, actorId, projectId: project?.id ?? null, asker, share }
  await countAttempt(asked)
  // Asked before anything is taken that others share.
  const admission = (await turnsMailAway(to, kind)) ? null : await admit(mail, asked, settings)
  if (!admission) {
    await mail.withoutMail?.()
    return false
  }
  const { revert } = admission
  try {
    const path = typeof mail.path === 'string' ? mail.path : await mail.path()
    await store(mail, { path, claim, answerableProjectId: isSetOffByMembers ? project?.id : undefined }, settings)
    return true
  } catch (error) {
    await revert()
    throw error
  }
}

/** Null where the address has got as many mails as it may, and the answer must not tell. */
async function admit(
  { withoutMail }: PlatformMail,
  asked: MailToAdmit,
  { mailsPerDay }: PlatformSettings,
): Promise<Admission | null> {
  try {
    return await admitMail(asked, mailsPerDay)
  } catch (error) {
    const scope: MailScope = 'address'
    const isOfAddress = error instanceof AppError && error.details?.['limit'] === scope
    if (withoutMail && isOfAddress) return null
    throw error
  }
}

async function store(
  { kind, to: address, language, project, service }: PlatformMail,
  how: { path: string; claim: IdempotencyClaim | null; answerableProjectId: string | undefined },
  { from, fromName, pagesUrl, hasDashboard, encryptionKeys, allowTestDomains, retentionDays }: PlatformSettings,
): Promise<void> {
  const isLinked = hasDashboard || TOKEN_KINDS.has(kind)
  const name = project?.name == null ? null : shownProjectName(project.name)
  await sendEmails(
    {
      projectId: PLATFORM_PROJECT_ID,
      recipients: [{ address, name: null, field: 'to' }],
      ...platformTemplate(kind, language, { isNamed: name !== null, isLinked }),
      from: { address: from ?? '', name: fromName },
      patch: {
        set: {},
        unset: [],
        clearAll: false,
        oneOff: {
          ...(isLinked ? { link: seal(`${pagesUrl}${how.path}`, encryptionKeys) } : {}),
          address,
          locale: language,
          ...(name === null ? {} : { project: name }),
          ...(service === undefined ? {} : { service }),
        },
      },
      headers: [],
      attachments: [],
      tracking: false,
      tags: [kind],
      claim: how.claim,
      answerableProjectId: how.answerableProjectId,
    },
    { allowTestDomains, retentionDays },
  )
}

/** Throws while another call is at work with it, which may fail. */
async function claimOnce(key: string): Promise<IdempotencyClaim | 'used'> {
  try {
    return await claimIdempotencyKey({
      projectId: PLATFORM_PROJECT_ID,
      key,
      endpoint: 'mail to a user',
      ttlMs: ONCE_MS,
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'IDEMPOTENCY_KEY_REUSED') throw error
    const { originalStatusCode } = error.details as { originalStatusCode: number | null }
    if (originalStatusCode !== null) return 'used'
    throw new Error('Another process is storing this mail', { cause: error })
  }
}
