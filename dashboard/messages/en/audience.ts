/** The texts on the contacts of an audience, and on which of them mail reaches. */
export const audience = {
  about: (number: string) => `about ${number}`,
  contacts: (total: number) => (total === 1 ? 'contact' : 'contacts'),
  parts: 'Audience breakdown',
  eligible: 'can receive marketing emails',
  eligibleTransactional: 'can receive transactional emails',
  unsubscribed: 'unsubscribed',
  suppressed: 'suppressed',
  snoozed: (count: string) => `(${count} snoozed)`,
  open: 'View these contacts',
  sample: 'Sample contacts',
  unfinished: 'Complete every filter to see the count.',
}
