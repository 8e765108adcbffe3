import { expect } from 'chai'
import { noteCounting, storeUnstoredCount } from '../../../../commands/audience/segments/count-unstored.js'
import { listDynamicSegments, sweepSegment } from '../../../../commands/audience/segments/sweep-segments.js'
import { evaluateSegments } from '../../../../commands/automation/reactions/evaluate-segments.js'
import { deleteContact } from '../../../../commands/lifecycle/erasure/delete-contacts.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { Contact, Event, Field, Segment } from '../../../support/models.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { createContactsOn, IS_PRO, movesOf } from '../../../support/segments.js'
import { setData } from '../contacts/set-data.js'
import { operationsOf } from '../../../support/profiled.js'
import { waitingOf } from '../../../support/outbox.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { memberOf, memberOfTooMany } from './references.js'
import { sweep } from './sweep.js'

const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)
const IS_NEW: Filter = { field: 'createdAt', operator: 'within', value: 7, unit: 'days' }
const WAS_ACTIVE: Filter = { field: 'event.opened app', operator: 'triggeredWithin', value: 7, unit: 'days' }

describe('the sweep of segments', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const track = (slug: string, condition: ConditionTree) =>
    createSegment({ projectId, condition, trackMembership: true, slug })
  const active = (last: Date) => ({ 'opened app': { first: last, last, count: 1 } })

  it('handles each dynamic segment of all projects once', async () => {
    expect(await sweep()).to.deep.equal([])
    const segment = await track('a', IS_PRO)
    await createSegment({ projectId: (await createProject()).id })
    const other = await createSegment({ projectId: (await createProject()).id, condition: IS_PRO })
    const listed = await listDynamicSegments(null)
    expect(listed.map(({ segmentId }) => segmentId)).to.deep.equal([segment._id, other._id])
    expect((await listDynamicSegments(segment._id)).map(({ segmentId }) => segmentId)).to.deep.equal([other._id])
    expect(await listDynamicSegments(other._id)).to.deep.equal([])
  })

  it('moves contacts by the passage of time, with one event each', async () => {
    const segment = await track('active', only(WAS_ACTIVE))
    const inactive = await track('inactive', only({ ...WAS_ACTIVE, operator: 'notTriggeredWithin' }))
    const gone = await createContact({ projectId, activity: active(daysAgo(8)), segments: [segment._id] })
    const stays = await createContact({ projectId, activity: active(daysAgo(6)), segments: [segment._id] })
    await sweep()
    const moves = [
      { contactId: gone._id, name: 'segment.active.exit' },
      { contactId: gone._id, name: 'segment.inactive.entry' },
    ]
    expect(await movesOf(projectId)).to.have.deep.members(moves)
    expect(await waitingOf('event', projectId)).to.have.length(2)
    expect((await Contact.findById(stays._id).orFail().lean()).segments).to.deep.equal([segment._id])
    expect((await Contact.findById(gone._id).orFail().lean()).segments).to.deep.equal([inactive._id])
    await sweep()
    expect(await movesOf(projectId)).to.have.length(2)
  })

  it('moves contacts as days to come arrive and pass, and as days of the year do', async () => {
    await registerFields(projectId, { renews: '2026-01-01' })
    const renewing = await track(
      'renewing',
      only({ field: 'data.renews', operator: 'withinNext', value: 7, unit: 'days' }),
    )
    const yearly = await track('yearly', only({ field: 'data.renews', operator: 'anniversary', value: 3 }))
    const due = (days: number): string => daysAgo(-days).toISOString()
    const passed = await createContact({ projectId, data: { renews: due(-1) }, segments: [renewing._id, yearly._id] })
    const near = await createContact({ projectId, data: { renews: due(3) } })
    await sweep()
    expect(await movesOf(projectId)).to.have.deep.members([
      { contactId: passed._id, name: 'segment.renewing.exit' },
      { contactId: passed._id, name: 'segment.yearly.exit' },
      { contactId: near._id, name: 'segment.renewing.entry' },
      { contactId: near._id, name: 'segment.yearly.entry' },
    ])
  })

  it('emits one event when several sweep at the same time', async () => {
    const segment = await track('new', only(IS_NEW))
    for (let n = 0; n < 10; n += 1) {
      await createContact({ projectId, createdAt: daysAgo(8), segments: [segment._id] })
    }
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await movesOf(projectId)).to.have.length(10)
    expect(await Contact.countDocuments({ segments: segment._id })).to.equal(0)
  })

  it('finds conditions on time in referenced segments, and leaves other conditions to changes of contacts', async () => {
    const inner = await createSegment({ projectId, condition: only(IS_NEW) })
    const between = await createSegment({ projectId, condition: memberOf(inner._id) })
    const outer = await track('outer', memberOf(between._id))
    const plain = await track('plain', IS_PRO)
    const segments = [outer._id, plain._id]
    const { _id: contactId } = await createContact({ projectId, createdAt: daysAgo(8), segments })
    await sweep()
    expect(await movesOf(projectId)).to.deep.equal([{ contactId, name: 'segment.outer.exit' }])
  })

  it('updates a segment that refers to one whose members move with time', async () => {
    const inner = await track('inner', only(IS_NEW))
    const outer = await track('outer', memberOf(inner._id))
    await createContact({ projectId, createdAt: daysAgo(8), segments: [inner._id, outer._id] })
    await sweep()
    await dispatchAll(projectId)
    const names = (await movesOf(projectId)).map(({ name }) => name)
    expect(names).to.have.members(['segment.inner.exit', 'segment.outer.exit'])
  })

  it('recounts the members of every dynamic segment', async () => {
    const live = await createSegment({ projectId, condition: IS_PRO })
    const tracked = await createSegment({ projectId, condition: IS_PRO, trackMembership: true })
    await createContactsOn(projectId, ['pro', 'free'])
    await createContact({ projectId, data: { plan: 'pro' }, segments: [tracked._id] })
    await sweep()
    expect((await Segment.findById(live._id).orFail().lean()).memberCount).to.equal(2)
    expect((await Segment.findById(tracked._id).orFail().lean()).memberCount).to.equal(1)
  })

  it('counts an untracked segment again only after a dispatched change, or a deletion', async () => {
    const { _id } = await createSegment({ projectId, condition: IS_PRO })
    const [pro, free] = await createContactsOn(projectId, ['pro', 'free'])
    await dispatchAll(projectId)
    const readBySweep = async () =>
      (await operationsOf('contacts', sweep)).reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
    const size = async () => (await Segment.findById(_id).orFail().lean()).memberCount
    expect(await readBySweep()).to.equal(2)
    expect(await readBySweep()).to.equal(0)
    expect(await size()).to.equal(1)
    await setData(projectId, { id: free?._id ?? '' }, { plan: 'pro' })
    await dispatchAll(projectId)
    await sweep()
    expect(await size()).to.equal(2)
    await deleteContact({ projectId, contactId: pro?._id ?? '' })
    await sweep()
    expect(await size()).to.equal(1)
    expect(await readBySweep()).to.equal(0)
  })

  it('counts again after a change that is dispatched during the count', async () => {
    const segment = await createSegment({ projectId, condition: IS_PRO })
    await noteCounting(segment)
    await evaluateSegments(projectId, [])
    const counted = { memberCount: 0, countedAmong: 0, deletedFields: [], zone: null, isTimed: false }
    await storeUnstoredCount(segment, counted)
    await createContactsOn(projectId, ['pro'])
    await sweep()
    expect(await Segment.findById(segment._id).lean()).to.include({ memberCount: 1, countState: 'current' })
  })

  it('finishes the first storing of members, without events', async () => {
    const segment = await createSegment({ projectId, condition: IS_PRO, trackMembership: true, computedAt: null })
    await createContactsOn(projectId, ['pro', 'free'])
    await sweep()
    const { computedAt, memberCount } = await Segment.findById(segment._id).orFail().lean()
    expect([computedAt instanceof Date, memberCount]).to.deep.equal([true, 1])
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('notices that a field was deleted, or came back, which changes no contact without it', async () => {
    const planless = await track('planless', only({ field: 'data.plan', operator: 'notExists' }))
    const { _id: without } = await createContact({ projectId, segments: [planless._id] })
    await createContactsOn(projectId, ['pro'])
    const expectMoves = async (...names: string[]): Promise<void> => {
      await sweep()
      await sweep()
      const moves = names.map((name) => ({ contactId: without, name: `segment.planless.${name}` }))
      expect(await movesOf(projectId)).to.deep.equal(moves)
    }
    await expectMoves()
    const plan = { projectId, key: 'plan' }
    await Field.updateOne(plan, { deletedAt: new Date() })
    await expectMoves('exit')
    await Field.updateOne(plan, { $unset: { deletedAt: 1 } })
    await expectMoves('exit', 'entry')
  })

  it('continues after a segment that fails, which it leaves to the next sweep', async () => {
    const condition = await memberOfTooMany(projectId)
    const { _id: segmentId } = await createSegment({ projectId, condition })
    const live = await createSegment({ projectId, condition: IS_PRO })
    await createContactsOn(projectId, ['pro'])
    const [faulty] = (await listDynamicSegments(null)).filter((listed) => listed.segmentId === segmentId)
    if (!faulty) throw new Error('not listed')
    expect(await sweepSegment(faulty).catch((error: unknown) => error)).to.include({ code: 'BAD_REQUEST' })
    await sweep(60_000)
    expect((await Segment.findById(live._id).orFail().lean()).memberCount).to.equal(1)
    expect((await listDynamicSegments(null)).map((listed) => listed.segmentId)).to.include(segmentId)
  })
})
