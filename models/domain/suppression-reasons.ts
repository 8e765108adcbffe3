/** Every reason for a suppression. */
export const SUPPRESSION_REASONS = ['BOUNCE', 'COMPLAINT', 'MANUAL', 'SOFT_BOUNCES'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]
