import { platformTemplate, type PlatformMailKind } from '../../../mail/platform/platform-mail.js'
import type { Language } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import type { NotificationKind } from '../../../models/domain/notification-kinds.js'
import { shownProjectName } from '../../../models/domain/project-name.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import type { MailScope, MailUse } from '../../../runtime/metrics/platform-mail.js'
import { seal } from '../../../runtime/sealed.js'
import { sendEmails } from '../emails/send-emails.js'
import { claimIdempotencyKey, releaseIdempotencyKey } from '../../base/idempotency/claim-idempotency-key.js'
import { admitMail, countAttempt, type Admission, type MailAsker, type MailToAdmit } from './admit-mail.js'
import { linkTo, type LinkedPage } from './link-to.js'
import { MAIL_LIMITS } from './mail-limits.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { preparePlatform, type PlatformSettings } from './platform.js'
import { turnsMailAway } from './turns-mail-away.js'

const ONCE_MS = 7 * 86_400_000

/** A mail of the installation to one of its users. */
export interface PlatformMail {
  kind: PlatformMailKind
  /** Trimmed and in lower case. */
  to: string
  language: Language
  /**
   * The page that the link in the mail leads to. A function is called once the mail is admitted, and may store what the
   * link needs; its error is thrown on, and the mail counts as not sent.
   */
  page: LinkedPage | (() => Promise<LinkedPage>)
  /**
   * Called instead of `page` if no mail is sent because the address has turned such mail away or has reached its limit.
   * Nothing is thrown then, so that the answer tells nothing about the address.
   */
  withoutMail?: () => Promise<void>
  /**
   * The user who sets the mail off, or the network that does so for an account; null if the installation itself does.
   */
  actorId: string | null
  /** The client that asks for the mail, for a kind that any client can set off. */
  asker?: MailAsker
  /** The use whose part of the installation's daily mails this mail counts against; the use of its kind if omitted. */
  share?: MailUse
  /** The project that the mail is about. Its name is not shown if it is null or could be taken for a link. */
  project?: { id: string; name: string | null }
  /** The service that the mail is about. */
  service?: string
  /** The figures of the campaign that the mail is about. */
  figures?: { sent: number; bounces: number; complaints: number }
  /** The kind of the notification that the mail is about. */
  notice?: NotificationKind
  /** Of several calls with the same key within seven days, only one sends a mail. */
  once?: string
}

/**
 * Stores a mail to a user, to be sent like every other email; does nothing if mail to users is off. All such mails pass
 * through this function, so that each counts against the limits of its kind. The link is stored sealed, because a
 * reader of the link could act as the user. An address that has turned such mail away gets none, and the caller gets no
 * error. Returns whether the mail is sent. Throws RATE_LIMIT_EXCEEDED.
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

/** As `sendPlatformMail`, for callers that must hide a refusal by a limit or cannot act on it: it resolves to false. */
export async function sendPlatformMailWithinLimits(mail: PlatformMail, settings: PlatformSettings): Promise<boolean> {
  return sendPlatformMail(mail, settings).catch(nothingBeyondLimits)
}

/** Turns a refusal by a limit into false, for a mail that is not sent; throws every other error on. */
export function nothingBeyondLimits(error: unknown): false {
  if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') return false
  throw error
}

/** Returns false if the address gets no mail. */
async function sendAdmitted(
  mail: PlatformMail,
  settings: PlatformSettings,
  claim: IdempotencyClaim | null,
): Promise<boolean> {
  const { kind, to, actorId, project, asker = null, share = MAIL_LIMITS[kind].use } = mail
  const isSetOffByMembers = MAIL_LIMITS[kind].byProject !== null
  const mailToAdmit = { kind, to, actorId, projectId: project?.id ?? null, asker, share }
  await countAttempt(mailToAdmit)
  // This check comes first, so that a mail to such an address does not count against the shared limits.
  const admission = (await turnsMailAway(to, kind)) ? null : await admit(mail, mailToAdmit, settings)
  if (!admission) {
    await mail.withoutMail?.()
    return false
  }
  const { revert } = admission
  try {
    const page = typeof mail.page === 'function' ? await mail.page() : mail.page
    await store(mail, { page, claim, answerableProjectId: isSetOffByMembers ? project?.id : undefined }, settings)
    return true
  } catch (error) {
    await revert()
    throw error
  }
}

/**
 * Admits a mail. Returns null instead of an error if the address has reached its limit and the answer must not tell.
 */
async function admit(
  { withoutMail }: PlatformMail,
  mailToAdmit: MailToAdmit,
  { mailsPerDay }: PlatformSettings,
): Promise<Admission | null> {
  try {
    return await admitMail(mailToAdmit, mailsPerDay)
  } catch (error) {
    const scope: MailScope = 'address'
    const isOfAddress = error instanceof AppError && error.details?.['limit'] === scope
    if (withoutMail && isOfAddress) return null
    throw error
  }
}

async function store(
  { kind, to: address, language, project, service, figures, notice }: PlatformMail,
  how: { page: LinkedPage; claim: IdempotencyClaim | null; answerableProjectId: string | undefined },
  { from, fromName, pages, encryptionKeys, allowTestDomains, retentionDays }: PlatformSettings,
): Promise<void> {
  const name = project?.name == null ? null : shownProjectName(project.name)
  await sendEmails(
    {
      projectId: PLATFORM_PROJECT_ID,
      recipients: [{ address, name: null, field: 'to' }],
      ...platformTemplate(kind, language, { isNamed: name !== null, notice }),
      from: { address: from ?? '', name: fromName },
      patch: {
        set: {},
        unset: [],
        clearAll: false,
        oneOff: {
          link: seal(linkTo(how.page, pages), encryptionKeys),
          address,
          locale: language,
          ...(name === null ? {} : { project: name }),
          ...(service === undefined ? {} : { service }),
          ...figures,
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

/**
 * Claims a `once` key; 'used' if a mail was sent with it. Throws while another call holds the claim, as it may fail.
 */
async function claimOnce(key: string): Promise<IdempotencyClaim | 'used'> {
  try {
    return await claimIdempotencyKey({
      projectId: PLATFORM_PROJECT_ID,
      credential: 'secret',
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
