/**
 * The texts in English. A text with parameters is a function. Each area is an export of its own, so that a page loads
 * only the texts that it shows.
 */
export { account } from './en/account.js'
export { activity } from './en/activity.js'
export { analytics } from './en/analytics.js'
export { archive } from './en/archive.js'
export { attention } from './en/attention.js'
export { audience } from './en/audience.js'
export { brand } from './en/brand.js'
export { bulk } from './en/bulk.js'
export { campaigns } from './en/campaigns.js'
export { chart } from './en/chart.js'
export { conditions } from './en/conditions.js'
export { contacts } from './en/contacts.js'
export { content } from './en/content.js'
export { dates } from './en/dates.js'
export { designEditor } from './en/design-editor.js'
export { designView } from './en/design-view.js'
export { domains } from './en/domains.js'
export { drafts } from './en/drafts.js'
export { emails } from './en/emails.js'
export { events } from './en/events.js'
export { executions } from './en/executions.js'
export { filters } from './en/filters.js'
export { gallery } from './en/gallery.js'
export { home } from './en/home.js'
export { imported } from './en/imported.js'
export { imports } from './en/imports.js'
export { jobs } from './en/jobs.js'
export { mail } from './en/mail.js'
export { notifications } from './en/notifications.js'
export { pickers } from './en/pickers.js'
export { presence } from './en/presence.js'
export { reasons } from './en/reasons.js'
export { segments } from './en/segments.js'
export { selection } from './en/selection.js'
export { sender } from './en/sender.js'
export { session } from './en/session.js'
export { settings } from './en/settings.js'
export { suppressions } from './en/suppressions.js'
export { templateHistory } from './en/template-history.js'
export { templates } from './en/templates.js'
export { testAddresses } from './en/test-addresses.js'
export { values } from './en/values.js'
export { versions } from './en/versions.js'
export { views } from './en/views.js'
export { workflowDialogs } from './en/workflow-dialogs.js'
export { workflowEditor } from './en/workflow-editor.js'
export { workflowGraph } from './en/workflow-graph.js'
export { workflowSteps } from './en/workflow-steps.js'
export { workflows } from './en/workflows.js'

export const common = {
  product: 'Posthorn',
  titleOf: (page: string) => `${page} · Posthorn`,
  close: 'Close',
  cancel: 'Cancel',
  copied: 'Copied',
  notCopied: 'Could not copy. Select the text and copy it manually.',
  copyNeedsTls: 'Browsers only copy on HTTPS pages. Select the text and copy it manually.',

  loading: 'Loading',
  more: 'Show more',
  searchedSoFar: (searched: string, of: string) => `Searched ${searched} of ${of} contacts.`,
  searchOn: 'Keep searching',
  notice: 'Notification',
  retry: 'Try again',
  search: 'Search',
  clearFilters: 'Clear filters',
  none: 'None',
  nothingFits: 'No matches',
  notLoaded: 'Could not load the list.',
  options: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  membersOnly: 'Only owners and admins can change this.',
  save: 'Save',
  saved: 'Saved',

  undo: 'Undo',
  typeName: (name: string) => `Type “${name}” to confirm`,
  unknown: 'Unknown',
  skip: 'Skip to content',
  pages: 'Pagination',
  pageBefore: 'Previous',
  pageAfter: 'Next',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  rows: (total: number, shown: string) => (total === 1 ? '1 result' : `${shown} results`),
}

export const errors = {
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
  unreachable: 'Could not reach the server.',
  unreachableHint: 'Check your connection and try again.',
  unexpected: 'Something went wrong.',
  crashed: 'Something went wrong on this page.',
  crashedHint: 'Your stored data is unchanged. Try again or go back.',
  limited: 'Too many requests.',
  offline: 'You’re offline. This page may be out of date until you reconnect.',
  waitsForLimit: 'Too many requests. Retrying in',
  seconds: (seconds: number) => `${seconds} s.`,
  limitedFor: (seconds: number) => `Try again in ${seconds} s.`,
  fields: 'Fix the highlighted fields.',
  inField: (field: string, message: string) => (field === '' ? message : `${field}: ${message}.`).replace(/\.\.$/, '.'),
  newVersion: 'A new version of the dashboard is available.',
  reload: 'Reload',
}

