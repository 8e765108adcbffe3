interface Tag {
  name: string
  description: string
}

const SENDING = { name: 'Sending', description: 'Transactional email, sent immediately to one or more recipients.' }
const EVENTS = { name: 'Events', description: 'What contacts do. Workflows and segments use these events.' }
const SERVICE = { name: 'Service', description: 'Health checks and this reference.' }
const TRACKING = { name: 'Tracking', description: 'Targets of tracked links and the tracking pixel.' }
const PAGES = {
  name: "Recipients' pages",
  description: "Hosted pages behind the links in emails, in the recipient's language.",
}
const RECEIVERS = {
  name: 'Receivers',
  description: "Endpoints for notifications from providers. You don't call them.",
}

/** The resource of the first word of a path, in the order in which the reference lists them. */
const TAGS: Record<string, Tag> = {
  send: SENDING,
  emails: { name: 'Emails', description: 'Each message to a recipient, with its status and events.' },
  suppressions: { name: 'Suppressions', description: 'Email addresses that receive no email of any kind.' },
  track: EVENTS,
  events: EVENTS,
  contacts: { name: 'Contacts', description: 'The recipients of a project, with custom fields in `data`.' },
  templates: { name: 'Templates', description: 'Reusable subjects and bodies in Liquid, rendered for each recipient.' },
  designs: { name: 'Designs', description: 'Designs to start from in the visual editor.' },
  campaigns: { name: 'Campaigns', description: 'One message to an audience, sent once to each contact.' },
  exports: { name: 'Exports', description: 'Files with the data of a project.' },
  audiences: { name: 'Audiences', description: 'Audience counts before you store anything.' },
  segments: { name: 'Segments', description: 'Groups of contacts, dynamic (by condition) or static (added manually).' },
  workflows: {
    name: 'Workflows',
    description: 'Automated sequences of steps. Each contact passes through them in an execution.',
  },
  notifications: { name: 'Notifications', description: 'What the members of a project are told in the dashboard.' },
  views: { name: 'Views', description: 'Saved filters of the lists in the dashboard.' },
  auth: { name: 'Sign-in', description: 'Accounts and sessions of the people who use the dashboard.' },
  users: { name: 'Users', description: 'The signed-in user, their projects and API keys.' },
  health: SERVICE,
  ready: SERVICE,
  docs: SERVICE,
  'openapi.json': SERVICE,
  'openapi-3.0.json': SERVICE,
  webhooks: RECEIVERS,
  unsubscribe: PAGES,
  subscribe: PAGES,
  manage: PAGES,
  c: TRACKING,
  o: TRACKING,
}

/** The resource under which the reference lists a path. */
export function tagOf(path: string): Tag {
  const word = path.split('/').find((segment) => segment !== '' && segment !== 'v1') ?? ''
  return TAGS[word] ?? { name: word.charAt(0).toUpperCase() + word.slice(1), description: `Everything about ${word}.` }
}

/** The distinct resources of these paths: the listed ones in their order, then the others by name. */
export function tagsOf(paths: readonly string[]): Tag[] {
  const found = new Map(paths.map((path) => [tagOf(path).name, tagOf(path)]))
  const known = new Set(Object.values(TAGS))
  const others = [...found.values()].filter((tag) => !known.has(tag))
  return [
    ...[...known].filter(({ name }) => found.has(name)),
    ...others.sort((a, b) => a.name.localeCompare(b.name, 'en')),
  ]
}
