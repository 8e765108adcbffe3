import type { z } from 'zod'
import type { SuppressionRecord } from '../../models/suppression.js'
import type { SuppressionResponse } from '../schemas/suppression.js'

/** A suppressed address as the API shows it. */
export function presentSuppression(suppression: SuppressionRecord): z.input<typeof SuppressionResponse> {
  const { email, reason, createdAt, expiresAt } = suppression
  return {
    email,
    reason,
    createdAt: createdAt.toISOString(),
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
  }
}
