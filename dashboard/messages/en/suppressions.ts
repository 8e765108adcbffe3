/** The texts on suppressed addresses. */
export const suppressions = {
  title: 'Suppressed addresses',
  text: 'No mail of any kind goes to these addresses.',
  search: 'Address contains',
  columns: { email: 'Address', reason: 'Reason', created: 'Since', actions: 'Acts' },
  reasons: {
    BOUNCE: 'Bounced',
    COMPLAINT: 'Reported as spam',
    MANUAL: 'By hand',
    SOFT_BOUNCES: 'Bounced several times',
  },
  until: 'Until',
  add: 'Suppress an address',
  suppress: 'Suppress',
  suppressOne: (email: string) => `Suppress ${email}?`,
  suppressText:
    'No mail of any kind is sent to the address from now on, receipts and passwords included. Its subscription does ' +
    'not change.',
  suppressed: (email: string) => `${email} is suppressed.`,
  lift: 'Lift the suppression',
  liftOne: (email: string) => `Send to ${email} again?`,
  lifted: (email: string) => `The suppression of ${email} is lifted.`,
  warnings: {
    BOUNCE:
      'Mail to this address bounced for good. Another bounce harms your reputation. Lift it only if you know that ' +
      'the mailbox exists now. If the bounce unsubscribed the contact, it is subscribed again.',
    COMPLAINT:
      'The owner of this address reported your mail as spam. Another complaint harms your reputation. Lift it only ' +
      'if the owner asks for it. The contact stays unsubscribed.',
    MANUAL: 'Mail to this address is sent again. The subscription of the contact does not change.',
    SOFT_BOUNCES: 'The pause ends at once, and bounces count from zero.',
  },
  none: 'No suppressed address',
  noneText: 'Addresses that bounce for good, or whose owners complain, are listed here automatically.',
  notFound: 'No suppressed address fits',
  notFoundText: 'Clear the search to see all of them.',
  import: 'Import',
  importTitle: 'Import suppressed addresses',
  importText: 'A file with the columns email and reason, as exports have them. A blank reason counts as “by hand”.',
  importAction: 'Import the file',
  file: 'File',
  export: 'Export',
}
