import { platformTemplate, type PlatformMailKind } from '../../mail/platform/platform-mail.js'
import type { Language } from '../../models/domain/choose-language.js'
import { AppError } from '../../models/domain/errors.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { seal } from '../../runtime/sealed.js'
import { sendEmails } from '../emails/send-emails.js'
import { claimIdempotencyKey } from '../idempotency/claim-idempotency-key.js'
import { PLATFORM_PROJECT_ID, preparePlatform, type PlatformSettings } from './platform.js'

const ONCE_MS = 7 * 86_400_000

/** A mail of the installation to one of its users. */
export interface PlatformMail {
  kind: PlatformMailKind
  /** Trimmed and in lower case. */
  to: string
  language: Language
  /** Where its link leads, from the origin of the pages: `/login?token=...`. */
  path: string
  /** The name of the project that it is about. */
  project?: string
  /** Of several calls with the same one within seven days, one sends a mail. */
  once?: string
}

/**
 * Stores a mail to a user, to be sent like every other mail; does nothing where mail to users is off. The link is stored
 * sealed, because whoever reads it may act as the user. Returns the entries that send it.
 */
export async function sendPlatformMail(mail: PlatformMail, settings: PlatformSettings): Promise<OutboxEntry[]> {
  const { from, fromName, pagesUrl, encryptionKeys, allowTestDomains, retentionDays } = settings
  if (from === null) return []
  await preparePlatform(from)
  const claim = mail.once === undefined ? null : await claimOnce(mail.once)
  if (claim === 'used') return []
  const { to: address, kind, language, path, project } = mail
  const link = seal(`${pagesUrl}${path}`, encryptionKeys)
  const { entries } = await sendEmails(
    {
      projectId: PLATFORM_PROJECT_ID,
      recipients: [{ address, name: null, field: 'to' }],
      ...platformTemplate(kind, language),
      from: { address: from, name: fromName },
      patch: {
        set: {},
        unset: [],
        clearAll: false,
        oneOff: { link, address, locale: language, ...(project === undefined ? {} : { project }) },
      },
      headers: [],
      attachments: [],
      tracking: false,
      tags: [kind],
      claim,
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
