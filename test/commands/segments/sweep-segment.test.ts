import { expect } from 'chai'
import { evaluateSegments } from '../../../commands/segments/evaluate-segments.js'
import { sweepProject, type SegmentSkipped } from '../../../commands/segments/sweep-project.js'
import { deleteSegment } from '../../../commands/segments/delete-segment.js'
import { updateSegment } from '../../../commands/segments/update-segment.js'
import { registerFields } from '../../../commands/fields/known-fields.js'
import { Contact } from '../../../models/contact.js'
import { ContactCount } from '../../../models/contact-count.js'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { Event } from '../../../models/event.js'
import { Field } from '../../../models/field.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import { Segment } from '../../../models/segment.js'
import { only, storeContacts } from '../../support/conditions.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createSegment } from '../../support/factories.js'
import { createContactsOn, IS_PRO, movesOf } from '../../support/segments.js'
import { operationsOf } from '../../support/profiled.js'
import { settle } from '../../support/settle.js'
import { memberOf, memberOfTooMany } from './references.js'
import { handedOver } from '../../support/outbox.js'

const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)
const IS_NEW: Filter = { field: 'createdAt', operator: 'within', value: 7, unit: 'days' }
const WAS_ACTIVE: Filter = { field: 'event.opened app', operator: 'triggeredWithin', value: 7, unit: 'days' }

interface RoundSwept {
  projects: string[]
  done: number
  skipped: SegmentSkipped[]
}

