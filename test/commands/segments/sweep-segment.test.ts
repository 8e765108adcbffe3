import { expect } from 'chai'
import { sweepSegment } from '../../../commands/segments/sweep-segment.js'
import { Contact } from '../../../models/contact.js'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { Event } from '../../../models/event.js'
import { Field } from '../../../models/field.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import { Segment } from '../../../models/segment.js'
import { only } from '../../support/conditions.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createSegment } from '../../support/factories.js'
import { createContactsOn, IS_PRO, movesOf } from '../../support/segments.js'
import { settle } from '../../support/settle.js'
import { memberOf, memberOfTooMany } from './references.js'

const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)
const IS_NEW: Filter = { field: 'createdAt', operator: 'within', value: 7, unit: 'days' }
const WAS_ACTIVE: Filter = { field: 'event.opened app', operator: 'triggeredWithin', value: 7, unit: 'days' }

describe('sweepSegment', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const track = (slug: string, condition: ConditionTree) =>
    createSegment({ projectId, condition, trackMembership: true, slug })
  /** Sweeps all segments there are, as one sweep does; returns what was set off. */
  const sweepAll = async (): Promise<OutboxEntry[]> => {
    const entries: OutboxEntry[] = []
    let after: string | null = null
    for (;;) {
      const swept: Awaited<ReturnType<typeof sweepSegment>> = await sweepSegment(after)
      if (!swept) return entries
      after = swept.segmentId
      entries.push(...swept.entries)
    }
  }
  const active = (last: Date) => ({ 'opened app': { first: last, last, count: 1 } })

  it('takes the dynamic segments of all projects one after the other, by id', async () => {
    expect(await sweepSegment(null)).to.equal(null)
    const first = await track('a', IS_PRO)
    await createSegment({ projectId })
    const second = await createSegment({ projectId: (await createProject()).id, condition: IS_PRO })
    expect(await sweepSegment(null)).to.deep.equal({ segmentId: first._id, entries: [] })
    expect(await sweepSegment(first._id)).to.deep.equal({ segmentId: second._id, entries: [] })
    expect(await sweepSegment(second._id)).to.equal(null)
  })

  it('lets leave and join whom time alone moves, with one event each', async () => {
    const segment = await track('active', only(WAS_ACTIVE))
    const inactive = await track('inactive', only({ ...WAS_ACTIVE, operator: 'notTriggeredWithin' }))
    const gone = await createContact({ projectId, activity: active(daysAgo(8)), segments: [segment._id] })
    const stays = await createContact({ projectId, activity: active(daysAgo(6)), segments: [segment._id] })
    const entries = await sweepAll()
    const moves = [
      { contactId: gone._id, name: 'segment.active.exit' },
      { contactId: gone._id, name: 'segment.inactive.entry' },
    ]
    expect(await movesOf(projectId)).to.have.deep.members(moves)
    expect(entries.filter(({ kind }) => kind === 'event')).to.have.length(2)
    expect((await Contact.findById(stays._id).orFail().lean()).segments).to.deep.equal([segment._id])
    expect((await Contact.findById(gone._id).orFail().lean()).segments).to.deep.equal([inactive._id])
    expect(await sweepAll()).to.deep.equal([])
    expect(await movesOf(projectId)).to.have.length(2)
  })

  it('emits one event when several sweep at once', async () => {
    const segment = await track('new', only(IS_NEW))
    for (let n = 0; n < 10; n += 1) {
      await createContact({ projectId, createdAt: daysAgo(8), segments: [segment._id] })
    }
    await Promise.all([sweepAll(), sweepAll(), sweepAll()])
    expect(await movesOf(projectId)).to.have.length(10)
    expect(await Contact.countDocuments({ segments: segment._id })).to.equal(0)
  })

  it('looks for time in the segments that stand in a condition, and leaves the rest to the changes of contacts', async () => {
    const inner = await createSegment({ projectId, condition: only(IS_NEW) })
    const between = await createSegment({ projectId, condition: memberOf(inner._id) })
    const outer = await track('outer', memberOf(between._id))
    const plain = await track('plain', IS_PRO)
    const { _id: contactId } = await createContact({
      projectId,
      createdAt: daysAgo(8),
      segments: [outer._id, plain._id],
    })
    await sweepAll()
    expect(await movesOf(projectId)).to.deep.equal([{ contactId, name: 'segment.outer.exit' }])
  })

  it('takes a segment along that refers to one whose members time moves', async () => {
    const inner = await track('inner', only(IS_NEW))
    const outer = await track('outer', memberOf(inner._id))
    await createContact({ projectId, createdAt: daysAgo(8), segments: [inner._id, outer._id] })
    await sweepAll()
    await settle(projectId)
    const names = (await movesOf(projectId)).map(({ name }) => name)
    expect(names).to.have.members(['segment.inner.exit', 'segment.outer.exit'])
  })

  it('counts the members of every dynamic segment anew', async () => {
    const live = await createSegment({ projectId, condition: IS_PRO })
    const tracked = await createSegment({ projectId, condition: IS_PRO, trackMembership: true })
    const [pro] = await createContactsOn(projectId, ['pro', 'pro', 'free'])
    await Contact.updateOne({ _id: pro?._id }, { $set: { segments: [tracked._id] } })
    await sweepAll()
    expect((await Segment.findById(live._id).orFail().lean()).memberCount).to.equal(2)
    expect((await Segment.findById(tracked._id).orFail().lean()).memberCount).to.equal(1)
  })

  it('finishes a first note of the members that was left undone, without events', async () => {
    const segment = await createSegment({ projectId, condition: IS_PRO, trackMembership: true, computedAt: null })
    await createContactsOn(projectId, ['pro', 'free'])
    await sweepAll()
    const { computedAt, memberCount } = await Segment.findById(segment._id).orFail().lean()
    expect(computedAt).to.be.a('date')
    expect(memberCount).to.equal(1)
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('catches that a field was deleted, or came back, which changes no contact that lacks it', async () => {
    const planless = await track('planless', only({ field: 'data.plan', operator: 'notExists' }))
    const { _id: without } = await createContact({ projectId, segments: [planless._id] })
    await createContactsOn(projectId, ['pro'])
    const expectMoves = async (...names: string[]): Promise<void> => {
      await sweepAll()
      await sweepAll()
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

  it('goes on behind a segment that cannot be asked for', async () => {
    await memberOfTooMany(projectId)
    const live = await createSegment({ projectId, condition: IS_PRO })
    await createContactsOn(projectId, ['pro'])
    await sweepAll()
    expect((await Segment.findById(live._id).orFail().lean()).memberCount).to.equal(1)
  })
})
