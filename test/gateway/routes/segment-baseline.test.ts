import mongoose from 'mongoose'
import { expect } from 'chai'
import { createJob, runSlice } from '../../../commands/base/jobs/advance-job.js'
import { momentIn } from '../../../commands/audience/segments/baseline.js'
import { computeSegmentSlice } from '../../../commands/audience/segments/compute-segment-slice.js'
import { registerFields } from '../../../commands/base/records/known-fields.js'
import { Contact, Job, Segment } from '../../support/models.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { storeContacts } from '../../support/conditions.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { createSegment } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { IS_PRO, movesOf } from '../../support/segments.js'

// More contacts than one slice moves.
const PROS = 1_100

describe('a segment that becomes tracked', () => {
  const { project, client, publicClient } = useProject()
  const emailOf = (n: number | string) => `${n}-${project.id}@example.com`
  const put = (n: number | string, plan: string) => client.post('/contacts', { email: emailOf(n), data: { plan } })
  const visit = (n: number) => publicClient.post('/v1/track', { email: emailOf(n), event: 'visited' })

  /** Contacts 0 to 1,099 on the plan, and 1,100 to 1,299 without it. */
  const populate = async (): Promise<string[]> => {
    await registerFields(project.id, { plan: 'pro' })
    const plans = Array.from({ length: PROS + 200 }, (_, n) => ({ plan: n < PROS ? 'pro' : 'free' }))
    return storeContacts(
      project.id,
      plans.map((data, n) => ({ email: emailOf(n), data, createdAt: new Date(), updatedAt: new Date() })),
    )
  }

  /** Turns tracking on as a request does whose process ends at once: its job is left to others. */
  const turnOn = async () => {
    const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO, slug: 'pro' })
    await inTransaction(async (session) => {
      await Segment.findOne({ _id, projectId: project.id }, null, { session })
      const tracked = { trackMembership: true, computedAt: null, ...momentIn(session) }
      await Segment.updateOne({ _id, projectId: project.id }, { $set: tracked }, { session })
    })
    const input = { segmentId: _id, revision: 1 }
    const jobId = await createJob({
      projectId: project.id,
      kind: 'COMPUTE_SEGMENT',
      input,
      result: { added: 0, removed: 0 },
    })
    const ref = { projectId: project.id, jobId }
    return {
      segmentId: _id,
      slice: () => runSlice(ref, computeSegmentSlice),
      finish: async () => {
        for (let isDone = false; !isDone;) isDone = (await runSlice(ref, computeSegmentSlice)).isDone
      },
    }
  }

  it('emits no entry of a member of old, and one of each contact that has become a member since', async () => {
    const ids = await populate()
    const { segmentId, slice, finish } = await turnOn()
    await Promise.all([visit(0), visit(PROS - 1), put(1, 'free'), put(PROS, 'pro'), put(PROS - 2, 'pro')])
    await dispatchAll(project.id)
    expect((await slice()).isDone).to.equal(false)
    await Promise.all([visit(2), visit(PROS - 3), put(PROS + 1, 'pro'), put('new', 'pro'), put(3, 'free')])
    await dispatchAll(project.id)
    // Two processes at once: a sweep may find the segment before its job has ended.
    await Promise.all([finish(), finish()])
    await Promise.all([put(PROS + 2, 'pro'), put('newer', 'pro'), put(4, 'free'), visit(5)])
    await dispatchAll(project.id)

    const idOf = async (n: string) =>
      (
        await Contact.findOne({ email: emailOf(n) })
          .orFail()
          .lean()
      )._id
    const entered = [...ids.slice(PROS, PROS + 3), await idOf('new'), await idOf('newer')]
    expect(await movesOf(project.id)).to.have.deep.members([
      ...entered.map((contactId) => ({ contactId, name: 'segment.pro.entry' })),
      ...[1, 3, 4].map((n) => ({ contactId: ids[n], name: 'segment.pro.exit' })),
    ])
    expect(await Contact.countDocuments({ projectId: project.id, segments: segmentId })).to.equal(PROS + 5 - 3)
  })

  it('emits no entry of a member of old either when MongoDB no longer knows the past', async () => {
    const ids = await populate()
    const { segmentId, finish } = await turnOn()
    const clusterTime = mongoose.mongo.Timestamp.fromBits(1, 1_000_000)
    await Segment.updateOne({ _id: segmentId }, { $set: { 'trackedSince.clusterTime': clusterTime } })
    await Promise.all([visit(0), put('new', 'pro'), put(1, 'free')])
    await dispatchAll(project.id)
    await finish()
    const { _id } = await Contact.findOne({ email: emailOf('new') })
      .orFail()
      .lean()
    expect(await movesOf(project.id)).to.deep.equal([{ contactId: _id, name: 'segment.pro.entry' }])
    expect(await Contact.exists({ _id: ids[1], segments: segmentId })).to.equal(null)
  })

  it('emits no entry while requests and events go on and PATCH turns tracking on', async () => {
    await populate()
    const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO, slug: 'pro' })
    const turning = { isOver: false }
    const traffic = async () => {
      for (let n = 0; !turning.isOver || n < 40; n += 1) {
        await Promise.all([visit(n % PROS), put((n * 7) % PROS, 'pro')])
        await dispatchAll(project.id)
      }
    }
    // The job goes on where the request has ended, as a worker would let it.
    const turnOnWhole = async () => {
      await client.patch(`/segments/${_id}`, { trackMembership: true })
      const job = await Job.findOne({ projectId: project.id, 'input.segmentId': _id }).orFail().lean()
      const ref = { projectId: project.id, jobId: job._id }
      for (let isDone = false; !isDone;) isDone = (await runSlice(ref, computeSegmentSlice)).isDone
    }
    await Promise.all([turnOnWhole().finally(() => (turning.isOver = true)), traffic()])
    const { body } = await client.get(`/segments/${_id}`)
    expect(body.lastComputedAt).to.be.a('string')
    expect(body.memberCount).to.equal(PROS)
    await dispatchAll(project.id)
    expect(await movesOf(project.id)).to.deep.equal([])
  })
})
