import { expect } from 'chai'
import { createJob, runSlice, type JobRef } from '../../../../commands/base/jobs/advance-job.js'
import { deleteEvents } from '../../../../commands/lifecycle/erasure/delete-events.js'
import { deleteEventsSlice, type EventDeletion } from '../../../../commands/lifecycle/erasure/delete-events-slice.js'
import { registerEventName } from '../../../../commands/base/events/event-names.js'
import { writeEvents } from '../../../../commands/base/events/write-events.js'
import { purgeEvents } from '../../../../commands/lifecycle/retention/purge-events.js'
import { Contact } from '../../../../models/contact.js'
import { escapeKey } from '../../../../models/domain/fields.js'
import { Event } from '../../../../models/event.js'
import { Execution } from '../../../../models/execution.js'
import { newId } from '../../../../runtime/ids.js'
import { Job } from '../../../../models/job.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { enqueued, waitingOf } from '../../../support/outbox.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'

const NAME = 'a.b'

describe('the deletion of events', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const happen = async (contactId: string, times: number, name = NAME): Promise<void> => {
    const drafts = Array.from({ length: times }, () => ({ id: newId(), projectId, contactId, name, data: {} }))
    await inTransaction((session) => writeEvents(drafts, session))
  }
  const summaryOf = async (contactId: string, name = NAME) =>
    (await Contact.findOne({ _id: contactId, projectId }).lean())?.activity?.[escapeKey(name)]

  const remove = async () => {
    const { deletedCount } = await deleteEvents(projectId, NAME)
    await finishBegun(projectId)
    return deletedCount
  }

  /** A job without a finished slice, for all present events of the name. */
  const begin = async (): Promise<JobRef> => {
    const newest = await Event.findOne({ projectId, name: NAME }).sort({ createdAt: -1 }).orFail().lean()
    const total = await Event.countDocuments({ projectId, name: NAME })
    const input: EventDeletion = { name: NAME, upTo: newest.createdAt, total }
    const jobId = await createJob({ projectId, kind: 'DELETE_EVENTS', input, result: { deleted: 0 } })
    return { projectId, jobId }
  }

  it('deletes thousands in slices, after each of which the summaries are correct', async () => {
    const contacts = await Promise.all(Array.from({ length: 3 }, () => createContact({ projectId })))
    for (const { _id } of contacts) await happen(_id, 300)
    await happen(contacts[0]?._id ?? '', 2, 'kept')
    const ref = await begin()
    let slices = 0
    for (let isDone = false; !isDone; slices += 1) ({ isDone } = await deleteEventsSlice(ref))
    expect(slices).to.equal(5)
    expect(await Event.countDocuments({ projectId })).to.equal(2)
    for (const { _id } of contacts) expect(await summaryOf(_id)).to.equal(undefined)
    expect(await summaryOf(contacts[0]?._id ?? '', 'kept')).to.include({ count: 2 })
    const job = await Job.findOne({ _id: ref.jobId, projectId }).lean()
    expect(job).to.deep.include({ status: 'COMPLETED', progress: 100, result: { deleted: 900 } })
  })

  it('removes a name from the contacts whose events of it the retention had deleted', async () => {
    const [old, later] = [await createContact({ projectId }), await createContact({ projectId })]
    await registerEventName(projectId, NAME)
    for (const { _id } of [old, later]) await happen(_id, 2)
    await dispatchAll(projectId)
    expect((await purgeEvents(projectId, new Date(Date.now() + 60_000), null)).deleted).to.equal(4)
    await happen(old._id, 1, 'kept')
    expect(await remove()).to.equal(0)
    for (const { _id } of [old, later]) expect(await summaryOf(_id)).to.equal(undefined)
    expect(await summaryOf(old._id, 'kept')).to.include({ count: 1 })
  })

  it('keeps events after the request, in the list and in the summary', async () => {
    const { _id } = await createContact({ projectId })
    await happen(_id, 250)
    const ref = await begin()
    await Event.updateMany({ projectId }, { $set: { createdAt: new Date(Date.now() - 60_000) } })
    await Job.updateOne({ _id: ref.jobId, projectId }, { $set: { 'input.upTo': new Date(Date.now() - 30_000) } })
    await happen(_id, 2)
    await deleteEventsSlice(ref)
    await happen(_id, 1)
    const storedBy = Date.now()
    expect((await deleteEventsSlice(ref)).isDone).to.equal(true)
    const left = await Event.find({ projectId }).sort({ createdAt: 1 }).lean()
    const [first, last] = [left.at(0)?.createdAt, left.at(-1)?.createdAt]
    expect(left).to.have.lengthOf(3)
    const summary = await summaryOf(_id)
    expect(summary).to.include({ count: 3 })
    expect(summary?.first).to.deep.equal(first)
    expect(summary?.last.getTime()).to.be.within(last?.getTime() ?? Infinity, storedBy)
  })

  it('counts nothing twice when one slice runs several times at once', async () => {
    const { _id } = await createContact({ projectId })
    await happen(_id, 500)
    const ref = await begin()
    await Promise.all(Array.from({ length: 3 }, () => runSlice(ref, deleteEventsSlice)))
    const job = await Job.findOne({ _id: ref.jobId, projectId }).orFail().lean<{ result: { deleted: number } }>()
    expect(job.result.deleted + (await Event.countDocuments({ projectId }))).to.equal(500)
  })

  it('keeps summaries correct while events of the same name go on', async () => {
    const contacts = await Promise.all(Array.from({ length: 4 }, () => createContact({ projectId })))
    for (const { _id } of contacts) await happen(_id, 60)
    const going = contacts.map(async ({ _id }) => {
      for (let n = 0; n < 8; n += 1) await happen(_id, 1)
    })
    await Promise.all([remove(), ...going])
    for (const { _id: contactId } of contacts) {
      const left = await Event.countDocuments({ projectId, contactId, name: NAME })
      expect((await summaryOf(contactId))?.count ?? 0).to.equal(left)
    }
  })

  it('updates tracked segments', async () => {
    const { _id } = await createContact({ projectId })
    const segment = await createSegment({
      projectId,
      trackMembership: true,
      condition: only({ field: `event.${NAME}`, operator: 'triggered' }),
    })
    await happen(_id, 1)
    await dispatchAll(projectId)
    const members = () => Contact.countDocuments({ projectId, segments: segment._id })
    expect(await members()).to.equal(1)
    await remove()
    expect(await waitingOf('contact', projectId)).to.deep.equal([_id])
    await dispatchAll(projectId)
    expect(await members()).to.equal(0)
  })

  it('first dispatches what waiting events set off', async () => {
    const { _id } = await createContact({ projectId })
    const steps = [makeStep('EXIT')]
    await createWorkflow({ projectId, steps, triggerConfig: { eventName: NAME } })
    await happen(_id, 1)
    let deletedCount = 0
    const entries = await enqueued(async () => (deletedCount = await remove()))
    expect(deletedCount).to.equal(1)
    expect(entries.map(({ kind }) => kind)).to.include('execution')
    expect(await Execution.countDocuments({ projectId, contactId: _id })).to.equal(1)
  })
})
