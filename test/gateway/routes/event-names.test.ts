import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { SYSTEM_EVENTS } from '../../../models/domain/event-names.js'
import { Job } from '../../../models/job.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { only } from '../../support/conditions.js'
import { createCampaign, createContact, createSegment, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { storeEvent } from '../../support/walks.js'

const STRANGE_NAMES = ['a.b', 'a/b', 'a b', '$set', '100%', '%2F', 'größe 😀', '__proto__', 'a?b#c', '"{}"']

describe('the names of events', () => {
  const { gateway, project, client } = useProject()
  const { project: other, client: foreign } = useProject(gateway)

  const track = async (name: string, email = 'ada@example.com') => {
    const res = await client.post('/events/track', { event: name, email })
    expect(res.status, name).to.equal(201)
    return res.body as { id: string; contactId: string }
  }

  describe('GET /events/stats and GET /events/names', () => {
    const at = async (name: string, createdAt: string): Promise<void> => {
      const { id } = await track(name)
      await Event.updateOne({ _id: id, projectId: project.id }, { $set: { createdAt: new Date(createdAt) } })
    }
    const stats = async (query: string) => {
      const res = await client.get(`/events/stats?${query}`)
      expect(res.status).to.equal(200)
      return res.body.map(({ name, count }: { name: string; count: number }) => `${name} ${count}`)
    }

    it('count and list the events of the project by name, the most frequent first', async () => {
      for (const name of ['b', 'd', 'c', 'c', 'b', 'c', 'a']) await track(name)
      await foreign.post('/events/track', { name: 'foreign' })
      const stats = Object.entries({ c: 3, b: 2, a: 1, d: 1 }).map(([name, count]) => ({ name, count }))
      expect((await client.get('/events/stats')).body).to.deep.equal(stats)
      expect((await client.get('/events/names')).body.eventNames).to.deep.equal(stats.map(({ name }) => name))
    })

    it('name the events of the service before one has happened, with those of tracked segments alone', async () => {
      await createSegment({ projectId: project.id, name: 'Gold members', slug: 'gold', trackMembership: true })
      await createSegment({ projectId: project.id, name: 'Untracked', slug: 'untracked' })
      await createSegment({ projectId: other.id, name: 'Foreign', slug: 'foreign', trackMembership: true })
      const { eventNames, systemEventNames } = (await client.get('/events/names')).body
      expect(eventNames).to.deep.equal([])
      expect(systemEventNames.slice(0, -2)).to.deep.equal(SYSTEM_EVENTS)
      expect(systemEventNames.slice(-2)).to.deep.equal([
        {
          name: 'segment.gold.entry',
          description: 'The contact joined the segment “Gold members”.',
          hasEffects: true,
        },
        {
          name: 'segment.gold.exit',
          description: 'The contact left the segment “Gold members”.',
          hasEffects: true,
        },
      ])
      // No application can report them, except the one name that projects may have too.
      for (const { name } of systemEventNames as { name: string }[]) {
        const status = (await client.post('/events/track', { event: name, email: 'ada@example.com' })).status
        expect([name, status]).to.deep.equal([name, name === 'workflow.failed' ? 201 : 422])
      }
    })

    it('counts within dates: a day alone is that whole day, an instant is included', async () => {
      await at('before', '2026-03-01T23:59:59.999Z')
      await at('morning', '2026-03-02T00:00:00.000Z')
      await at('evening', '2026-03-02T23:59:59.999Z')
      await at('after', '2026-03-03T00:00:00.000Z')
      expect(await stats('startDate=2026-03-02&endDate=2026-03-02')).to.deep.equal(['evening 1', 'morning 1'])
      expect(await stats('startDate=2026-03-03')).to.deep.equal(['after 1'])
      expect(await stats('endDate=2026-03-01')).to.deep.equal(['before 1'])
      expect(await stats('endDate=2026-03-02T00:00:00.000Z')).to.deep.equal(['before 1', 'morning 1'])
      const offset = encodeURIComponent('2026-03-03T02:00:00+02:00')
      expect(await stats(`startDate=${offset}&endDate=${offset}`)).to.deep.equal(['after 1'])
      expect(await stats('startDate=2026-03-03&endDate=2026-03-01')).to.deep.equal([])
    })

    it('answers 400 for a malformed date, and names it', async () => {
      for (const date of ['yesterday', '2026-02-30', '2026-13-01', '2026-03-02T10:00', '1772409600000', '']) {
        for (const field of ['startDate', 'endDate']) {
          const res = await client.get(`/events/stats?${field}=${date}`)
          expect(res, date).to.deep.include({ status: 400, faults: [`${field} invalid_date`] })
        }
      }
    })
  })

  describe('GET /events/:eventName/usage', () => {
    const asks = (field: string) => only({ field, operator: 'triggered' })

    it('finds segments, campaigns and workflows wherever they name the event, and counts it', async () => {
      const name = 'a.b/c'
      const field = `event.${name}`
      const { id: projectId } = project
      await createSegment({ projectId, condition: only({ field: 'data.a', operator: 'equals', value: name }) })
      const condition = { logic: 'OR' as const, groups: [{ filters: [], conditions: asks(field) }] }
      const segment = await createSegment({ projectId, name: 'Deep', condition })
      await createCampaign({ projectId })
      const campaign = await createCampaign({ projectId, audienceType: 'FILTERED', audienceCondition: asks(field) })
      const triggeredBy = (triggerConfig: object, ...steps: Step[]) =>
        createWorkflow({ projectId, triggerConfig, steps })
      const quiet = { eventName: 'other' }
      const workflows = [
        await triggeredBy({ eventName: name }),
        await triggeredBy(quiet, makeStep('WAIT_FOR_EVENT', { config: { eventName: name } })),
        await triggeredBy(quiet, makeStep('CONDITION', { config: { field, operator: 'notTriggered' } })),
        await triggeredBy(quiet, makeStep('CONDITION', { config: { condition: asks(field) } })),
        await triggeredBy({ ...quiet, filter: asks(field) }),
      ]
      await triggeredBy(quiet, makeStep('EXIT', { config: { reason: name } }))
      for (const email of ['ada@example.com', 'ada@example.com', 'bob@example.com']) await track(name, email)
      await client.post('/events/track', { name })

      const res = await client.get(`/events/${encodeURIComponent(name)}/usage`)

      expect(res.status).to.equal(200)
      const { usedInWorkflows, ...rest } = res.body
      expect(rest).to.deep.equal({
        usedInSegments: [{ id: segment._id, name: 'Deep' }],
        usedInCampaigns: [{ id: campaign._id, name: campaign.name }],
        totalCount: 4,
        uniqueContacts: 2,
      })
      expect(usedInWorkflows).to.have.deep.members(workflows.map(({ _id: id, name }) => ({ id, name })))
    })

    it('knows the events of emails by both of their words', async () => {
      const words = ['email.opened', 'email.open', 'event.email.open']
      for (const name of words) await createSegment({ projectId: project.id, name, condition: asks(name) })
      const { usedInSegments } = (await client.get('/events/email.open/usage')).body
      expect(usedInSegments.map(({ name }: { name: string }) => name)).to.have.members(words)
    })

    it('returns nothing for an event that is unknown, or used only by another project', async () => {
      await createSegment({ projectId: project.id, condition: asks('event.x') })
      await track('x')
      const nothing = { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [], totalCount: 0, uniqueContacts: 0 }
      expect((await foreign.get('/events/x/usage')).body).to.deep.equal(nothing)
      expect((await client.get('/events/y/usage')).body).to.deep.equal(nothing)
    })
  })

  describe('DELETE /events/:eventName', () => {
    it('removes the events of that name, and its summaries on contacts', async () => {
      const { contactId } = await track('gone')
      await track('gone')
      await track('kept')
      await client.post('/events/track', { name: 'gone' })
      expect(await client.delete('/events/gone')).to.deep.include({ status: 200, body: { deletedCount: 3 } })
      expect((await client.get('/events/names')).body.eventNames).to.deep.equal(['kept'])
      await dispatchAll(project.id)
      const contact = await Contact.findOne({ _id: contactId, projectId: project.id }).lean()
      expect(Object.keys(contact?.activity ?? {})).to.deep.equal(['kept'])
      expect(await client.delete('/events/gone')).to.deep.include({ status: 200, body: { deletedCount: 0 } })
    })

    it('removes the events of any name and no others', async () => {
      const left = new Set(['a', ...STRANGE_NAMES])
      for (const name of left) await track(name)
      for (const name of STRANGE_NAMES) {
        const path = `/events/${encodeURIComponent(name)}`
        expect((await client.get(`${path}/usage`)).body, name).to.include({ totalCount: 1, uniqueContacts: 1 })
        expect((await client.delete(path)).body, name).to.deep.equal({ deletedCount: 1 })
        left.delete(name)
        expect((await client.get('/events/names')).body.eventNames).to.have.members([...left])
        await dispatchAll(project.id)
        const { activity } = await Contact.findOne({ projectId: project.id }).orFail().lean()
        expect(Object.keys(activity ?? {}), name).to.have.length(left.size)
      }
    })

    it('answers 0 for an unknown name without starting anything, and for a name of another project', async () => {
      const contact = await createContact({ projectId: project.id })
      await storeEvent({ projectId: project.id, contactId: contact._id, name: 'mine' })
      expect((await foreign.delete('/events/mine')).body).to.deep.equal({ deletedCount: 0 })
      expect((await client.delete('/events/unknown')).body).to.deep.equal({ deletedCount: 0 })
      expect(await Event.countDocuments({ projectId: project.id })).to.equal(1)
      expect(await Job.countDocuments({ projectId: { $in: [project.id, other.id] } })).to.equal(0)
    })

    it('answers 400 for the events of the service itself', async () => {
      for (const name of ['email.open', 'contact.subscribed', 'segment.vip.entry']) {
        expect(await client.delete(`/events/${name}`)).to.include({ status: 400, code: 'BAD_REQUEST' })
      }
    })
  })
})