describe('the sweep of segments', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const track = (slug: string, condition: ConditionTree) =>
    createSegment({ projectId, condition, trackMembership: true, slug })
  /** One round of a sweep: a slot for each project, in which one range fits when `slotMs` is 0. */
  const sweepRound = async (began: Date, round: number, slotMs = 0): Promise<RoundSwept> => {
    const swept: RoundSwept = { projects: [], done: 0, skipped: [] }
    for (let after: string | null = null; ; after = swept.projects.at(-1) ?? null) {
      const next = await sweepProject({ began, round, after }, slotMs)
      if (!next) return swept
      swept.projects.push(next.projectId)
      swept.done += next.done
      swept.skipped.push(...next.skipped)
    }
  }
  /** Sweeps all segments there are, as one sweep does; returns what was set off. */
  const sweepAll = (): Promise<OutboxEntry[]> =>
    handedOver(async () => {
      const began = new Date()
      for (let round = 1; ; round += 1) {
        const swept = await sweepRound(began, round, Infinity)
        if (round > 1 && swept.projects.length === 0) return
      }
    })
  const isOpen = async (segmentId: string): Promise<boolean | undefined> =>
    (await Segment.findById(segmentId).orFail().lean()).sweep?.isOpen
  const active = (last: Date) => ({ 'opened app': { first: last, last, count: 1 } })

  it('gives each project with dynamic segments one slot a round', async () => {
    expect((await sweepRound(new Date(), 1)).projects).to.deep.equal([])
    await track('a', IS_PRO)
    await createSegment({ projectId: (await createProject()).id })
    const other = await createSegment({ projectId: (await createProject()).id, condition: IS_PRO })
    const began = new Date()
    expect(await sweepRound(began, 1)).to.deep.include({ projects: [projectId, other.projectId], done: 2 })
    expect(await sweepRound(began, 2)).to.deep.include({ projects: [], done: 0 })
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

  describe('when a slot ends', () => {
    // Three ranges, because a range moves 500 contacts.
    const storeNew = (count = 1_200) =>
      storeContacts(
        projectId,
        Array.from({ length: count }, () => ({ createdAt: new Date() })),
      )
    const membersOf = (segmentId: string) => Contact.countDocuments({ segments: segmentId })

    it('goes on with the other projects, and then where it stopped, with one event for each contact', async () => {
      const large = await track('large', only(IS_NEW))
      await storeNew()
      const { id: otherId } = await createProject()
      const small = await createSegment({ projectId: otherId, condition: only(IS_NEW), trackMembership: true })
      await createContact({ projectId: otherId })
      const began = new Date()

      await sweepRound(began, 1)
      expect([await membersOf(large._id), await membersOf(small._id)]).to.deep.equal([500, 1])
      const operations = await operationsOf('contacts', () => sweepRound(began, 2))
      expect(await membersOf(large._id)).to.equal(1_000)
      // Neither the 500 contacts of the first turn nor the 200 of the third, apart from looking for the end of the range.
      const read = operations.map(({ docsExamined = 0 }) => docsExamined)
      expect(Math.max(...read)).to.be.at.most(701)
      expect(await sweepRound(began, 3)).to.deep.include({ projects: [projectId], done: 1 })
      expect(await sweepRound(began, 4)).to.deep.include({ projects: [] })

      expect(await membersOf(large._id)).to.equal(1_200)
      expect(await movesOf(projectId)).to.have.length(1_200)
      expect((await Segment.findById(large._id).orFail().lean()).memberCount).to.equal(1_200)
    })

    it('goes on in the next sweep where an earlier one stopped for good', async () => {
      const large = await track('large', only(IS_NEW))
      await storeNew()
      await sweepRound(new Date(), 1)
      await sweepRound(new Date(), 1)
      expect(await membersOf(large._id)).to.equal(1_000)
    })

    it('counts a segment without stored members range by range in a large project, and tells the whole number', async () => {
      const live = await createSegment({ projectId, condition: only(IS_NEW) })
      await storeNew(5_500)
      await ContactCount.create({ _id: projectId, contacts: 50_001 })
      const began = new Date()
      expect((await sweepRound(began, 1)).done).to.equal(0)
      expect((await sweepRound(began, 2)).done).to.equal(1)
      expect((await Segment.findById(live._id).orFail().lean()).memberCount).to.equal(5_500)
    })

    it('leaves the other segments of a project to the next round, the one that waits longest first', async () => {
      const first = await createSegment({ projectId, condition: IS_PRO })
      const second = await createSegment({ projectId, condition: IS_PRO })
      const third = await createSegment({ projectId, condition: IS_PRO })
      const began = new Date()
      await sweepRound(began, 1)
      expect(await Promise.all([first, second, third].map(({ _id }) => isOpen(_id)))).to.deep.equal([false, true, true])
      await sweepRound(began, 2)
      await sweepRound(began, 3)
      expect(await Promise.all([first, second, third].map(({ _id }) => isOpen(_id)))).to.deep.equal([
        false,
        false,
        false,
      ])
    })

    it('keeps the members that join between two turns by their own change', async () => {
      const large = await track('large', only(IS_NEW))
      await storeNew()
      const began = new Date()
      await sweepRound(began, 1)
      const late = await createContact({ projectId, createdAt: new Date() })
      await evaluateSegments(projectId, [late._id])
      for (let round = 2; round <= 4; round += 1) await sweepRound(began, round)
      expect(await membersOf(large._id)).to.equal(1_201)
      expect((await movesOf(projectId)).filter(({ contactId }) => contactId === late._id)).to.deep.equal([
        { contactId: late._id, name: 'segment.large.entry' },
      ])
    })

    it('begins again with a condition that was changed, and forgets a segment that was deleted', async () => {
      const large = await track('large', only(IS_NEW))
      const gone = await track('gone', only(IS_NEW))
      const ids = await storeNew()
      const began = new Date()
      await sweepRound(began, 1)
      await sweepRound(began, 2)
      expect([await membersOf(large._id), await membersOf(gone._id)]).to.deep.equal([500, 500])
      await Contact.updateOne({ _id: ids[0] }, { $set: { 'data.plan': 'pro' } })
      await registerFields(projectId, { plan: 'pro' })
      await updateSegment({ projectId, segmentId: large._id }, { condition: IS_PRO })
      await deleteSegment({ projectId, segmentId: gone._id })
      for (let round = 3; round <= 6; round += 1) await sweepRound(began, round)

      const members = await Contact.find({ projectId, segments: { $ne: [] } }, { segments: 1 }).lean()
      expect(members).to.deep.equal([{ _id: ids[0], segments: [large._id] }])
      const moves = await movesOf(projectId)
      expect(moves.filter(({ name }) => name === 'segment.large.exit')).to.have.length(499)
      expect(moves.filter(({ name }) => name === 'segment.gone.exit')).to.have.length(0)
    })
  })

  describe('when a segment fails', () => {
    it('gives it three turns, goes on with the others meanwhile, and names it once', async () => {
      const faulty = await createSegment({ projectId, condition: await memberOfTooMany(projectId) })
      const { id: otherId } = await createProject()
      const live = await createSegment({ projectId: otherId, condition: IS_PRO })
      const skippedIn = async (began: Date, round: number) =>
        (await sweepRound(began, round, Infinity)).skipped
          .filter(({ segmentId }) => segmentId === faulty._id)
          .map(({ error: _error, ...skipped }) => skipped)
      for (let sweep = 0; sweep < 2; sweep += 1) {
        const began = new Date()
        expect(await skippedIn(began, 1)).to.deep.equal([])
        expect(await isOpen(live._id)).to.equal(false)
        expect(await skippedIn(began, 2)).to.deep.equal([])
        expect(await skippedIn(began, 3)).to.deep.equal([{ projectId, segmentId: faulty._id, reason: 'BAD_REQUEST' }])
        expect((await sweepRound(began, 4)).projects).to.deep.equal([])
      }
    })

    it('skips one whose turns end their worker, and keeps its place', async () => {
      const { _id: segmentId } = await track('deadly', only(IS_NEW))
      const began = new Date()
      const pass = { after: 'a contact', revision: 1, deletedFields: [], counted: 0 }
      // As three workers leave it that died in its turn.
      const sweep = { turnAt: new Date(), sweepBegan: began, failures: 3, isOpen: true, pass }
      await Segment.updateOne({ _id: segmentId }, { $set: { sweep } })
      expect((await sweepRound(began, 2)).skipped).to.deep.equal([
        { projectId, segmentId, reason: 'abandoned', error: null },
      ])
      const left = (await Segment.findById(segmentId).orFail().lean()).sweep
      expect(left).to.deep.include({ isOpen: false, pass })
      expect((await sweepRound(new Date(Date.now() + 1), 1)).done).to.equal(1)
    })
  })
})
