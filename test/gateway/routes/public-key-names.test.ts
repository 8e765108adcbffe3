import { expect } from 'chai'
import { completeEvents } from '../../../commands/base/events/due-activity.js'
import { dispatchEvents } from '../../../commands/automation/reactions/dispatch-events.js'
import { nameLimits, setNameLimits } from '../../../commands/base/records/name-limits.js'
import { Contact, Email, Event, EventName, Outbox } from '../../support/models.js'
import type { ContactRecord } from '../../../models/contact.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { only } from '../../support/conditions.js'
import { createSegment, createWorkflow } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { useProject } from '../../support/project.js'
import { enqueued } from '../../support/outbox.js'

const EMAIL = 'ada@example.com'
const MAIL = { subject: 'Hi', body: '<p>{{code}}</p>', from: 'news@example.com' }

const numbered = (prefix: string, count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, n]))

describe('the space that a public key can use', () => {
  const { project, client, publicClient } = useProject()
  const production = { ...nameLimits() }
  before(() => setNameLimits({ eventNames: 6, fields: 7 }))
  after(() => setNameLimits(production))

  const track = async (body: object, email = EMAIL) => {
    const answer = await publicClient.post('/v1/track', { email, event: 'seen', ...body })
    expect(answer.status).to.equal(200)
    return answer.body.data as { contact: string; event: string }
  }
  const trackEach = async (...events: string[]) => {
    for (const event of events) await track({ event })
  }
  const contactOf = (email = EMAIL): Promise<ContactRecord> =>
    Contact.findOne({ projectId: project.id, email }).orFail().lean()
  const summaryOf = async (email?: string) => Object.keys((await contactOf(email)).activity ?? {})
  const dataOf = async (email = EMAIL) => unescapeData((await contactOf(email)).data)
  const dispatch = async (): Promise<void> => {
    const entries = await Outbox.find({ projectId: project.id, kind: 'event' }).lean()
    await dispatchEvents(entries)
    await completeEvents(entries)
  }

  describe('of the fields of a project', () => {
    it('is half of them, and further fields are stored only with the event', async () => {
      const { event } = await track({ data: numbered('junk', 5) })
      expect(await dataOf()).to.deep.equal(numbered('junk', 3))
      expect(unescapeData((await Event.findById(event).lean())?.data)).to.deep.equal(numbered('junk', 5))
      await track({ data: { junk0: 'changed', more: 1 } }, 'bob@example.com')
      expect(await dataOf('bob@example.com')).to.deep.equal({ junk0: 'changed' })
    })

    it('leaves the other half to the secret key, from every source', async () => {
      for (let n = 0; n < 4; n += 1) await track({ data: numbered(`junk${n}-`, 9) }, `j${n}@example.com`)
      expect((await client.post('/contacts', { email: 'a@example.com', data: { plan: 'pro' } })).status).to.equal(201)
      const reported = { email: 'a@example.com', name: 'paid', data: { total: 3 } }
      expect((await client.post('/events/track', reported)).status).to.equal(201)
      const sent = await client.post('/v1/send', { ...MAIL, to: 'u@example.com', data: { code: '1', other: 2 } })
      expect(sent.status).to.equal(200)
      expect(await dataOf('u@example.com')).to.deep.equal({ code: '1', other: 2 })
      const { faults } = await client.post('/contacts', { email: 'a@example.com', data: { last: 1 } })
      expect(faults).to.deep.equal(['data.last too_many'])
    })

    it('does not depend on existing names, or on those that the secret key deletes', async () => {
      await client.post('/contacts', { email: 'b@example.com', data: numbered('own', 5) })
      await track({ data: { own0: 'by the page', junk: 1 } })
      expect(await dataOf()).to.deep.equal({ own0: 'by the page' })
      for (const n of [1, 2, 3]) await client.delete(`/contacts/fields/data.own${n}`)
      await track({ data: { junk: 1, junk2: 1 } })
      expect(await dataOf()).to.deep.equal({ own0: 'by the page', junk: 1 })
    })
  })

  describe('of the names of events', () => {
    it('is half of them: the names of further events appear in no list and no summary of a contact', async () => {
      await trackEach('a', 'b', 'c', 'd', 'e')
      await track({ event: 'f' }, 'new@example.com')
      await dispatch()
      expect(await EventName.distinct('name', { projectId: project.id })).to.have.members(['a', 'b', 'c'])
      expect((await client.get('/events/names')).body.eventNames).to.have.members(['a', 'b', 'c'])
      const { body } = await client.get('/events')
      expect(body.data.map(({ name }: { name: string }) => name)).to.have.members(['a', 'b', 'c', 'd', 'e', 'f'])
      expect(await summaryOf()).to.have.members(['a', 'b', 'c'])
      expect(await summaryOf('new@example.com')).to.deep.equal([])
      const top = (await client.get('/analytics/top-events')).body
      expect(top.map(({ name }: { name: string }) => name)).to.deep.equal(['a', 'b', 'c'])
      expect((await client.get('/activity/stats')).body.totalEvents).to.equal(6)
    })

    it('leaves the other half to the secret key', async () => {
      await trackEach('a', 'b', 'c', 'd', 'e', 'f', 'g')
      const report = (name: string) => client.post('/events/track', { email: EMAIL, name })
      for (const name of ['x', 'y', 'z']) expect((await report(name)).status).to.equal(201)
      expect((await report('too many')).faults).to.deep.equal(['event too_many'])
      await track({ event: 'x' })
      await dispatch()
      expect((await contactOf()).activity?.['x']?.count).to.equal(2)
    })

    it('does not limit the names that a workflow or segment of the project uses', async () => {
      const condition = only({ field: 'event.in a segment', operator: 'triggered' })
      await createSegment({ projectId: project.id, condition })
      await createWorkflow({ projectId: project.id, triggerConfig: { eventName: 'a trigger' } })
      const steps = [makeStep('WAIT_FOR_EVENT', { config: { eventName: 'a wait' } })]
      await createWorkflow({ projectId: project.id, triggerConfig: { eventName: 'a' }, steps })
      await trackEach('b', 'c', 'd', 'e', 'a trigger', 'a wait', 'in a segment')
      await dispatch()
      expect(await summaryOf()).to.have.members(['b', 'c', 'd', 'a trigger', 'a wait', 'in a segment'])
    })

    it('does not stop a workflow from starting by an event whose name has no room', async () => {
      for (const name of ['u', 'v', 'w', 'x', 'y', 'z']) await client.post('/events/track', { name })
      const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
      const triggerConfig = { eventName: 'a trigger' }
      const workflow = await createWorkflow({ projectId: project.id, triggerConfig, steps })
      await track({ event: 'a trigger' })
      const entries = await Outbox.find({ projectId: project.id, kind: 'event' }).lean()
      expect((await enqueued(() => dispatchEvents(entries))).map(({ kind }) => kind)).to.include('execution')
      expect((await client.get(`/workflows/${workflow._id}/executions`)).body.data).to.have.length(1)
    })

    it('leaves no event of a contact that was deleted while it was stored', async () => {
      for (const event of ['a', 'b', 'c']) await track({ event }, 'other@example.com')
      const { contact } = await track({})
      const { event } = await track({ event: 'without room' })
      await Contact.deleteOne({ _id: contact, projectId: project.id })
      await dispatch()
      expect(await Event.findById(event).lean()).to.equal(null)
    })
  })

  describe('when a table of names is full', () => {
    const fill = () => client.post('/contacts', { email: 'full@example.com', data: numbered('own', 7) })

    it('lets POST /v1/send use all data for the mail, and stores the fields that have room', async () => {
      await fill()
      await client.post('/contacts', { email: 'known@example.com', data: { own0: 0 } })
      const data = { code: '42', own1: 'x' }
      const one = await client.post('/v1/send', { ...MAIL, to: 'u@example.com', data })
      const to = ['known@example.com', 'new@example.com']
      const several = await client.post('/v1/send', { ...MAIL, to, data })
      expect([one.status, several.status]).to.deep.equal([200, 200])
      for (const email of ['u@example.com', 'new@example.com']) expect(await dataOf(email)).to.deep.equal({ own1: 'x' })
      expect(await dataOf('known@example.com')).to.deep.equal({ own0: 0, own1: 'x' })
      const email = await Email.findOne({ projectId: project.id, to: 'u@example.com' }).lean()
      expect(unescapeData(email?.variables?.['data'])).to.deep.equal(data)
      expect((await client.post('/v1/send', { ...MAIL, to, data: { code: '43' } })).status).to.equal(200)
    })

    it('refuses the other writes of the secret key as before', async () => {
      const path = `/contacts/${(await fill()).body.id}`
      expect((await client.patch(path, { data: { code: 1 } })).faults).to.deep.equal(['data.code too_many'])
    })
  })
})

