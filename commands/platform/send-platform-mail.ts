import { platformTemplate, type PlatformMailKind } from '../../mail/platform/platform-mail.js'
import type { Language } from '../../models/domain/choose-language.js'
import { AppError } from '../../models/domain/errors.js'
import { shownProjectName } from '../../models/domain/project-name.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { seal } from '../../runtime/sealed.js'
import { sendEmails } from '../emails/send-emails.js'
import { claimIdempotencyKey, releaseIdempotencyKey } from '../idempotency/claim-idempotency-key.js'
import { admitMail } from './admit-mail.js'
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
   * Where its link leads, from the origin of the pages: `/login?token=...`. A function is called once the mail is admitted,
   * and may store what the link needs; what it throws is thrown on, and the mail counts as not sent.
   */
  path: string | (() => Promise<string>)
  /** The user who sets it off, or in whose name somebody does; null where the installation itself does. */
  actorId: string | null
  /** The project that it is about. The name is shown only where it cannot be taken for a link; null: never. */
  project?: { id: string; name: string | null }
  /** The service that it is about. */
  service?: string
  /** Of several calls with the same one within seven days, one sends a mail. */
  once?: string
}

/**
 * Stores a mail to a user, to be sent like every other mail; does nothing where mail to users is off. This is the one way
 * to send such a mail, so that each passes the limits of its kind. The link is stored sealed, because whoever reads it may
 * act as the user. An address that has turned such mail away gets none, without a word. Returns the entries that send it.
 * Throws RATE_LIMIT_EXCEEDED.
 */
export async function sendPlatformMail(mail: PlatformMail, settings: PlatformSettings): Promise<OutboxEntry[]> {
  if (settings.from === null) return []
  await preparePlatform(settings.from)
  const claim = mail.once === undefined ? null : await claimOnce(mail.once)
  if (claim === 'used') return []
  try {
    return await sendAdmitted(mail, settings, claim)
  } catch (error) {
    if (claim) await releaseIdempotencyKey(claim)
    throw error
  }
}

/** The same where nobody may learn that a limit refuses the mail, or nothing can be done about it: it is not sent. */
export async function sendPlatformMailWithinLimits(
  mail: PlatformMail,
  settings: PlatformSettings,
): Promise<OutboxEntry[]> {
  return sendPlatformMail(mail, settings).catch(nothingBeyondLimits)
}

/** Takes a refusal by a limit for a mail that is not sent; throws every other error on. */
export function nothingBeyondLimits(error: unknown): OutboxEntry[] {
  if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') return []
  throw error
}

async function sendAdmitted(
  mail: PlatformMail,
  settings: PlatformSettings,
  claim: IdempotencyClaim | null,
): Promise<OutboxEntry[]> {
  const { kind, to, actorId, project } = mail
  const isSetOffByMembers = MAIL_LIMITS[kind].byProject !== null
  const { revert } = await admitMail({ kind, to, actorId, projectId: project?.id ?? null }, settings.mailsPerDay)
  try {
    const path = typeof mail.path === 'string' ? mail.path : await mail.path()
    if (await turnsMailAway(to, kind)) return []
    return await store(
      mail,
      { path, claim, answerableProjectId: isSetOffByMembers ? project?.id : undefined },
      settings,
    )
  } catch (error) {
    await revert()
    throw error
  }
}

async function store(
  { kind, to: address, language, project, service }: PlatformMail,
  how: { path: string; claim: IdempotencyClaim | null; answerableProjectId: string | undefined },
  { from, fromName, pagesUrl, encryptionKeys, allowTestDomains, retentionDays }: PlatformSettings,
): Promise<OutboxEntry[]> {
  const link = seal(`${pagesUrl}${how.path}`, encryptionKeys)
  const name = project?.name == null ? null : shownProjectName(project.name)
  const { entries } = await sendEmails(
    {
      projectId: PLATFORM_PROJECT_ID,
      recipients: [{ address, name: null, field: 'to' }],
      ...platformTemplate(kind, language, { isNamed: name !== null }),
      from: { address: from ?? '', name: fromName },
      patch: {
        set: {},
        unset: [],
        clearAll: false,
        oneOff: {
          link,
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
  return entries
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
