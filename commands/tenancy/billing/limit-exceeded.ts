import type { BillingCategory } from '../../../models/domain/billing.js'
import { AppError } from '../../../models/domain/errors.js'

/** The error for emails that would exceed a monthly limit. */
export function limitExceeded(category: BillingCategory, limit: number, usage: number): AppError {
  return new AppError('BILLING_LIMIT_EXCEEDED', `The project has reached its monthly limit on ${WORDS[category]}`, {
    details: { category, limit, usage },
    suggestion: 'An owner or admin of the project can raise the limit. It resets at the start of the next month (UTC)',
  })
}

const WORDS: Record<BillingCategory, string> = {
  workflows: 'workflow emails',
  campaigns: 'campaign emails',
  transactional: 'transactional emails',
  inbound: 'received emails',
}
