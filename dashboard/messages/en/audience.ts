/** The texts on the contacts of an audience, and on which of them mail reaches. */
export const audience = {
  about: (number: string) => `about ${number}`,
  contacts: (total: number) => (total === 1 ? 'contact' : 'contacts'),
  parts: 'Parts of the audience',
  eligible: 'get marketing mail',
  eligibleTransactional: 'get transactional mail',
  unsubscribed: 'unsubscribed',
  suppressed: 'suppressed',
  snoozed: (count: string) => `(${count} of them snoozed)`,
  open: 'Show these contacts',
  sample: 'Some of these contacts',
  unfinished: 'The count follows once each filter is filled in.',
}
