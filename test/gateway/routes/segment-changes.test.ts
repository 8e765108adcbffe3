import { expect } from 'chai'
import { computeSegmentSlice } from '../../../commands/audience/segments/compute-segment-slice.js'
import { Contact, Event, Execution, Job, Segment } from '../../support/models.js'
import { only } from '../../support/conditions.js'
import { createContact, createSegment, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { createContactsOn, IS_PRO, movesOf } from '../../support/segments.js'
import { dispatchAll } from '../../support/dispatch-all.js'

const IS_FREE = only({ field: 'data.plan', operator: 'equals', value: 'free' })
const memberOf = (id: string) => only({ field: `segment.${id}`, operator: 'memberOfSegment' })

describe('changing segments', () => {
  const { gateway, project, client } = useProject()
  const membersOf = async (segmentId: string) =>
    (await Contact.find({ segments: segmentId }).sort({ _id: 1 }).lean()).map(({ _id }) => _id)

  describe('POST /segments with trackMembership', () => {
    it('records the present members without events, and emits events of contacts who join and leave later', async () => {
      const [pro, free] = await createContactsOn(project.id, ['pro', 'free'])
      const { status, body } = await client.post('/segments', { name: 'Pro', condition: IS_PRO, trackMembership: true })
      expect(status).to.equal(201)
      expect(body).to.include({ memberCount: 1, trackMembership: true })
      expect(body.lastComputedAt).to.be.a('string')
      await dispatchAll(project.id)
      expect(await movesOf(project.id)).to.deep.equal([])

      await client.post('/contacts', { email: free?.email, data: { plan: 'pro' } })
      await client.post('/contacts', { email: pro?.email, data: { plan: 'free' } })
      await client.post('/contacts', { email: pro?.email, data: { other: 1 } })
      await dispatchAll(project.id)
      expect(await movesOf(project.id)).to.have.deep.members([
        { contactId: free?._id, name: 'segment.pro.entry' },
        { contactId: pro?._id, name: 'segment.pro.exit' },
      ])
      const [event] = await Event.find({ projectId: project.id, name: 'segment.pro.entry' }).lean()
      expect(event?.data).to.deep.equal({ segmentId: body.id, segmentName: 'Pro' })
    })

    it('starts the workflow of its entry event', async () => {
      const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
      const triggerConfig = { eventName: 'segment.pro.entry' }
      const { _id } = await createWorkflow({ projectId: project.id, steps, triggerConfig })
      await client.post('/segments', { name: 'Pro', condition: IS_PRO, trackMembership: true })
      const contact = await client.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } })
      await dispatchAll(project.id)
      const executions = await Execution.find({ projectId: project.id }).lean()
      expect(executions.map(({ workflowId, contactId }) => ({ workflowId, contactId }))).to.deep.equal([
        { workflowId: _id, contactId: contact.body.id },
      ])
    })
  })

  describe('PATCH /segments/:id', () => {
    it('changes what is sent and nothing else, and never the slug', async () => {
      const old = { slug: 'pro', description: 'Old', createdAt: new Date('2026-03-01') }
      const segment = await createSegment({ projectId: project.id, condition: IS_PRO, ...old })
      await createContactsOn(project.id, ['pro', 'free', 'free'])
      const path = `/segments/${segment._id}`
      const before = (await client.get(path)).body
      const renamed = await client.patch(path, { name: 'Other', description: null, slug: 'other', memberCount: 9 })
      expect(renamed.status).to.equal(200)
      const { updatedAt, ...rest } = renamed.body
      expect({ ...rest, updatedAt: before.updatedAt }).to.deep.equal({ ...before, name: 'Other', description: null })
      expect((await client.patch(path, {})).body).to.deep.equal(renamed.body)
      const changed = { condition: IS_FREE, memberCount: 2, name: 'Other', slug: 'pro' }
      expect((await client.patch(path, { condition: IS_FREE })).body).to.deep.include(changed)
      expect((await client.get(path)).body).to.deep.include(changed)
      expect(updatedAt).to.not.equal(before.updatedAt)
    })

    it('refuses another type, accepts the same, and stores no condition for a static segment', async () => {
      const { _id } = await createSegment({ projectId: project.id })
      const res = await client.patch(`/segments/${_id}`, { type: 'DYNAMIC', name: 'B' })
      expect(res).to.include({ status: 400, code: 'BAD_REQUEST' })
      expect((await client.patch(`/segments/${_id}`, { type: 'STATIC', name: 'B' })).body.name).to.equal('B')
      const { body } = await client.patch(`/segments/${_id}`, { condition: IS_PRO, trackMembership: true })
      expect(body).to.deep.include({ condition: null, trackMembership: true, lastComputedAt: null })
      expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
    })

    it('names the invalid field', async () => {
      const invalid: [body: object, fault: string][] = [
        [{ name: '' }, 'name too_small'],
        [{ name: null }, 'name invalid_type'],
        [{ condition: null }, 'condition required'],
        [{ condition: 'x' }, 'condition invalid_type'],
        [{ condition: { logic: 'AND', groups: [{}] } }, 'condition.groups.0 too_small'],
        [{ trackMembership: 'x' }, 'trackMembership invalid_type'],
      ]
      const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO })
      for (const [body, fault] of invalid)
        expect(await client.patch(`/segments/${_id}`, body)).to.deep.include({ status: 422, faults: [fault] })
    })

    it('answers 400 for a condition that refers to its own segment, directly or not, tracked or not', async () => {
      const a = await createSegment({ projectId: project.id, condition: IS_PRO })
      const b = await createSegment({ projectId: project.id, condition: memberOf(a._id), trackMembership: true })
      const c = await createSegment({ projectId: project.id, condition: memberOf(b._id) })
      for (const { _id } of [a, b, c]) {
        const res = await client.patch(`/segments/${a._id}`, { condition: memberOf(_id) })
        expect(res, JSON.stringify(res.body)).to.include({ status: 400, code: 'BAD_REQUEST' })
      }
      expect((await client.get(`/segments/${a._id}`)).body.condition).to.deep.equal(IS_PRO)
    })

    it('accepts at most one of two changes that together would refer to each other in a circle', async () => {
      for (let round = 0; round < 3; round += 1) {
        const a = await createSegment({ projectId: project.id, condition: IS_PRO })
        const b = await createSegment({ projectId: project.id, condition: IS_PRO })
        const answers = await Promise.all([
          client.patch(`/segments/${a._id}`, { condition: memberOf(b._id) }),
          client.patch(`/segments/${b._id}`, { condition: memberOf(a._id) }),
        ])
        expect(answers.map(({ status }) => status)).to.have.members([200, 400])
      }
    })

    it('emits an entry or an exit for each contact that a new condition of a tracked segment moves', async () => {
      const [pro, free, none] = await createContactsOn(project.id, ['pro', 'free', null])
      const { body } = await client.post('/segments', { name: 'Plan', condition: IS_PRO, trackMembership: true })
      expect((await client.patch(`/segments/${body.id}`, { condition: IS_FREE })).body.memberCount).to.equal(1)
      const moves = [
        { contactId: free?._id, name: 'segment.plan.entry' },
        { contactId: pro?._id, name: 'segment.plan.exit' },
      ]
      expect(await movesOf(project.id)).to.have.deep.members(moves)
      expect(gateway.entries.filter(({ kind }) => kind === 'event')).to.have.length(2)
      // The same condition again, as an unchanged form sends it.
      await client.patch(`/segments/${body.id}`, { condition: IS_FREE, name: 'Plan' })
      await dispatchAll(project.id)
      expect(await movesOf(project.id)).to.have.deep.members(moves)
      expect(await membersOf(body.id)).to.deep.equal([free?._id])
      expect(none?.segments).to.deep.equal([])
    })

    it('records the present members without events when tracking is turned on, and drops them when it is turned off', async () => {
      const [pro, , second] = await createContactsOn(project.id, ['pro', 'free', 'pro'])
      const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO, slug: 'pro' })
      const turn = async (trackMembership: boolean) =>
        (await client.patch(`/segments/${_id}`, { trackMembership })).body
      const on = await turn(true)
      expect(on).to.include({ memberCount: 2, trackMembership: true })
      expect(on.lastComputedAt).to.be.a('string')
      expect(await membersOf(_id)).to.deep.equal([pro?._id, second?._id])
      expect(await turn(false)).to.include({ memberCount: 2, lastComputedAt: null })
      expect(await membersOf(_id)).to.deep.equal([])
      await client.post('/contacts', { email: pro?.email, data: { plan: 'free' } })
      await dispatchAll(project.id)
      expect(await turn(true)).to.include({ memberCount: 1 })
      await dispatchAll(project.id)
      expect(await movesOf(project.id)).to.deep.equal([])
      expect(await membersOf(_id)).to.deep.equal([second?._id])
    })

    it('updates tracked segments that refer to an untracked one', async () => {
      const [pro, free] = await createContactsOn(project.id, ['pro', 'free'])
      const inner = await createSegment({ projectId: project.id, condition: IS_PRO })
      const between = await createSegment({ projectId: project.id, condition: memberOf(inner._id) })
      const tracked = { name: 'Outer', condition: memberOf(between._id), trackMembership: true }
      const outer = (await client.post('/segments', tracked)).body
      expect(await membersOf(outer.id)).to.deep.equal([pro?._id])
      await client.patch(`/segments/${inner._id}`, { condition: IS_FREE })
      expect(await movesOf(project.id)).to.have.deep.members([
        { contactId: free?._id, name: 'segment.outer.entry' },
        { contactId: pro?._id, name: 'segment.outer.exit' },
      ])
    })

    it('moves no contact in a segment whose condition refers to one that turns tracking on or off', async () => {
      await createContactsOn(project.id, ['pro', 'free'])
      const inner = await createSegment({ projectId: project.id, condition: IS_PRO })
      await client.post('/segments', { name: 'Outer', condition: memberOf(inner._id), trackMembership: true })
      for (const trackMembership of [true, false, true]) {
        await client.patch(`/segments/${inner._id}`, { trackMembership })
        await dispatchAll(project.id)
      }
      expect(await movesOf(project.id)).to.deep.equal([])
      const all = (await client.get('/segments')).body as { memberCount: number }[]
      expect(all.map(({ memberCount }) => memberCount)).to.deep.equal([1, 1])
    })
  })

  describe('POST /segments/:id/compute', () => {
    it('moves contacts by the condition, with one event each', async () => {
      const computedAt = new Date('2026-03-01')
      const tracked = { projectId: project.id, condition: IS_PRO, trackMembership: true, slug: 'pro', computedAt }
      const segment = await createSegment(tracked)
      const [pro, free] = await createContactsOn(project.id, ['pro', 'free'])
      await Contact.updateOne({ _id: free?._id }, { $set: { segments: [segment._id] } })
      const path = `/segments/${segment._id}/compute`
      expect(await client.post(path)).to.deep.include({ status: 200, body: { added: 1, removed: 1, total: 1 } })
      const moves = [
        { contactId: pro?._id, name: 'segment.pro.entry' },
        { contactId: free?._id, name: 'segment.pro.exit' },
      ]
      expect(await movesOf(project.id)).to.have.deep.members(moves)
      expect(gateway.entries.map(({ kind }) => kind)).to.deep.equal(['event', 'event'])
      expect(await client.post(path)).to.deep.include({ status: 200, body: { added: 0, removed: 0, total: 1 } })
      await dispatchAll(project.id)
      expect(await movesOf(project.id)).to.have.deep.members(moves)
      const { memberCount, lastComputedAt } = (await client.get('/segments')).body[0]
      expect(memberCount).to.equal(1)
      expect(Date.parse(lastComputedAt)).to.be.greaterThan(computedAt.getTime())
    })

    it('answers 400 for a segment that is static or not tracked', async () => {
      for (const fields of [{}, { trackMembership: true }, { condition: IS_PRO }]) {
        const { _id } = await createSegment({ projectId: project.id, ...fields })
        expect(await client.post(`/segments/${_id}/compute`)).to.include({ status: 400, code: 'BAD_REQUEST' })
      }
      expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
    })
  })

  it('the deletion of a tracked segment removes its members without exit events, and ends its jobs', async () => {
    await createContactsOn(project.id, ['pro', 'pro'])
    const { body } = await client.post('/segments', { name: 'Pro', condition: IS_PRO, trackMembership: true })
    const [input, result] = [
      { segmentId: body.id, revision: 1 },
      { added: 0, removed: 0 },
    ]
    const job = await Job.create({ projectId: project.id, kind: 'COMPUTE_SEGMENT', input, result })
    expect((await client.delete(`/segments/${body.id}`)).status).to.equal(204)
    expect(await membersOf(body.id)).to.deep.equal([])
    expect((await computeSegmentSlice({ projectId: project.id, jobId: job._id })).isDone).to.equal(true)
    await createContact({ projectId: project.id, data: { plan: 'pro' } })
    await dispatchAll(project.id)
    expect(await movesOf(project.id)).to.deep.equal([])
    expect(await Segment.countDocuments({ projectId: project.id })).to.equal(0)
  })
})
