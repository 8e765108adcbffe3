import { expect } from 'chai'
import { failJob, runSlice } from '../../../../commands/base/jobs/advance-job.js'
import { usageOf } from '../../../../commands/base/quotas/usage.js'
import { computeSegmentSlice } from '../../../../commands/audience/segments/compute-segment-slice.js'
import { beginCompute } from '../../../../commands/audience/segments/segment-jobs.js'
import { evaluateSegments } from '../../../../commands/automation/reactions/evaluate-segments.js'
import { deleteSegment } from '../../../../commands/audience/segments/delete-segment.js'
import { deleteContact } from '../../../../commands/lifecycle/erasure/delete-contacts.js'
import { updateSegment } from '../../../../commands/audience/segments/update-segment.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { Contact, Event, Job, Segment } from '../../../support/models.js'
import { ContactCount } from '../../../../models/contact-count.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { only, storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { createContactsOn, IS_PRO, movesOf } from '../../../support/segments.js'
import { setData } from '../contacts/set-data.js'
import { waitingOf } from '../../../support/outbox.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'
import { sweep } from './sweep.js'

const DAY_MS = 86_400_000
const IS_NEW: Filter = { field: 'createdAt', operator: 'within', value: 7, unit: 'days' }

describe('the sweep of a large segment', () => {
  useDatabase({ isEmptied: 'before each' })

  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const track = (slug: string, condition: ConditionTree) =>
    createSegment({ projectId, condition, trackMembership: true, slug })
  const sweepJobs = () => Job.find({ kind: 'SWEEP_SEGMENT' }).lean()
  const runJobs = async (): Promise<void> => {
    for (const { _id: jobId, projectId } of await sweepJobs()) {
      while (!(await runSlice({ projectId, jobId }, computeSegmentSlice)).isDone);
    }
  }
  // Two batches, because a batch moves 1,000 contacts.
  const MANY = 1_100
  const storeNew = (count = MANY) => {
    const contacts = Array.from({ length: count }, () => ({ createdAt: new Date() }))
    return storeContacts(projectId, contacts)
  }
  const membersOf = (segmentId: string) => Contact.countDocuments({ segments: segmentId })
  const toldSize = (contacts: number) => ContactCount.create({ _id: projectId, projectId, contacts })

  it('goes from batch to batch in a project of ordinary size, with one event for each contact', async () => {
    const large = await track('large', only(IS_NEW))
    await storeNew()
    expect(await sweep()).to.deep.equal([{ done: 1 }])
    expect(await membersOf(large._id)).to.equal(MANY)
    expect(await movesOf(projectId)).to.have.length(MANY)
    expect(await Segment.findById(large._id).lean()).to.include({ memberCount: MANY })
  })

  it('leaves a half-done segment to a job when its project has no time left, and moves no contact twice', async () => {
    const large = await track('large', only(IS_NEW))
    await storeNew()
    expect(await sweep(1)).to.deep.equal([{ jobsBegun: 1 }])
    expect(await membersOf(large._id)).to.equal(1_000)
    await runJobs()
    expect(await movesOf(projectId)).to.have.length(MANY)
  })

  it('begins a job, which moves each contact with one event and leaves no record', async () => {
    const large = await track('large', only(IS_NEW))
    await storeNew()
    await toldSize(50_001)
    const { id: otherId } = await createProject()
    const small = await createSegment({ projectId: otherId, condition: only(IS_NEW), trackMembership: true })
    await createContact({ projectId: otherId })
    expect(await sweep()).to.deep.equal([{ jobsBegun: 1 }, { done: 1 }])
    expect([await membersOf(large._id), await membersOf(small._id)]).to.deep.equal([0, 1])
    const [job] = await sweepJobs()
    expect(await waitingOf('job', projectId)).to.deep.equal([job?._id])
    await runJobs()
    expect(await membersOf(large._id)).to.equal(MANY)
    expect(await movesOf(projectId)).to.have.length(MANY)
    expect((await Segment.findById(large._id).orFail().lean()).memberCount).to.equal(MANY)
    expect(await Job.countDocuments({ projectId })).to.equal(0)
    expect(await waitingOf('job', projectId)).to.deep.equal([])
    await sweep()
    await runJobs()
    expect(await movesOf(projectId)).to.have.length(MANY)
  })

  it('begins no second job while any job computes the segment, and counts none in the quota of jobs', async () => {
    const large = await track('large', only(IS_NEW))
    await toldSize(50_001)
    expect(await sweep()).to.deep.equal([{ jobsBegun: 1 }])
    expect(await usageOf('jobs', projectId)).to.equal(0)
    expect(await sweep()).to.deep.equal([{ jobsRunning: 1 }])
    for (const { _id: jobId } of await sweepJobs()) await failJob({ projectId, jobId }, 'timeout')
    // The record of a failed job is deleted, and another job begins.
    expect(await Job.countDocuments({ projectId })).to.equal(0)
    expect(await sweep()).to.deep.equal([{ jobsBegun: 1 }])
    await runJobs()
    // All contacts are due again.
    await Segment.updateOne({ _id: large._id }, { $unset: { evaluatedWholeAt: 1 } }, { timestamps: false })
    await beginCompute({ projectId, segmentId: large._id, revision: large.revision })
    expect(await sweep()).to.deep.equal([{ jobsRunning: 1 }])
    expect(await sweepJobs()).to.deep.equal([])
  })

  it('moves each contact once when the job runs several times at once, or again after its end', async () => {
    const large = await track('large', only(IS_NEW))
    await storeNew(3)
    await toldSize(50_001)
    await sweep()
    const [job] = await sweepJobs()
    await Promise.all([runJobs(), runJobs(), runJobs()])
    expect(await movesOf(projectId)).to.have.length(3)
    expect(await membersOf(large._id)).to.equal(3)
    const again = await computeSegmentSlice({ projectId, jobId: job?._id ?? '' })
    expect(again).to.deep.equal({ isDone: true, progress: 100 })
  })

  it('stores the members of an untracked segment once its project is large, without events, and keeps their number', async () => {
    const live = await createSegment({ projectId, condition: IS_PRO })
    const [pro, free] = await createContactsOn(projectId, ['pro', 'free'])
    await dispatchAll(projectId)
    await ContactCount.updateOne({ _id: projectId, projectId }, { contacts: 10_000 })
    await sweep()
    expect(await membersOf(live._id)).to.equal(0)
    await ContactCount.updateOne({ _id: projectId, projectId }, { contacts: 10_001 })
    expect(await sweep()).to.deep.equal([{ done: 1 }])
    expect(await membersOf(live._id)).to.equal(1)
    await setData(projectId, { id: free?._id ?? '' }, { plan: 'pro' })
    await dispatchAll(projectId)
    expect(await Segment.findById(live._id).lean()).to.include({ memberCount: 2, storesMembers: true })
    await deleteContact({ projectId, contactId: pro?._id ?? '' })
    expect(await Segment.findById(live._id).lean()).to.include({ memberCount: 1 })
    expect(await Event.countDocuments({ projectId, name: /^segment/ })).to.equal(0)
  })

  it('computes one segment of a project at a time, each in its turn', async () => {
    const segments = [await track('a', only(IS_NEW)), await track('b', only(IS_NEW)), await track('c', only(IS_NEW))]
    await Segment.updateMany({ projectId }, { isTimed: true, computedAt: new Date(Date.now() - DAY_MS) })
    await storeNew(3)
    await toldSize(50_001)
    expect(await sweep()).to.deep.equal([{ jobsBegun: 1 }, { jobsRunning: 1 }, { jobsRunning: 1 }])
    const computed: unknown[] = []
    for (let jobs = await sweepJobs(); jobs.length > 0; jobs = await sweepJobs()) {
      expect(jobs).to.have.length(1)
      computed.push(jobs.map(({ input }) => (input as { segmentId: string }).segmentId))
      await runJobs()
    }
    expect(computed).to.deep.equal(segments.map(({ _id }) => [_id]))
  })

  it('leaves a count to a job when a project has no time left', async () => {
    await createContactsOn(projectId, ['pro'])
    const { _id } = await createSegment({ projectId, condition: IS_PRO })
    expect(await sweep(0)).to.deep.equal([{ jobsBegun: 1 }])
    await runJobs()
    expect(await Segment.findById(_id).lean()).to.include({ memberCount: 1, countState: 'current' })
    expect(await movesOf(projectId)).to.deep.equal([])
  })

  it('divides the time of a project among its segments, and takes none from another project', async () => {
    const { id: otherId } = await createProject()
    for (const of of [projectId, projectId, otherId]) await createSegment({ projectId: of, condition: IS_PRO })
    // The first one takes at least the millisecond that its project has, also on a fast machine.
    expect(await withTickingClock(() => sweep(1))).to.deep.equal([{ done: 1 }, { jobsBegun: 1 }, { done: 1 }])
    expect((await sweepJobs()).map((job) => job.projectId)).to.deep.equal([projectId])
  })

  it('keeps the members that join by their own change during the job', async () => {
    const large = await track('large', only(IS_NEW))
    await storeNew()
    await toldSize(50_001)
    await sweep()
    const [job] = await sweepJobs()
    await computeSegmentSlice({ projectId, jobId: job?._id ?? '' })
    const late = await createContact({ projectId, createdAt: new Date() })
    await evaluateSegments(projectId, [late._id])
    await runJobs()
    expect(await membersOf(large._id)).to.equal(MANY + 1)
    const moves = (await movesOf(projectId)).filter(({ contactId }) => contactId === late._id)
    expect(moves).to.deep.equal([{ contactId: late._id, name: 'segment.large.entry' }])
  })

  it('ends its job for a changed condition and for a deleted segment', async () => {
    const ids = await storeNew()
    await toldSize(50_001)
    const begin = async (slug: string) => {
      const segment = await track(slug, only(IS_NEW))
      await sweep()
      for (const { _id: jobId } of await sweepJobs()) await computeSegmentSlice({ projectId, jobId })
      expect(await membersOf(segment._id)).to.equal(1_000)
      return segment
    }
    const gone = await begin('gone')
    await deleteSegment({ projectId, segmentId: gone._id })
    await finishBegun(projectId)
    await runJobs()
    const large = await begin('large')
    await Contact.updateOne({ _id: ids[0] }, { $set: { 'data.plan': 'pro' } })
    await registerFields(projectId, { plan: 'pro' })
    await updateSegment({ projectId, segmentId: large._id }, { condition: IS_PRO })
    await finishBegun(projectId)
    await runJobs()
    expect(await sweepJobs()).to.deep.equal([])

    const members = await Contact.find({ projectId, segments: { $ne: [] } }, { segments: 1 }).lean()
    expect(members).to.deep.equal([{ _id: ids[0], segments: [large._id] }])
    const moves = await movesOf(projectId)
    expect(moves.filter(({ name }) => name === 'segment.large.exit')).to.have.length(999)
    expect(moves.filter(({ name }) => name === 'segment.gone.exit')).to.have.length(0)
  })
})

/** Lets a millisecond pass whenever the time is read. */
async function withTickingClock<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date
  let reads = 0
  Date.now = () => now() + (reads += 1)
  try {
    return await work()
  } finally {
    Date.now = now
  }
}
