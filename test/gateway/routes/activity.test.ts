import { expect } from 'chai'
import { ACTIVITY_TYPES } from '../../../models/domain/activity.js'
import { Campaign, DailyCount, Email, Event, Execution } from '../../support/models.js'
import { fakeProvider } from '../../activities/campaign/campaign-walk.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { Project } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import {
  createCampaign,
  createContact,
  createContacts,
  createEmail,
  createProject,
  createWorkflow,
} from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'
import { words } from '../../support/words.js'

interface Item {
  id: string
  type: string
  timestamp: string
  contactId: string | null
  contactEmail: string | null
  metadata: Record<string, unknown>
}

describe('GET /activity', () => {
  const { project, client } = useProject()
  const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 5, 12, minutes))
  const event = (name: string, createdAt: Date, fields: object = {}) => {
    const own = { _id: newId(), projectId: project.id, name, createdAt, contactId: null, data: {} }
    return { ...own, ...fields }
  }
  const storeAll = async (events: ReturnType<typeof event>[]) => (await Event.insertMany(events)).map(({ _id }) => _id)
  const store = (...one: Parameters<typeof event>) => Event.create(event(...one))
  const idsOf = (items: Item[]): string[] => items.map(({ id }) => id)
  const execute = async (contactId: string, fields: object) => {
    const { _id: workflowId, version } = await createWorkflow({ projectId: project.id, allowReentry: true })
    const own = { projectId: project.id, workflowId, workflowVersion: version, contactId, temporalWorkflowId: newId() }
    return (await Execution.create({ ...own, startedAt: at(0), ...fields })).toObject()
  }
  /** All pages, of which the first one has the total; `meanwhile` happens after each page. */
  async function walk(query = '', meanwhile?: () => Promise<unknown>): Promise<Item[]> {
    const totals: number[] = []
    const items = await walkPages<Item>(client, `/activity?${query}`, {
      async onPage({ total }) {
        totals.push(total)
        await meanwhile?.()
      },
    })
    const [total, ...later] = totals
    if (!meanwhile) expect(total, query).to.equal(items.length)
    expect(new Set([0, ...later]), query).to.deep.equal(new Set([0]))
    return items
  }

  it('lists every type with its contact and details, newest first', async () => {
    const { _id: contactId, email } = await createContact({ projectId: project.id })
    const typeOf = {
      'signed up': 'event.triggered',
      'email.sent': 'email.sent',
      'email.delivery': 'email.delivered',
      'email.open': 'email.opened',
      'email.click': 'email.clicked',
      'email.bounce': 'email.bounced',
      'email.complaint': 'email.complaint',
      'email.failed': 'email.failed',
      'email.received': 'email.received',
      'contact.subscribed': 'contact.subscribed',
      'contact.unsubscribed': 'contact.unsubscribed',
      'workflow.ignored': 'workflow.ignored',
    }
    const fields = { contactId, data: { link: 'https://a.io' } }
    await storeAll(Object.keys(typeOf).map((name, index) => event(name, at(index), fields)))
    await store('email.delay', at(5))
    await store('email.open', at(5), { data: { machine: true } })
    await store('workflow.failed', at(20), { contactId, data: { reason: 'loop', workflowId: 'w' } })
    await createEmail({ projectId: project.id, contactId, status: 'SUPPRESSED', createdAt: at(21), subject: 'No' })
    await createCampaign({ projectId: project.id, name: 'Spring', scheduledAt: at(22), sentAt: at(23) })
    await createCampaign({ projectId: project.id, name: 'Autumn', cancelledAt: at(24) })
    await execute(contactId, { status: 'COMPLETED', startedAt: at(25), completedAt: at(26) })
    await execute(contactId, { status: 'FAILED', startedAt: at(27), completedAt: at(28), exitReason: 'No template' })
    await execute(contactId, { status: 'CANCELLED', startedAt: at(29), completedAt: at(30) })
    const { id: other } = await createProject()
    await Event.create({ _id: newId(), projectId: other, name: 'theirs', createdAt: at(31) })
    await createCampaign({ projectId: other, sentAt: at(31) })

    const items = await walk('limit=100')

    expect(items.map(({ type }) => type)).to.deep.equal([
      ...words(`
        workflow.started workflow.failed workflow.started workflow.completed workflow.started campaign.cancelled
        campaign.sent campaign.scheduled email.suppressed workflow.failed
      `),
      ...Object.values(typeOf).toReversed(),
    ])
    expect(new Set(items.map(({ type }) => type))).to.deep.equal(new Set(ACTIVITY_TYPES))
    expect(items[1]).to.deep.include({ contactId, contactEmail: email, timestamp: at(28).toISOString() })
    expect(items[1]?.metadata).to.include({ reason: 'No template' })
    expect(items[5]).to.deep.include({ contactId: null, contactEmail: null })
    expect(items[6]?.metadata).to.include({ name: 'Spring' })
    expect(items[9]?.metadata).to.deep.equal({ reason: 'loop', workflowId: 'w' })
    expect(items.at(-1)?.metadata).to.deep.equal({ name: 'signed up', data: { link: 'https://a.io' } })
    for (const type of ACTIVITY_TYPES) {
      const alone = await walk(`limit=100&types=${type}`)
      expect(idsOf(alone), type).to.deep.equal(idsOf(items.filter((item) => item.type === type)))
    }
  })

  it('finds the wanted types although many activities of other contacts came later', async () => {
    // More names than one query reads, and more other activities than a page has.
    const many = (count: number, make: (n: number) => ReturnType<typeof event>) =>
      storeAll(Array.from({ length: count }, (_, n) => make(n)))
    const failed = (reason: string, first: number, later: number) =>
      many(12, (n) => event('workflow.failed', at(n < 6 ? first : later), { data: { reason, n } }))
    await many(60, () => event('email.sent', at(20)))
    await failed('loop', 8, 21)
    const wanted = [...(await many(310, (n) => event(`event ${n}`, at(n % 7)))), ...(await failed('tracked', 21, 8))]
    expect(idsOf(await walk('limit=50&types=event.triggered'))).to.have.members(wanted)
    const refused = await walk('limit=2&types=workflow.failed')
    expect(refused.map(({ metadata }) => metadata['reason'])).to.deep.equal(Array.from({ length: 12 }, () => 'loop'))
    const both = await walk('limit=100&types=event.triggered,workflow.failed')
    expect(idsOf(both)).to.have.members([...wanted, ...idsOf(refused)])
  })

  it('finds the wanted types of a contact although many of its activities came later', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id })
    const happen = async (minute: number, name: string, data = {}) =>
      (await store(name, at(minute), { contactId, data }))._id
    for (let n = 0; n < 5; n += 1) await happen(9, 'workflow.failed', { reason: n % 2 ? 'loop' : 'tracked' })
    const triggered = [await happen(1, 'came'), await happen(2, 'workflow.failed', { reason: 'tracked' })]
    const refused = [await happen(1, 'workflow.failed', { reason: 'loop' })]
    const sent = [await happen(1, 'email.sent')]
    for (let n = 0; n < 4; n += 1) await happen(5, ['email.delivery', 'email.delay'][n % 2] ?? '')
    await store('came', at(1))
    const early = async (types: string): Promise<string[]> => {
      const found = await walk(`limit=1&contactId=${contactId}&types=${types}`)
      return idsOf(found.filter(({ timestamp }) => timestamp < at(5).toISOString()))
    }
    expect(await early('event.triggered')).to.have.members(triggered)
    expect(await early('workflow.failed')).to.have.members(refused)
    expect(await early('email.sent')).to.have.members(sent)
    expect(await early('email.sent,workflow.failed')).to.have.members([...sent, ...refused])
    expect(await early('email.sent,event.triggered')).to.have.members([...sent, ...triggered])
    expect(await early('event.triggered,workflow.failed')).to.have.members([...triggered, ...refused])
  })

  it('does not list an automatic reply or another notice as a bounce', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id })
    const bounce = async (bounceType: string) =>
      (await store('email.bounce', at(1), { contactId, data: { bounceType } }))._id
    const kept = await bounce('Permanent')
    for (const bounceType of ['Transient', 'Undetermined']) await bounce(bounceType)
    await store('email.sent', at(2), { contactId, data: { bounceType: 'Transient' } })
    for (const query of ['types=email.bounced', `types=email.bounced&contactId=${contactId}`]) {
      expect(idsOf(await walk(`limit=1&${query}`))).to.deep.equal([kept])
    }
    for (const query of ['', `contactId=${contactId}`]) {
      expect((await walk(`limit=1&${query}`)).map(({ type }) => type)).to.deep.equal(['email.sent', 'email.bounced'])
    }
    expect(await walk(`types=event.triggered&contactId=${contactId}`)).to.deep.equal([])
  })

  it('filters by contact, by type and by days of the project’s time zone', async () => {
    await Project.updateOne({ _id: project.id }, { $set: { timezone: 'Pacific/Auckland' } })
    const [one, other] = await createContacts(2, { projectId: project.id })
    // The fifth of March in Auckland begins at 11:00 UTC of the fourth.
    const times = ['2026-03-04T10:59:59.999Z', '2026-03-04T11:00:00Z', '2026-03-05T10:59:59Z', '2026-03-05T11:00:00Z']
    for (const time of times) await store('email.sent', new Date(time), { contactId: one?._id })
    await execute(other!._id, { startedAt: new Date(times[1] ?? ''), status: 'RUNNING' })
    await createCampaign({ projectId: project.id, sentAt: new Date(times[1] ?? '') })
    const day = 'startDate=2026-03-05&endDate=2026-03-05'
    const types = ['email.sent', 'email.sent', 'workflow.started', 'campaign.sent']
    expect((await walk(day)).map(({ type }) => type)).to.have.members(types)
    expect(await walk(`${day}&contactId=${one?._id}`)).to.have.length(2)
    expect(await walk(`${day}&contactId=${other?._id}&types=workflow.started,email.sent`)).to.have.length(1)
    const spaced = encodeURIComponent(' email.sent , workflow.started,,')
    expect(await walk(`${day}&types=${spaced}`)).to.have.length(3)
    for (const unknown of ['email.sent,email.eaten', 'email-sent', 'email.sentemail.sent', 'Email.sent']) {
      const { status, fields } = await client.get(`/activity?types=${unknown}`)
      expect([status, fields], unknown).to.deep.equal([400, ['types']])
    }
  })

  it('accepts date-times, with an offset or in the project’s time zone, and includes both', async () => {
    await Project.updateOne({ _id: project.id }, { $set: { timezone: 'America/New_York' } })
    const [first, second, third] = ['2026-03-05T14:00:00.000Z', '2026-03-05T15:00:00.000Z', '2026-03-05T16:00:00.000Z']
    for (const time of [first, second, third]) await store('email.sent', new Date(time))
    await createCampaign({ projectId: project.id, sentAt: new Date(second) })
    const between = async (startDate: string, endDate: string): Promise<string[]> => {
      const items = await walk(`limit=1&${new URLSearchParams({ startDate, endDate }).toString()}`)
      return [...new Set(items.map(({ timestamp }) => timestamp))].toSorted()
    }
    expect(await between(first, third)).to.deep.equal([first, second, third])
    expect(await between('2026-03-05T14:00:00.001Z', second)).to.deep.equal([second])
    expect(await between('2026-03-05T10:00:00', '2026-03-05T10:59')).to.deep.equal([second])
    expect(await between('2026-03-05T16:00:00+01:00', '2026-03-05T16:59:59.999+01:00')).to.deep.equal([second])
    expect(await between('2026-03-05', second)).to.deep.equal([first, second])
    expect(await between(second, '2026-03-05')).to.deep.equal([second, third])
    expect(await between('2026-03-06', '2026-03-04')).to.deep.equal([])
  })

  it('refuses invalid dates, and names them', async () => {
    for (const bad of ['2026-02-30', 'yesterday', '2026-03', '1', '2026-03-05T25:00:00Z', '05/03/2026', '']) {
      for (const name of ['startDate', 'endDate']) {
        const { status, fields } = await client.get(`/activity?${name}=${encodeURIComponent(bad)}`)
        expect([status, fields], bad).to.deep.equal([400, [name]])
      }
    }
  })

  it('counts all entries of the list beyond one page, without those of machines', async () => {
    const opened = (n: number) => event('email.open', at(n), { data: n % 3 ? { machine: true } : {} })
    const other = (n: number) => event(n % 2 ? 'came' : 'email.delay', at(n))
    await storeAll(Array.from({ length: 30 }, (_, n) => [opened(n), other(n)]).flat())
    const { body } = await client.get('/activity?limit=1')
    expect(body.total).to.equal(25)
    expect((await client.get(`/activity?limit=1&cursor=${body.cursor}`)).body.total).to.equal(0)
    expect((await client.get('/activity?limit=1&types=email.opened')).body.total).to.equal(10)
    expect((await client.get('/activity?types=campaign.sent')).body).to.include({ total: 0, hasMore: false })
  })

  it('lists each item once across pages, also at one moment, while more happens', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id })
    const moment = at(1)
    const sent = Array.from({ length: 40 }, (_, n) => event('email.sent', n % 4 === 0 ? at(2) : moment))
    const wanted = new Set(await storeAll(sent))
    for (let n = 0; n < 15; n += 1) {
      const { _id } = await execute(contactId, { status: 'COMPLETED', startedAt: moment, completedAt: moment })
      for (const type of ['workflow.started', 'workflow.completed']) wanted.add(`${_id}:${type}`)
    }
    for (let n = 0; n < 5; n += 1) {
      const { _id } = await createCampaign({ projectId: project.id, scheduledAt: moment, sentAt: at(2) })
      for (const type of ['campaign.scheduled', 'campaign.sent']) wanted.add(`${_id}:${type}`)
    }
    for (const limit of [1, 3, 7]) {
      const items = await walk(`limit=${limit}`, () => store('email.sent', new Date()))
      const ids = idsOf(items)
      expect(new Set(ids).size, `limit ${limit}`).to.equal(ids.length)
      expect(ids.filter((id) => wanted.has(id))).to.have.length(wanted.size)
      const times = items.map(({ timestamp }) => timestamp)
      expect(times).to.deep.equal(times.toSorted().toReversed())
    }
  })
})

