/**
 * The texts in English. A text with parameters is a function. Each area is an export of its own, so that a page loads
 * only the texts that it shows.
 */
export { account } from './en/account.js'
export { activity } from './en/activity.js'
export { analytics } from './en/analytics.js'
export { attention } from './en/attention.js'
export { audience } from './en/audience.js'
export { campaigns } from './en/campaigns.js'
export { chart } from './en/chart.js'
export { conditions } from './en/conditions.js'
export { contacts } from './en/contacts.js'
export { content } from './en/content.js'
export { dates } from './en/dates.js'
export { domains } from './en/domains.js'
export { drafts } from './en/drafts.js'
export { emails } from './en/emails.js'
export { events } from './en/events.js'
export { executions } from './en/executions.js'
export { filters } from './en/filters.js'
export { home } from './en/home.js'
export { imports } from './en/imports.js'
export { jobs } from './en/jobs.js'
export { mail } from './en/mail.js'
export { pickers } from './en/pickers.js'
export { presence } from './en/presence.js'
export { segments } from './en/segments.js'
export { session } from './en/session.js'
export { settings } from './en/settings.js'
export { suppressions } from './en/suppressions.js'
export { templates } from './en/templates.js'
export { values } from './en/values.js'
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
  notCopied: 'Copying has failed. Select the text and copy it by hand.',
  copyNeedsTls: 'This page came without TLS, so the browser copies nothing. Select the text and copy it by hand.',
  create: 'Create',
  loading: 'Loading',
  more: 'Show more',
  notice: 'Notice',
  retry: 'Try again',
  search: 'Search',
  clearFilters: 'Clear the filters',
  none: 'None',
  nothingFits: 'Nothing fits',
  notLoaded: 'The list could not be loaded.',
  options: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  membersOnly: 'Your role in this project is Member: an owner or an admin can change this.',
  save: 'Save',
  saved: 'Saved',
  edit: 'Edit',
  remove: 'Remove',
  delete: 'Delete',
  undo: 'Undo',
  typeName: (name: string) => `Type “${name}” to go on`,
  unknown: 'Unknown',
  skip: 'Skip to the content',
  pages: 'Pages',
  pageBefore: 'Previous',
  pageAfter: 'Next',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  rows: (total: number, shown: string) => (total === 1 ? '1 entry' : `${shown} entries`),
}

export const errors = {
  requestId: 'Request',
  copyRequestId: 'Copy the id of the request',
  unreachable: 'The server did not answer.',
  unreachableHint: 'Check the connection, and try again.',
  unexpected: 'Something went wrong.',
  crashed: 'This page has failed.',
  crashedHint: 'No stored data has changed. Try again, or go back.',
  limited: 'Too many requests in a minute.',
  offline: 'There is no connection. The page may show old data until the connection is back.',
  waitsForLimit: 'Too many requests in a minute: the page continues automatically in',
  seconds: (seconds: number) => `${seconds} s.`,
  limitedFor: (seconds: number) => `Try again in ${seconds} s.`,
  fields: 'Some fields need a change.',
  inField: (field: string, message: string) => (field === '' ? message : `${field}: ${message}.`).replace(/\.\.$/, '.'),
  newVersion: 'A newer version of the dashboard is available.',
  reload: 'Reload',
}

export const notFound = {
  page: 'There is no such page',
  pageText: 'The address may be mistyped, or the page is gone.',
  project: 'There is no such project here',
  projectText: 'It may be deleted, or you are not a member of it.',
  toProjects: 'To your projects',
  toHome: 'To the start',
}

export const shell = {
  navigation: 'Navigation',
  openNavigation: 'Open the navigation',
  fold: 'Fold the sidebar',
  unfold: 'Unfold the sidebar',
  audience: 'Audience',
  watch: 'Watch',
  setUp: 'Set up',
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
  switchProject: (name: string) => `Project ${name}: switch to another`,
  allProjects: 'All projects',
  account: (email: string) => `Account ${email}`,
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  signOut: 'Sign out',
  disabled: 'This project is disabled: it sends and starts nothing. Its data can be read, changed and deleted.',
  refusedWhileDisabled: 'Not possible: the project is disabled.',
  whyDisabled: 'What disables a project',
  isReset: 'This project is being reset: nothing is sent until that is done.',
  disabledReasons: {
    PAYMENT_FAILED: 'A payment has failed.',
    EMAIL_REPUTATION: 'Too many of its mails bounced or were reported as spam.',
    MANUAL: 'The operator has disabled it.',
  },
}

export const commands = {
  palette: 'Commands',
  openPalette: 'Search and commands',
  placeholder: 'A command, a name, an address, or an id',
  nothing: 'Nothing fits',
  searching: 'Searching …',
  notSearched: 'Not everything could be searched.',
  matches: 'Matches',
  shortcuts: 'Keyboard shortcuts',
  showShortcuts: 'Show the keyboard shortcuts',
  goTo: (page: string) => `Go to ${page}`,
  switchTo: (project: string) => `Switch to project ${project}`,
  useTheme: (theme: string) => `Theme: ${theme}`,
  openById: (thing: string) => `Open the ${thing.toLowerCase()} with this id`,
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
  noSuchId: 'Nothing of this kind has the id.',
  recent: 'Recent page',
  copyPublicKey: 'Copy the public key',
  publicKeyCopied: 'The public key is copied.',
  focusSearch: 'Search in this list',
  nextRow: 'Next row',
  lastRow: 'Previous row',
  openRow: 'Open the row',
  singleKeysAreOn: 'Keys without Ctrl can be switched off:',
  singleKeysAreOff: 'Keys without Ctrl are switched off:',
  groups: { go: 'Go to', page: 'This page', rows: 'Lists', project: 'Project', general: 'General' },
}
