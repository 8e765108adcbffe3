// `other` stands for complaints without a registered type (RFC 5965, 3.1 and 7.3).
const COMPLAINTS = new Set(['abuse', 'fraud', 'virus', 'other'])

/**
 * Whether a feedback report of a type, in lower case, is a complaint of the recipient. Reports on authentication
 * (`auth-failure`, RFC 6591), corrections (`not-spam`, RFC 6430) and unregistered types are not complaints.
 */
export function isComplaint(feedbackType: string): boolean {
  return COMPLAINTS.has(feedbackType)
}
