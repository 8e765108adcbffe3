/** A contact's receipt of its email of a campaign. A higher receipt includes the lower ones. */
export const RECEIPTS = { received: 1, opened: 2, clicked: 3 } as const

/** A receipt; 0 if the email was not sent, or if the recipient's server refused it permanently. */
export type CampaignReceipt = 0 | (typeof RECEIPTS)[keyof typeof RECEIPTS]

/**
 * A contact holds its receipts of this many campaigns: the last ones of its project that were sent. Conditions on older
 * campaigns match no contact.
 */
export const CAMPAIGNS_WITH_RECEIPTS = 500

// The order in which the receipts of an email replace each other: a bounce ends the receipt of an unopened email.
const ORDER: readonly CampaignReceipt[] = [RECEIPTS.received, 0, RECEIPTS.opened, RECEIPTS.clicked]

/** The receipt of an email, from its times. */
export function receiptOf(
  email: Record<'sentAt' | 'openedAt' | 'clickedAt' | 'bouncedAt', Date | null>,
): CampaignReceipt {
  if (email.clickedAt) return RECEIPTS.clicked
  if (email.openedAt) return RECEIPTS.opened
  return email.sentAt && !email.bouncedAt ? RECEIPTS.received : 0
}

/**
 * The field of a contact that holds its receipt of the campaign with this number. Campaigns share a field whose numbers
 * are `CAMPAIGNS_WITH_RECEIPTS` apart.
 */
export function receiptField(campaignNumber: number): string {
  return `campaigns.${campaignNumber % CAMPAIGNS_WITH_RECEIPTS}`
}

/**
 * A receipt as its field holds it: one number with the campaign's. The greatest of several is the one to keep, because
 * a later campaign has a greater number, and a later receipt of the same campaign too.
 */
export function storedReceipt(campaignNumber: number, receipt: CampaignReceipt): number {
  return campaignNumber * ORDER.length + ORDER.indexOf(receipt)
}

/** Whether contacts still hold receipts of a campaign, by its number and the number of the latest campaign. */
export function hasReceipts(campaignNumber: number, latest: number): boolean {
  return latest - campaignNumber < CAMPAIGNS_WITH_RECEIPTS
}
