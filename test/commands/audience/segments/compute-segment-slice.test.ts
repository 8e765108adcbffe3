import { expect } from 'chai'
import { createJob, runSlice, type JobRef } from '../../../../commands/base/jobs/advance-job.js'
import { moveInBulk } from '../../../../commands/audience/segments/compute-in-bulk.js'
import { findMovers, moveBatch } from '../../../../commands/audience/segments/compute-members.js'
import { computeSegmentSlice } from '../../../../commands/audience/segments/compute-segment-slice.js'
import { deleteSegmentSlice } from '../../../../commands/audience/segments/delete-segment-slice.js'
import { wholeEvaluation } from '../../../../commands/audience/segments/reconcile-members.js'
import { SegmentChangedError } from '../../../../commands/audience/segments/segment-changed.js'
import { deleteSegment } from '../../../../commands/audience/segments/delete-segment.js'
import { updateSegment } from '../../../../commands/audience/segments/update-segment.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { ContactCount } from '../../../../models/contact-count.js'
import { Contact, Event, Job, Segment } from '../../../support/models.js'
import type { SegmentRecord } from '../../../../models/segment.js'
import { only, storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createProject, createSegment } from '../../../support/factories.js'
import { IS_PRO } from '../../../support/segments.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'
import { waitingOf } from '../../../support/outbox.js'

// More contacts than one slice moves.
const PROS = 1_050
const FORMER = 50

