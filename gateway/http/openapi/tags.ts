interface Tag {
  name: string
  description: string
}

const SENDING = { name: 'Sending', description: 'Transactional email, sent immediately to one or more recipients.' }
const EVENTS = { name: 'Events', description: 'Actions of contacts: recorded, and used by workflows and segments.' }
const SERVICE = { name: 'Service', description: 'Health of the service, and this reference.' }
const TRACKING = { name: 'Tracking', description: 'The targets of the links and the pixel of tracked mail.' }
const PAGES = {
  name: "Recipients' pages",
  description: 'The pages behind the links in messages, in the language of the recipient.',
}
const RECEIVERS = {
  name: 'Receivers',
  description: 'Endpoints for the notifications of providers; integrators do not call them.',
}

/** The resource of the first word of a path, in the order in which the reference lists them. */
const TAGS: Record<string, Tag> = {
  send: SENDING,
  emails: { name: 'Emails', description: 'Every message to one recipient, with its status and events.' },
  suppressions: { name: 'Suppressions', description: 'Addresses that get no mail of any kind.' },
  track: EVENTS,
  events: EVENTS,
  contacts: { name: 'Contacts', description: 'The recipients of a project, with custom fields in `data`.' },
  templates: { name: 'Templates', description: 'Subjects and bodies in Liquid, filled in for each recipient.' },
  campaigns: { name: 'Campaigns', description: 'One message to an audience, sent once to each contact.' },
  exports: { name: 'Exports', description: 'Files with what a project has, to keep or to take elsewhere.' },
  audiences: { name: 'Audiences', description: 'Who would be reached, before anything is stored.' },
  segments: { name: 'Segments', description: 'Groups of contacts, defined by a condition or chosen by hand.' },
  workflows: { name: 'Workflows', description: 'Graphs of steps; each contact passes through them in an execution.' },
  auth: { name: 'Sign-in', description: 'Accounts and sessions of the people who use the dashboard.' },
  users: { name: 'Users', description: 'The signed-in user, and their projects with the keys of each.' },
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