describe('the numbers of the activity', () => {
  const { project, client } = useProject()

  it('are sums over the days of the project, with rates', async () => {
    const projectId = project.id
    const store = async (date: string, eventCount: number, emails: object): Promise<void> => {
      const counted = { _id: `${projectId}:${date}`, projectId, date, eventCount, emails }
      await DailyCount.collection.insertOne(counted as never)
    }
    await store('2026-03-04', 3, { sentCampaign: 5, opened: 2 })
    const sent = { sentTransactional: 3, sentWorkflow: 2, opened: 2, clicked: 1 }
    await store('2026-03-05', 3, sent)
    const { _id: contactId } = await createContact({ projectId })
    const own = { projectId, workflowId: 'w', workflowVersion: 1, contactId }
    for (const day of [4, 5])
      await Execution.create({ ...own, temporalWorkflowId: newId(), startedAt: new Date(Date.UTC(2026, 2, day)) })
    const ofAll = {
      totalEvents: 6,
      totalEmailsSent: 10,
      totalEmailsOpened: 4,
      totalEmailsClicked: 1,
      totalWorkflowsStarted: 2,
      openRate: 40,
      clickRate: 10,
    }
    expect((await client.get('/activity/stats')).body).to.deep.equal(ofAll)
    const ofLast = { totalEvents: 3, totalEmailsSent: 5, totalEmailsOpened: 2, totalWorkflowsStarted: 1, clickRate: 20 }
    expect((await client.get('/activity/stats?startDate=2026-03-05')).body).to.deep.equal({ ...ofAll, ...ofLast })
    expect((await client.get('/activity/stats?endDate=2026-03-03')).body).to.include({ totalEvents: 0, openRate: 0 })
  })

  it('of the start page are those of the lists that it leads to', async () => {
    const projectId = project.id
    const deps = deliveryDeps(fakeProvider())
    for (const email of ['ada', 'bob', 'eve']) await client.post('/contacts', { email: `${email}@example.com` })
    const { id: gone } = (await client.get('/contacts?limit=1')).body.data[0]
    await client.delete(`/contacts/${gone}`)
    const message = { subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com' }
    for (const to of ['ada@example.com', 'new@example.com']) await client.post('/v1/send', { ...message, to })
    for (const { _id } of await Email.find({ projectId }).lean()) await deliverOne(deps, projectId, _id)
    await createEmail({ projectId, status: 'FAILED' })
    const { _id: workflowId } = await createWorkflow({ projectId })
    const own = { projectId, workflowId, workflowVersion: 1, contactId: gone, startedAt: new Date() }
    for (const status of ['RUNNING', 'FAILED'] as const)
      await Execution.create({ ...own, temporalWorkflowId: newId(), status })
    const totalOf = async (path: string): Promise<number> => (await client.get(path)).body.total
    const day = new Date().toISOString().slice(0, 10)
    const range = `startDate=${day}&endDate=${day}`
    const { contactCount } = (await client.get(`/projects/${projectId}/setup-state`)).body.data
    // Those two, the other recipient, and that of the failed email.
    expect([contactCount, await totalOf('/contacts')]).to.deep.equal([4, 4])
    const home = async () => {
      const { totalEmailsSent, totalWorkflowsStarted } = (await client.get(`/activity/stats?${range}`)).body
      return [totalEmailsSent, totalWorkflowsStarted]
    }
    const listed = [await totalOf(`/emails?status=SENT&${range}`), await totalOf(`/workflows/${workflowId}/executions`)]
    expect(listed).to.deep.equal([2, 2])
    await dispatchAll(projectId)
    expect(await home()).to.deep.equal(listed)
    const [today] = (await client.get(`/analytics/timeseries?${range}`)).body
    expect(today.emails).to.equal(listed[0])
  })

  it('for the last minutes count what the list shows', async () => {
    const projectId = project.id
    const before = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)
    for (const minutes of [1, 2, 20])
      await Event.create({ _id: newId(), projectId, name: 'came', createdAt: before(minutes) })
    await createCampaign({ projectId, sentAt: before(1), scheduledAt: before(30) })
    await createEmail({ projectId, status: 'SUPPRESSED', createdAt: before(40) })
    const opened = { projectId, name: 'email.open', createdAt: before(50) }
    for (const data of [{}, { machine: true }]) await Event.create({ ...opened, _id: newId(), data })
    await Event.create({ ...opened, _id: newId(), name: 'email.delay' })
    const own = { projectId, workflowId: 'w', workflowVersion: 1, contactId: 'c', startedAt: before(70) }
    for (const status of ['COMPLETED', 'FAILED', 'CANCELLED'] as const)
      await Execution.create({ ...own, temporalWorkflowId: newId(), status, completedAt: before(50) })
    expect((await client.get('/activity/recent-count')).body).to.deep.equal({ count: 3, minutes: 5 })
    const listed = await client.get('/activity?limit=100')
    const inAnHour = (listed.body.data as Item[]).filter(({ timestamp }) => timestamp > before(60).toISOString())
    expect((await client.get('/activity/recent-count?minutes=60')).body).to.deep.equal({ count: 9, minutes: 60 })
    expect(inAnHour).to.have.length(9)
    expect((await client.get('/activity/recent-count?minutes=61')).status).to.equal(400)
    expect((await client.get('/activity/types')).body).to.deep.equal({ types: [...ACTIVITY_TYPES] })
  })

  it('for the future are scheduled campaigns and sleeping executions, soonest first', async () => {
    const projectId = project.id
    const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
    const { _id: contactId } = await createContact({ projectId })
    const own = { projectId, workflowId: 'w', workflowVersion: 1, contactId, startedAt: new Date() }
    for (const days of [2, 40]) await Execution.create({ ...own, temporalWorkflowId: newId(), wakeAt: inDays(days) })
    await createCampaign({ projectId, name: 'Soon', status: 'SCHEDULED', scheduledFor: inDays(1) })
    const sent = await createCampaign({ projectId, status: 'SCHEDULED', scheduledFor: inDays(3) })
    await Campaign.updateOne({ _id: sent._id }, { $set: { status: 'CANCELLED' } })
    const typesOf = async (query: string): Promise<string[]> =>
      (await client.get(`/activity/upcoming${query}`)).body.activities.map(({ type }: Item) => type)
    expect(await typesOf('')).to.deep.equal(['campaign.scheduled', 'workflow.wake'])
    expect(await typesOf('?daysAhead=90')).to.deep.equal(['campaign.scheduled', 'workflow.wake', 'workflow.wake'])
    expect(await typesOf('?limit=1')).to.deep.equal(['campaign.scheduled'])
    expect((await client.get('/activity/upcoming?daysAhead=91')).status).to.equal(400)
  })
})