describe('computeSegmentSlice', () => {
  useDatabase()

  let projectId: string
  let segment: SegmentRecord

  beforeEach(async () => {
    projectId = (await createProject()).id
    await registerFields(projectId, { plan: 'pro' })
    segment = await createSegment({ projectId, condition: IS_PRO, trackMembership: true, slug: 'pro' })
  })

  /** Contacts of which the first have to join and the last to leave, with some unchanged ones between them. */
  const populate = (others = 100) =>
    storeContacts(
      projectId,
      Array.from({ length: PROS + others + FORMER }, (_, n) => ({
        data: { plan: n < PROS ? 'pro' : 'free' },
        segments: n >= PROS + others ? [segment._id] : [],
      })),
    )

  const begin = async (revision = segment.revision): Promise<JobRef> => {
    const jobId = await createJob({
      projectId,
      kind: 'COMPUTE_SEGMENT',
      input: { segmentId: segment._id, revision },
      result: { added: 0, removed: 0 },
    })
    return { projectId, jobId }
  }
  const finish = async (ref: JobRef, slice = computeSegmentSlice): Promise<void> => {
    for (let isDone = false; !isDone;) isDone = (await runSlice(ref, slice)).isDone
  }
  const jobOf = ({ jobId }: JobRef) => Job.findById(jobId).orFail().lean()
  const isResolved = async (): Promise<void> => {
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(PROS)
    expect(await Contact.countDocuments({ projectId, segments: segment._id, 'data.plan': 'free' })).to.equal(0)
  }
  const eventCounts = async () => ({
    entries: await Event.countDocuments({ projectId, name: 'segment.pro.entry' }),
    exits: await Event.countDocuments({ projectId, name: 'segment.pro.exit' }),
    contacts: (await Event.distinct('contactId', { projectId })).length,
  })

  it('moves each contact once with one event, however many jobs run and stop and resume', async () => {
    // More contacts than one query reads.
    await populate(5_000)
    const ref = await begin()
    expect((await runSlice(ref, computeSegmentSlice)).isDone).to.equal(false)
    expect(await jobOf(ref)).to.deep.include({ status: 'RUNNING', result: { added: 1_000, removed: 0 } })
    await Promise.all([finish(ref), finish(ref), finish(ref)])

    expect(await jobOf(ref)).to.deep.include({
      status: 'COMPLETED',
      progress: 100,
      result: { added: PROS, removed: FORMER },
    })
    await isResolved()
    expect(await eventCounts()).to.deep.equal({ entries: PROS, exits: FORMER, contacts: PROS + FORMER })
    const { memberCount, computedAt } = await Segment.findById(segment._id).orFail().lean()
    expect(memberCount).to.equal(PROS)
    expect(computedAt?.getTime()).to.be.greaterThan(segment.computedAt?.getTime() ?? Infinity)
    expect(await runSlice(ref, computeSegmentSlice)).to.deep.equal({ isDone: true, progress: 100 })
  })

  it('divides the work among several jobs of one segment, each of which counts only its own moves', async () => {
    await populate()
    const jobs = await Promise.all([begin(), begin(), begin()])
    await Promise.all(jobs.map((ref) => finish(ref)))
    const results = (await Promise.all(jobs.map(jobOf))).map(
      ({ result }) => result as { added: number; removed: number },
    )
    expect(results.reduce((sum, { added }) => sum + added, 0)).to.equal(PROS)
    expect(results.reduce((sum, { removed }) => sum + removed, 0)).to.equal(FORMER)
    await isResolved()
    expect(await eventCounts()).to.deep.equal({ entries: PROS, exits: FORMER, contacts: PROS + FORMER })
  })

  it('goes through a whole project in batches, and reports its progress', async () => {
    const { length: contacts } = await populate(5_000)
    await ContactCount.create({ _id: projectId, projectId, contacts })
    await Contact.updateMany({ projectId }, { $set: { segments: [] } })
    await Contact.updateMany({ projectId, 'data.plan': 'pro' }, { $set: { segments: [segment._id] } })
    const ref = await begin()
    const steps = [await computeSegmentSlice(ref), await computeSegmentSlice(ref)]
    expect(steps.map(({ isDone }) => isDone)).to.deep.equal([false, true])
    expect(steps[0]?.progress).to.be.closeTo((100 * 5_000) / contacts, 0.1)
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('stores the first members without events until all are stored', async () => {
    await populate()
    await Segment.updateOne({ _id: segment._id }, { $set: { computedAt: null } })
    const ref = await begin()
    await finish(ref)
    await isResolved()
    expect(await Event.countDocuments({ projectId })).to.equal(0)
    expect(await waitingOf('contact', projectId)).to.deep.equal([])
    expect((await Segment.findById(segment._id).orFail().lean()).computedAt).to.be.a('date')
  })

  it('stops when the segment was changed, because the change has its own job', async () => {
    await populate()
    const ref = await begin()
    await computeSegmentSlice(ref)
    await Segment.updateOne({ _id: segment._id }, { $inc: { revision: 1 } })
    expect((await computeSegmentSlice(ref)).isDone).to.equal(true)
    expect(await jobOf(ref)).to.deep.include({ status: 'COMPLETED', result: { added: 1_000, removed: 0 } })
    expect(await eventCounts()).to.include({ entries: 1_000 })
  })

  it('moves no contact by a condition that was changed since the contacts were read', async () => {
    await populate()
    const first = await findMovers(segment, null)
    const last = await findMovers(segment, first.until)
    expect([typeof first.until, last.until]).to.deep.equal(['string', null])
    await Segment.updateOne({ _id: segment._id }, { $inc: { revision: 1 } })
    for (const range of [first, last]) {
      const moving = moveBatch(
        segment,
        range,
        wholeEvaluation({ deletedFields: [], zone: null, isTimed: false }, new Date()),
      )
      expect(await moving.catch((error: unknown) => error)).to.be.instanceOf(SegmentChangedError)
    }
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(FORMER)
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('removes all members of a deleted segment, in several processes at once, without events', async () => {
    await populate()
    await Contact.updateMany({ projectId, 'data.plan': 'pro' }, { $set: { segments: ['another', segment._id] } })
    await Segment.deleteOne({ _id: segment._id })
    const input = { segmentId: segment._id }
    const jobId = await createJob({ projectId, kind: 'DELETE_SEGMENT', input })
    const ref = { projectId, jobId }
    await Promise.all([finish(ref, deleteSegmentSlice), finish(ref, deleteSegmentSlice)])
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(0)
    expect(await Contact.countDocuments({ projectId, segments: 'another' })).to.equal(PROS)
    expect((await jobOf(ref)).status).to.equal('COMPLETED')
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('does not remove the members of a segment that is tracked again', async () => {
    await populate()
    const jobId = await createJob({ projectId, kind: 'DELETE_SEGMENT', input: { segmentId: segment._id } })
    expect((await deleteSegmentSlice({ projectId, jobId })).isDone).to.equal(true)
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(FORMER)
  })

  describe('of a segment without events', () => {
    const IS_FREE = only({ field: 'data.plan', operator: 'equals', value: 'free' })
    const stored = { condition: IS_PRO, storesMembers: true, slug: 'stored' }
    beforeEach(async () => {
      segment = await createSegment({ projectId, ...stored })
      await ContactCount.create({ _id: projectId, projectId, contacts: 10_001, subscribed: 10_001 })
    })
    const numberOf = async () => {
      const { memberCount, countedAt } = await Segment.findById(segment._id).orFail().lean()
      return { memberCount, isExact: countedAt !== null }
    }

    it('stores and counts every member once, also after a worker died between the moves and their count', async () => {
      await populate()
      const job = await begin()
      await moveInBulk(segment, null)
      expect(await numberOf()).to.deep.equal({ memberCount: 0, isExact: false })
      await finish(job)
      await isResolved()
      expect(await numberOf()).to.deep.equal({ memberCount: PROS, isExact: true })
      expect(await eventCounts()).to.deep.equal({ entries: 0, exits: 0, contacts: 0 })
    })

    it('corrects contacts that it moved by a condition that was changed meanwhile', async () => {
      await populate()
      const job = await begin()
      await updateSegment({ projectId, segmentId: segment._id }, { condition: IS_FREE })
      const changed = await Segment.findById(segment._id).orFail().lean()
      const next = await begin(changed.revision)
      await finish(next)
      // A slice of the old job was under way all the time.
      await moveInBulk(segment, null)
      await finish(job)
      expect(await Contact.countDocuments({ projectId, segments: segment._id, 'data.plan': 'pro' })).to.equal(0)
      const members = await Contact.countDocuments({ projectId, segments: segment._id })
      expect(members).to.equal(100 + FORMER)
      await deleteSegment({ projectId, segmentId: segment._id })
      await finishBegun(projectId)
      await moveInBulk(segment, null)
      await finish(await begin())
      expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(0)
    })
  })
})
