import { expect } from 'chai'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { findCrossed } from '../../../../commands/audience/segments/find-crossed.js'
import { listDynamicSegments, sweepSegment } from '../../../../commands/audience/segments/sweep-segments.js'
import { crossedDates } from '../../../../models/domain/conditions/crossed-dates.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { UTC_CLOCK } from '../../../../models/domain/time-zone.js'
import { newId } from '../../../../runtime/ids.js'
import { atClock } from '../../../support/at-clock.js'
import { only, storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createProject, createSegment } from '../../../support/factories.js'
import { Contact, Event, Segment } from '../../../support/models.js'
import { operationsOf } from '../../../support/profiled.js'
import { movesOf } from '../../../support/segments.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = { value: 7, unit: 'days' } as const
const IS_NEW: Filter = { field: 'createdAt', operator: 'within', ...DAYS }
const WAS_ACTIVE: Filter = { field: 'event.opened app', operator: 'triggeredWithin', ...DAYS }

describe('a segment whose members move with time', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string
  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const ago = (ms: number): Date => new Date(Date.now() - ms)
  /** Contacts that were created, and had their last event, so long ago. */
  const store = async (agesMs: readonly number[], { areEventsKept = true } = {}): Promise<string[]> => {
    const made = agesMs.map((ageMs) => ({ at: ago(ageMs), ageMs }))
    const ids = await storeContacts(
      projectId,
      made.map(({ at }) => ({ createdAt: at, activity: { 'opened app': { first: at, last: at, count: 1 } } })),
    )
    const event = { projectId, emailId: null, name: 'opened app', data: {}, depth: 0 }
    const events = made.map(({ at }, n) => ({ ...event, _id: newId(), contactId: ids[n] ?? '', createdAt: at }))
    if (areEventsKept) await Event.insertMany(events)
    return ids
  }
  const track = (condition: ConditionTree) =>
    createSegment({ projectId, condition, trackMembership: true, slug: 'new' })
  const sweepAt = (aheadMs: number, eventsKeptDays = 0) =>
    atClock(aheadMs, async () => {
      for (const segment of await listDynamicSegments(null, { eventsKeptDays })) await sweepSegment(segment)
    })
  const readAt = async (aheadMs: number): Promise<number> => {
    const operations = await operationsOf('contacts', () => sweepAt(aheadMs))
    return operations.reduce(
      (sum, { keysExamined = 0, docsExamined = 0 }) => sum + Math.max(keysExamined, docsExamined),
      0,
    )
  }

  it('is brought up to date by reading only the contacts whose dates have passed', async () => {
    const { _id } = await track(only({ ...IS_NEW }))
    const [passing = ''] = await store([7 * DAY_MS - HOUR_MS / 2])
    await store(Array.from({ length: 300 }, () => 2 * DAY_MS))
    await sweepAt(0)
    expect(await Contact.countDocuments({ segments: _id })).to.equal(301)
    expect(await readAt(HOUR_MS)).to.be.lessThan(10)
    expect((await movesOf(projectId)).slice(301)).to.deep.equal([{ contactId: passing, name: 'segment.new.exit' }])
    expect(await readAt(HOUR_MS)).to.be.lessThan(10)
    expect(await movesOf(projectId)).to.have.length(302)
    expect(await Segment.findById(_id).lean()).to.include({ memberCount: 300 })
  })

  it('looks at all contacts once a day, and where events are no longer kept', async () => {
    await track(only({ ...WAS_ACTIVE }))
    await store([7 * DAY_MS - HOUR_MS / 2, 7 * DAY_MS - 2 * HOUR_MS], { areEventsKept: false })
    await sweepAt(0)
    const exits = async () => (await movesOf(projectId)).filter(({ name }) => name === 'segment.new.exit').length
    await sweepAt(HOUR_MS)
    expect(await exits()).to.equal(0)
    await sweepAt(HOUR_MS, 7)
    expect(await exits()).to.equal(1)
    await sweepAt(HOUR_MS + DAY_MS + 1)
    expect(await exits()).to.equal(2)
  })

  for (const filter of [
    IS_NEW,
    { ...IS_NEW, operator: 'olderThan' },
    { ...IS_NEW, operator: 'withinNext', value: 2, unit: 'hours' },
    WAS_ACTIVE,
    { ...WAS_ACTIVE, operator: 'notTriggeredWithin' },
    { ...WAS_ACTIVE, operator: 'triggeredOlderThan' },
  ] as const satisfies Filter[]) {
    it(`finds every contact whose membership time has changed, by ${filter.field} ${filter.operator}`, async () => {
      const from = new Date()
      const to = new Date(from.getTime() + HOUR_MS)
      const nearEnds = [-3, -2, -1, 0, 7 * 24].flatMap((hours) =>
        [-HOUR_MS, -HOUR_MS / 2, -1, 0, 1, HOUR_MS / 2].map((ms) => hours * HOUR_MS + ms),
      )
      await store(nearEnds)
      const membersAt = async (now: Date): Promise<Set<string>> => {
        const condition = await compileForProject(projectId, only(filter), { now })
        const found = await Contact.find({ $and: [{ projectId }, condition] }, { _id: 1 }).lean()
        return new Set(found.map((contact) => contact._id))
      }
      const [before, after] = [await membersAt(from), await membersAt(to)]
      const moved = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id))
      expect(moved).to.not.deep.equal([])
      const crossed = crossedDates([only(filter)], { from, to, clock: UTC_CLOCK })
      expect(await findCrossed(projectId, crossed ?? [])).to.include.members(moved)
    })
  }
})
