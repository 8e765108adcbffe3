/**
 * The reasons for which an email is not delivered, as its `error` names them. A provider's permanent refusal is none of
 * these: its own words are the reason.
 */
export const EMAIL_REASONS = [
  'cancelled',
  'contact_deleted',
  'delivery_unknown',
  'domain_not_verified',
  'gone',
  'project_disabled',
  'rejected',
  'rendering_failed',
  'suppressed',
  'unsubscribed',
] as const
export type EmailReason = (typeof EMAIL_REASONS)[number]
