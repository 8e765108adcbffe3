/** The texts on suppressed addresses. */
export const suppressions = {
  title: 'Suppressions',
  text: 'No emails are sent to these addresses.',
  search: 'Search by email',
  columns: { email: 'Email', reason: 'Reason', created: 'Suppressed', actions: 'Actions' },
  reasons: {
    BOUNCE: 'Bounced',
    COMPLAINT: 'Spam complaint',
    MANUAL: 'Manual',
    SOFT_BOUNCES: 'Repeated bounces',
  },
  until: 'Until',
  add: 'Suppress address',

  suppressOne: (email: string) => `Suppress “${email}”?`,
  suppressText:
    'No emails will be sent to this address, including receipts and password resets. Its subscription doesn’t change.',
  suppressed: 'Address suppressed',
  lift: 'Remove suppression',
  liftOne: (email: string) => `Remove suppression of “${email}”?`,
  lifted: 'Suppression removed',
  warnings: {
    BOUNCE:
      'Emails to this address bounced permanently, and another bounce harms your reputation. Only continue if you know that the mailbox exists now. If the bounce unsubscribed the contact, they’ll be subscribed again.',
    COMPLAINT:
      'The recipient marked your email as spam, and another complaint harms your reputation. Only continue if they ask for it. The contact stays unsubscribed.',
    MANUAL: 'This address can get emails again. Its subscription doesn’t change.',
    SOFT_BOUNCES: 'This address can get emails again now, and its bounce count restarts at zero.',
  },
  none: 'No suppressions yet',
  noneText: 'Addresses that bounce permanently or complain appear here automatically.',
  notFound: 'No matching suppressions',
  notFoundText: 'Try another search.',
  import: 'Import',
  importTitle: 'Import suppressions',
  importText: 'A CSV file with the columns email and reason, as in exports. An empty reason means “Manual”.',
  importAction: 'Import suppressions',
  file: 'File',
  export: 'Export',
}
