import { setTimeout as delay } from 'node:timers/promises'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import type { StoredSample } from '../stored-shapes.js'
import type { Inbox } from './inbox.js'
import type { Requests } from './requests.js'

/** A project of one size, and the data for its calls. */
export interface GrownProject {
  project: CreatedProject
  size: number
  campaignId: string
  /** A segment without events whose members, a third of the contacts, are counted. */
  segmentId: string
  /** A draft to the segment. */
  segmentCampaignId: string
  samples: readonly StoredSample[]
  requests: Requests
  inbox: Inbox
}

/** Makes a call for the n-th time, and resolves to its duration in ms. */
export type GrowthCall = (project: GrownProject, n: number) => Promise<number>

const POLL_MS = 2
const PAGE = 'limit=20'
const DAY_MS = 86_400_000

/** The n-th sample of the project. The step is coprime to a power of two, so that every sample comes in turn. */
function sample({ samples }: GrownProject, n: number): StoredSample {
  const found = samples[(n * 7) % samples.length]
  if (!found) throw new Error('The project has no contacts')
  return found
}

function get(path: (project: GrownProject, n: number) => string): GrowthCall {
  return async (grown, n) => (await grown.requests.get(path(grown, n), grown.project.secretKey)).ms
}

/** A list from its second page on, where nothing is counted. */
function secondPage(path: string): GrowthCall {
  return secondPageOf(() => path)
}

function secondPageOf(pathOf: (project: GrownProject) => string): GrowthCall {
  return async (grown) => {
    const path = pathOf(grown)
    const { requests, project } = grown
    const { secretKey } = project
    const { body } = await requests.get(path, secretKey)
    const { cursor } = JSON.parse(body) as { cursor: string }
    return (await requests.get(`${path}&cursor=${encodeURIComponent(cursor)}`, secretKey)).ms
  }
}

function track(email: (project: GrownProject, n: number) => string): GrowthCall {
  return async (grown, n) =>
    (await grown.requests.post('/v1/track', grown.project.publicKey, { email: email(grown, n), event: 'seen' })).ms
}

function send(email: (project: GrownProject, n: number) => string): GrowthCall {
  return async (grown, n) => {
    const mail = { to: email(grown, n), subject: 'Now', body: '<p>Hi</p>', from: 'hello@example.com' }
    return (await grown.requests.post('/v1/send', grown.project.secretKey, mail)).ms
  }
}

/** From the request until the message is in the inbox, with the answer before it. */
function toInbox(call: GrowthCall): GrowthCall {
  return async (grown, n) => {
    const before = await grown.inbox.count()
    const from = performance.now()
    await call(grown, n)
    while ((await grown.inbox.count()) === before) await delay(POLL_MS)
    return performance.now() - from
  }
}

/** From the change of a contact to its entry into the segment `gold`, as an event. */
const segmentEntry: GrowthCall = async (grown, n) => {
  const { contactId } = sample(grown, n)
  const { secretKey } = grown.project
  const from = performance.now()
  await grown.requests.patch(`/contacts/${contactId}`, secretKey, { data: { plan: `gold` } })
  const query = `/events?eventName=segment.gold.entry&contactId=${contactId}&limit=1`
  for (;;) {
    const { body } = await grown.requests.get(query, secretKey)
    if ((JSON.parse(body) as { data: unknown[] }).data.length > 0) return performance.now() - from
    await delay(POLL_MS)
  }
}

function post(path: string, body: (project: GrownProject, n: number) => object): GrowthCall {
  return async (grown, n) => (await grown.requests.post(path, grown.project.secretKey, body(grown, n))).ms
}

/** A search from its second page on. */
const searchOn =
  (filter: object): GrowthCall =>
  async ({ requests, project: { secretKey } }) => {
    const { body } = await requests.post('/contacts/search', secretKey, filter)
    // A small project may have one page.
    const { cursor } = JSON.parse(body) as { cursor: string | null }
    return (await requests.post('/contacts/search', secretKey, { ...filter, ...(cursor ? { cursor } : {}) })).ms
  }

