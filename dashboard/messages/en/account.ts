/** The texts of the page of the account. */
export const account = {
  title: 'Account',
  unverified: 'The address is not confirmed yet: follow the link in the mail to it.',
  changePassword: 'Change the password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordChanged: 'The password is changed.',
  othersEnd: 'It signs out everywhere else.',
  sessions: 'Signed in',
  lastUsed: 'Last used',
  thisBrowser: 'This browser',
  look: 'Look',
}