describe('the space that a public key can use of one contact', () => {
  const { project, client, publicClient } = useProject()
  const HALF = 250

  const track = async (data: object) => {
    const answer = await publicClient.post('/v1/track', { email: EMAIL, event: 'seen', data })
    expect(answer.status).to.equal(200)
    return answer.body.data as { event: string }
  }
  const stored = async () =>
    unescapeData((await Contact.findOne({ projectId: project.id, email: EMAIL }).orFail().lean()).data)

  it('is half of its fields', async () => {
    await track(numbered('junk', 500))
    expect(await stored()).to.deep.equal(numbered('junk', HALF))
    await track({ junk0: 'changed', more: 1 })
    expect(await stored()).to.deep.equal({ ...numbered('junk', HALF), junk0: 'changed' })
    const own = numbered('own', HALF)
    expect((await client.post('/contacts', { email: EMAIL, data: own })).status).to.equal(200)
    const { event } = await track({ own0: 'by the page', more: 1 })
    expect((await stored())['own0']).to.equal('by the page')
    expect(await stored()).not.to.have.property('more')
    expect(unescapeData((await Event.findById(event).lean())?.data)).to.have.property('more')
  })

  it('is half of its bytes', async () => {
    const text = 'x'.repeat(100 * 1024)
    await track({ a: text })
    await track({ b: text, c: 1 })
    expect(Object.keys(await stored())).to.deep.equal(['a', 'c'])
    expect((await client.post('/contacts', { email: EMAIL, data: { plan: text } })).status).to.equal(200)
    await track({ a: 'shorter' })
    expect((await stored())['a']).to.equal('shorter')
  })
})
