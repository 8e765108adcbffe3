/** How far a contact has got with its email of a campaign; a higher one includes the lower ones. */
export const RECEIPTS = { received: 1, opened: 2, clicked: 3 } as const

/** 0: the email was not sent, or the recipient's server refused it permanently. */
export type CampaignReceipt = 0 | (typeof RECEIPTS)[keyof typeof RECEIPTS]

/** The receipt of an email by its times. */
export function receiptOf(
  email: Record<'sentAt' | 'openedAt' | 'clickedAt' | 'bouncedAt', Date | null>,
): CampaignReceipt {
  if (email.clickedAt) return RECEIPTS.clicked
  if (email.openedAt) return RECEIPTS.opened
  return email.sentAt && !email.bouncedAt ? RECEIPTS.received : 0
}
