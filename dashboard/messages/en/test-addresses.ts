/** The texts on addresses for test emails. */
export const testAddresses = {
  title: 'Test addresses',
  text: 'Besides your team, these addresses can get test emails. Each one confirms once by a link in an email.',
  nobody: 'Choose at least one address.',
  none: 'No test addresses yet.',
  address: 'Email address',
  add: 'Add address',
  addAnother: 'Add an address',
  added: (email: string) =>
    `We sent a confirmation link to ${email}. The address can get test emails once it is confirmed.`,
  ready: (email: string) => `${email} can get test emails now.`,
  pending: 'Waiting for confirmation',
  confirmed: 'Confirmed',
  expires: 'expires',
  sendAgain: 'Send again',
  sendAgainTo: (email: string) => `Send the link to ${email} again`,
  sentAgain: 'Confirmation link sent',
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}`,
  removed: 'Test address removed',
}
