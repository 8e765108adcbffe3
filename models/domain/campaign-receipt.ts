/** A contact's receipt of its email of a campaign. A higher receipt includes the lower ones. */
export const RECEIPTS = { received: 1, opened: 2, clicked: 3 } as const

/** A receipt; 0 if the email was not sent, or if the recipient's server refused it permanently. */
export type CampaignReceipt = 0 | (typeof RECEIPTS)[keyof typeof RECEIPTS]

/** The receipt of an email, from its times. */
export function receiptOf(
  email: Record<'sentAt' | 'openedAt' | 'clickedAt' | 'bouncedAt', Date | null>,
): CampaignReceipt {
  if (email.clickedAt) return RECEIPTS.clicked
  if (email.openedAt) return RECEIPTS.opened
  return email.sentAt && !email.bouncedAt ? RECEIPTS.received : 0
}