/** A third of the contacts have the plan `pro`. */
const onPlan = (plan: string): object => ({
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: plan }] }],
})

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

const knownAddress = (grown: GrownProject, n: number): string => sample(grown, n).email
const newAddress =
  (prefix: string) =>
  (_grown: GrownProject, n: number): string =>
    `${prefix}${n}@example.com`

/** Every call and list that is made often, by what it does. */
export const GROWTH_CALLS: Readonly<Record<string, GrowthCall>> = {
  'POST /v1/track, known contact': track(knownAddress),
  'POST /v1/track, new contact': track(newAddress('tracked')),
  'POST /v1/send, known contact': send(knownAddress),
  'POST /v1/send, new contact': send(newAddress('sent')),
  'POST /v1/send to the inbox': toInbox(send(knownAddress)),
  'GET /contacts': get(() => `/contacts?${PAGE}`),
  'GET /contacts, second page': secondPage(`/contacts?${PAGE}`),
  'GET /contacts, subscribed': get(() => `/contacts?${PAGE}&subscribed=true`),
  'GET /contacts, by address': get(() => `/contacts?${PAGE}&sort=email&dir=asc`),
  'GET /contacts, a part of an address': get((grown, n) => `/contacts?${PAGE}&search=${knownAddress(grown, n)}`),
  'GET /contacts, a word of an address': get(() => `/contacts?${PAGE}&search=xantippe`),
  'GET /contacts, a part of a word that nobody has': get(() => `/contacts?${PAGE}&search=ebedia`),
  'GET /contacts, a text that all have': get(() => `/contacts?${PAGE}&search=c`),
  'GET /contacts, unsubscribed, by address': get(() => `/contacts?${PAGE}&subscribed=false&sort=email`),
  'POST /contacts/search, a word': post('/contacts/search', () => ({ search: 'xantippe' })),
  'POST /contacts/search, a name that many have': post('/contacts/search', () => ({ search: 'name1' })),
  'POST /contacts/search, a condition that nobody meets': post('/contacts/search', () => ({
    condition: onPlan('none'),
  })),
  'POST /contacts/search, a condition that nobody meets, second page': searchOn({ condition: onPlan('none') }),
  'POST /contacts/search, any part of an address': post('/contacts/search', (grown, n) => ({
    search: knownAddress(grown, n).slice(1),
    match: 'contains',
  })),
  'POST /contacts/search, not suppressed': post('/contacts/search', () => ({ suppressed: false })),
  'GET /contacts/fields/{field}/values': get(() => '/contacts/fields/plan/values'),
  'GET /contacts/fields/{field}/usage': get(() => '/contacts/fields/plan/usage'),
  'POST /contacts/search, an address': post('/contacts/search', (grown, n) => ({ search: knownAddress(grown, n) })),
  'POST /contacts/search, the beginning of many': post('/contacts/search', () => ({ search: 'c' })),
  'POST /contacts/search, the same, second page': searchOn({ search: 'c' }),
  'POST /contacts/search, a domain': post('/contacts/search', () => ({ search: '@example' })),
  'POST /contacts/search, a condition': post('/contacts/search', () => ({ condition: onPlan('pro') })),
  'POST /contacts/search, a condition, second page': searchOn({ condition: onPlan('pro') }),
  'GET /contacts/{id}/segments': get((grown, n) => `/contacts/${sample(grown, n).contactId}/segments`),
  'GET /contacts/fields': get(() => '/contacts/fields'),
  'GET /contacts/{id}': get((grown, n) => `/contacts/${sample(grown, n).contactId}`),
  'POST /contacts, known': async (grown, n) =>
    (await grown.requests.post('/contacts', grown.project.secretKey, { email: knownAddress(grown, n) })).ms,
  'PATCH /contacts/{id}': async (grown, n) => {
    const path = `/contacts/${sample(grown, n).contactId}`
    return (await grown.requests.patch(path, grown.project.secretKey, { data: { firstName: `Ann${n}` } })).ms
  },
  'PATCH /contacts/{id} to the entry event': segmentEntry,
  'GET /segments': get(() => '/segments'),
  'GET /segments/{id}': get(({ segmentId }) => `/segments/${segmentId}`),
  'GET /segments/{id}/contacts': get(({ segmentId }) => `/segments/${segmentId}/contacts?${PAGE}`),
  'GET /segments/{id}/contacts, second page': secondPageOf(
    ({ segmentId }) => `/segments/${segmentId}/contacts?${PAGE}`,
  ),
  'GET /emails': get(() => `/emails?${PAGE}`),
  'GET /emails, second page': secondPage(`/emails?${PAGE}`),
  'GET /emails, delivered': get(() => `/emails?${PAGE}&status=DELIVERED`),
  'GET /emails, delivered, second page': secondPage(`/emails?${PAGE}&status=DELIVERED`),
  'GET /emails, failed': get(() => `/emails?${PAGE}&status=FAILED`),
  'GET /emails, bounced': get(() => `/emails?${PAGE}&status=BOUNCED`),
  'GET /emails of a contact': get((grown, n) => `/emails?${PAGE}&contactId=${sample(grown, n).contactId}`),
  'GET /emails to an address': get((grown, n) => `/emails?${PAGE}&to=${knownAddress(grown, n)}`),
  'GET /emails of a campaign': get(({ campaignId }) => `/emails?${PAGE}&campaignId=${campaignId}`),
  'GET /emails of a campaign, second page': secondPageOf(
    ({ campaignId }) => `/emails?${PAGE}&campaignId=${campaignId}`,
  ),
  'GET /emails/{id}': get((grown, n) => `/emails/${sample(grown, n).emailId}`),
  'GET /campaigns': get(() => '/campaigns'),
  'GET /activity': get(() => `/activity?${PAGE}`),
  'GET /activity, second page': secondPage(`/activity?${PAGE}`),
  'GET /activity, delivered': get(() => `/activity?${PAGE}&types=email.delivered`),
  'GET /activity, tracked events': get(() => `/activity?${PAGE}&types=event.triggered`),
  'GET /activity, failed workflows': get(() => `/activity?${PAGE}&types=workflow.failed`),
  'GET /activity of a contact': get((grown, n) => `/activity?${PAGE}&contactId=${sample(grown, n).contactId}`),
  'GET /activity of a contact, opened': get(
    (grown, n) => `/activity?${PAGE}&types=email.opened&contactId=${sample(grown, n).contactId}`,
  ),
  'GET /activity/stats': get(() => '/activity/stats'),
  'GET /activity/stats of a week': get(() => `/activity/stats?startDate=${dayBefore(7)}`),
  'GET /activity/recent-count': get(() => '/activity/recent-count'),
  'GET /activity/upcoming': get(() => '/activity/upcoming'),
  'GET /analytics/timeseries': get(() => '/analytics/timeseries'),
  'GET /analytics/top-campaigns': get(() => '/analytics/top-campaigns'),
  'GET /analytics/campaign-stats': get(() => '/analytics/campaign-stats'),
  'GET /analytics/top-events': get(() => '/analytics/top-events'),
}

/** The calls that read a whole project. Their goal is a time, because they take longer in a larger project. */
export const WHOLE_PROJECT_CALLS: Readonly<Record<string, GrowthCall>> = {
  'POST /audiences/count, everyone': post('/audiences/count', () => ({})),
  'POST /audiences/count, a condition': post('/audiences/count', () => ({ condition: onPlan('pro') })),
  'POST /audiences/count, a segment': post('/audiences/count', ({ segmentId }) => ({ segmentId })),
  'GET /campaigns/{id}/audience, a segment': get(({ segmentCampaignId }) => `/campaigns/${segmentCampaignId}/audience`),
  'POST /segments/{id}/refresh': async ({ requests, segmentId, project }) =>
    (await requests.post(`/segments/${segmentId}/refresh`, project.secretKey, {})).ms,
}
