import type { BillingCategory } from '../../../models/domain/billing.js'
import { AppError } from '../../../models/domain/errors.js'

/** The error for emails that would exceed a monthly limit. */
export function limitExceeded(category: BillingCategory, limit: number, usage: number): AppError {
  return new AppError('BILLING_LIMIT_EXCEEDED', `The project's limit on ${WORDS[category]} of this month is used up`, {
    details: { category, limit, usage },
    suggestion: 'An owner or admin of the project can raise the limit; a new month begins at midnight UTC',
  })
}

const WORDS: Record<BillingCategory, string> = {
  workflows: 'emails of workflows',
  campaigns: 'emails of campaigns',
  transactional: 'transactional emails',
  inbound: 'received emails',
}
