interface Tag {
  name: string
  description: string
}

const SENDING = { name: 'Sending', description: 'Transactional email: sent at once, to one or more recipients.' }
const EVENTS = { name: 'Events', description: 'What contacts do: recorded, and taken by workflows and segments.' }
const SERVICE = { name: 'Service', description: 'Whether the service works, and this reference.' }
const TRACKING = { name: 'Tracking', description: 'What the links and the pixel of tracked mail lead to.' }
const PAGES = {
  name: "Recipients' pages",
  description: 'Where the links in messages lead: read and used by their recipients, in their language.',
}
const RECEIVERS = { name: 'Receivers', description: 'Notifications from providers; not called by integrators.' }

/** The resource that the first word of a path stands for, in the order in which the reference lists them. */
const TAGS: Record<string, Tag> = {
  send: SENDING,
  emails: { name: 'Emails', description: 'Every message to one recipient, and what happened to it.' },
  suppressions: { name: 'Suppressions', description: 'Addresses that are not mailed, whatever asks for it.' },
  track: EVENTS,
  events: EVENTS,
  contacts: { name: 'Contacts', description: 'The recipients of a project, with custom fields in `data`.' },
  templates: { name: 'Templates', description: 'Subjects and bodies in Liquid, filled in for each recipient.' },
  campaigns: { name: 'Campaigns', description: 'One message to an audience, to each of its contacts once.' },
  segments: { name: 'Segments', description: 'Groups of contacts, by a condition or by hand.' },
  workflows: { name: 'Workflows', description: 'Graphs of steps that contacts walk through, each in an execution.' },
  auth: { name: 'Sign-in', description: 'Accounts and sessions of the people who use the dashboard.' },
  users: { name: 'Users', description: 'The user who is signed in, and their projects with the keys of each.' },
  health: SERVICE,
  ready: SERVICE,
  docs: SERVICE,
  'openapi.json': SERVICE,
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

/** The resources of these paths, each once: known ones in their order, then the others by name. */
export function tagsOf(paths: readonly string[]): Tag[] {
  const found = new Map(paths.map((path) => [tagOf(path).name, tagOf(path)]))
  const known = new Set(Object.values(TAGS))
  const others = [...found.values()].filter((tag) => !known.has(tag))
  return [
    ...[...known].filter(({ name }) => found.has(name)),
    ...others.sort((a, b) => a.name.localeCompare(b.name, 'en')),
  ]
}
