import { BILLING_CATEGORIES, type BillingCategory, type BillingLimits } from '../../../../models/domain/billing.js'

/** The limits of a month as a form holds them: digits, or nothing for any number. */
export type LimitTexts = Record<BillingCategory, string>

/** The limits as texts. */
export function textsOf(limits: Record<BillingCategory, { limit: number | null }>): LimitTexts {
  const pairs = BILLING_CATEGORIES.map((category) => [category, String(limits[category].limit ?? '')])
  return Object.fromEntries(pairs) as LimitTexts
}

/** The limits that texts say. */
export function limitsOf(texts: Partial<LimitTexts>): BillingLimits {
  const pairs = BILLING_CATEGORIES.map((category) => {
    const text = texts[category]?.trim() ?? ''
    return [category, text === '' ? null : Number(text)]
  })
  return Object.fromEntries(pairs) as BillingLimits
}
