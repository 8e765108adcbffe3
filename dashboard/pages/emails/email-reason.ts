import type { Answer } from '../../api/client.js'
import type { BounceType } from '../../../models/domain/email-facts.js'
import { EMAIL_REASONS } from '../../../models/domain/email-reasons.js'
import { t } from '../../messages/index.js'
import type { Reason } from '../../messages/en/reasons.js'

/** Why an email was not delivered, with the words of the server or the provider that refused it. */
export interface EmailFailure {
  reason: Reason
  foreign: string | null
}

type Email = Pick<Answer<'GET /emails/:id'>, 'status' | 'error' | 'timeline'>

const FAILED = ['FAILED', 'SKIPPED', 'SUPPRESSED']

/** The failure of an email; null for any other email. */
export function emailFailure({ status, error, timeline }: Email): EmailFailure | null {
  if (status === 'COMPLAINED') return { reason: t.reasons.complaint, foreign: null }
  if (status === 'BOUNCED') {
    const { bounceType, diagnosticCode } = timeline.findLast(({ type }) => type === 'email.bounce')?.data ?? {}
    const reasons: Partial<Record<string, Reason>> = t.reasons.bounces satisfies Record<BounceType, Reason>
    const reason = reasons[String(bounceType)] ?? t.reasons.bounces.Undetermined
    return { reason, foreign: typeof diagnosticCode === 'string' ? diagnosticCode : null }
  }
  if (!FAILED.includes(status)) return null
  const code = EMAIL_REASONS.find((one) => one === error) ?? (status === 'SUPPRESSED' ? 'suppressed' : null)
  return code === null
    ? { reason: t.reasons.provider, foreign: error }
    : { reason: t.reasons.emails[code], foreign: null }
}