export const notFound = {
  page: 'Page not found',
  pageText: 'Check the URL. The page may have been removed.',
  project: 'Project not found',
  projectText: 'It may have been deleted, or you’re not a member.',
  toProjects: 'Go to Projects',
}

export const shell = {
  navigation: 'Navigation',
  openNavigation: 'Open navigation',
  openUnread: (count: string) => `Open navigation (${count} unread)`,
  fold: 'Collapse sidebar',
  unfold: 'Expand sidebar',
  audience: 'Audience',
  watch: 'Monitor',
  setUp: 'Configure',
  home: 'Home',
  contacts: 'Contacts',
  segments: 'Segments',
  send: 'Send',
  campaigns: 'Campaigns',
  workflows: 'Workflows',
  templates: 'Templates',
  emails: 'Emails',
  activity: 'Activity',
  events: 'Events',
  analytics: 'Analytics',
  domains: 'Domains',
  settings: 'Settings',
  reference: 'API reference',
  temporal: 'Temporal',
  projects: 'Projects',
  switchProject: (name: string) => `Project ${name}. Switch project`,
  allProjects: 'All projects',
  account: (email: string) => `Account ${email}`,
  notifications: 'Notifications',
  unread: (count: string) => `${count} unread`,
  inbox: 'Local inbox',
  inInbox: 'Open in local inbox',
  unreadUrl: 'Part of this URL can’t be read',
  unreadUrlText: (names: string) => `Left out: ${names}. The page may show more than the URL asks for.`,
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  signOut: 'Sign out',
  disabled:
    'This project is disabled. It sends no emails and starts no workflows. You can still view, edit and delete its data.',
  refusedWhileDisabled: 'Not available while the project is disabled.',
  whyDisabled: 'How to fix it',
  harmfulEmails: 'Emails that bounced or were marked as spam',
  isReset: 'This project is being reset. No emails will be sent until the reset is complete.',
  disabledReasons: {
    PAYMENT_FAILED: 'A payment failed.',
    EMAIL_REPUTATION: 'Too many emails bounced or were marked as spam.',
    MANUAL: 'The operator of this installation disabled it.',
  },
}

export const commands = {
  palette: 'Commands',
  openPalette: 'Search or run a command',
  placeholder: 'Search commands, names, emails or IDs',
  nothing: 'No results',
  searching: 'Searching…',
  notSearched: 'Some results could not be loaded.',
  matches: 'Results',
  shortcuts: 'Keyboard shortcuts',
  showShortcuts: 'Show keyboard shortcuts',
  goTo: (page: string) => `Go to ${page}`,
  switchTo: (project: string) => `Switch to project ${project}`,
  useTheme: (theme: string) => `Theme: ${theme}`,
  openById: (thing: string) => `Open ${thing.toLowerCase()} by ID`,
  emailsTo: 'Emails to this address',
  things: {
    email: 'Email',
    contact: 'Contact',
    campaign: 'Campaign',
    workflow: 'Workflow',
    execution: 'Execution',
    event: 'Event',
    template: 'Template',
    segment: 'Segment',
    domain: 'Domain',
    import: 'Import',
  },
  noSuchId: 'Nothing has this ID.',
  recent: 'Recent page',
  copyPublicKey: 'Copy public key',
  publicKeyCopied: 'Public key copied',
  focusSearch: 'Search this list',
  nextRow: 'Next row',
  lastRow: 'Previous row',
  openRow: 'Open row',
  singleKeysAreOn: 'Single-key shortcuts are on. Turn them off in',
  singleKeysAreOff: 'Single-key shortcuts are off. Turn them on in',
  groups: { go: 'Go to', page: 'This page', rows: 'Lists', project: 'Project', general: 'General' },
}
