import { expect } from 'chai'
import type { BulkJob, BulkOperation, BulkSelection } from '../../../../models/bulk-job.js'
import { changeContactsSlice } from '../../../../commands/lifecycle/bulk-changes/change-contacts-slice.js'
import { requestBulkChange } from '../../../../commands/lifecycle/bulk-changes/request-bulk-change.js'
import { Contact, Event, Job, Segment, Suppression } from '../../../support/models.js'
import type { ContactRecord } from '../../../../models/contact.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { IS_PRO } from '../../../support/segments.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { UNKNOWN_ID } from '../../../support/endpoint-calls.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { eventsOf, finishJob } from '../../../support/jobs.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { expectCounted } from '../../audience/contacts/expect-counted.js'
import { enqueued, storeEntriesOfNew, waitingOf } from '../../../support/outbox.js'

describe('a change of many contacts', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const make = async (name: string, fields: Partial<ContactRecord> = {}): Promise<string> =>
    (await createContact({ projectId, email: `${name}@example.com`, ...fields }))._id
  const makeMany = async (count: number, subscribed: boolean): Promise<string[]> => {
    const emails = Array.from({ length: count }, (_, index) => `many${index}@example.com`)
    const made = await Contact.insertMany(emails.map((email) => ({ projectId, email, subscribed })))
    await storeEntriesOfNew(projectId, made)
    await dispatchAll(projectId)
    return made.map(({ _id }) => _id)
  }
  const request = async (operation: BulkOperation, selection: BulkSelection) => {
    const jobId = await requestBulkChange(projectId, operation, selection)
    return { projectId, jobId }
  }
  const change = async (operation: BulkOperation, selection: BulkSelection) =>
    finishJob<BulkJob>(await request(operation, selection), changeContactsSlice)
  const subscribed = async () => {
    const contacts = await Contact.find({ projectId, subscribed: true }).sort({ email: 1 }).lean()
    return contacts.map(({ email }) => email.split('@')[0])
  }

  it('changes the subscription of the named contacts with one event each, and skips those already in that state', async () => {
    const other = await createContact({ projectId: (await createProject()).id, subscribed: false })
    const out = [await make('a', { subscribed: false }), await make('b', { subscribed: false, data: { x: 1 } })]
    const contactIds = [...out, await make('c'), out[0]?.toUpperCase() ?? '', other._id, UNKNOWN_ID, 'no-id']
    await dispatchAll(projectId)
    const job = await change('subscribe', { mode: 'ids', contactIds })
    expect(job).to.include({ status: 'COMPLETED', progress: 100 })
    const error = 'Contact not found'
    expect(job.result).to.deep.equal({
      operation: 'subscribe',
      totalRequested: 6,
      successCount: 2,
      unchangedCount: 1,
      failureCount: 3,
      errors: [other._id, UNKNOWN_ID, 'no-id'].map((contactId) => ({ contactId, email: null, error })),
    })
    expect(await subscribed()).to.deep.equal(['a', 'b', 'c'])
    expect(await eventsOf(projectId)).to.deep.equal([
      'contact.subscribed a@example.com',
      'contact.subscribed b@example.com',
    ])
    expect((await Event.findOne({ projectId }).orFail().lean()).data).to.deep.equal({ source: 'bulk' })
    expect((await Contact.findById(other._id).orFail().lean()).subscribed).to.equal(false)
    // The job counts contacts and evaluates their segments itself.
    expect(await waitingOf('contact', projectId)).to.deep.equal([])
    await expectCounted(projectId)
  })

  it('ends the snooze of every named contact', async () => {
    const snoozedUntil = new Date(Date.now() + 60_000)
    const ids = [await make('a', { subscribed: false, snoozedUntil })]
    await change('unsubscribe', { mode: 'ids', contactIds: ids })
    expect(await Contact.findById(ids[0]).orFail().lean()).to.include({ subscribed: false, snoozedUntil: null })
    expect(await eventsOf(projectId)).to.deep.equal([])
  })

  it('reaches all contacts that match a filter except the excluded ones, and none that come later', async () => {
    const [kept] = [await make('ada.kept'), await make('ada.one'), await make('ADA.two'), await make('bob')]
    await make('ada.out', { subscribed: false })
    await dispatchAll(projectId)
    const ref = await request('unsubscribe', {
      mode: 'query',
      filter: { search: 'Ada.', subscribed: true },
      excludeIds: [kept, 'no-id'],
    })
    await make('ada.late', { createdAt: new Date(Date.now() + 1_000) })
    const { result } = await finishJob<BulkJob>(ref, changeContactsSlice)
    expect(result).to.deep.include({ totalRequested: 2, successCount: 2, unchangedCount: 0, failureCount: 0 })
    expect(await subscribed()).to.deep.equal(['ada.kept', 'ada.late', 'bob'])
  })

  it('reaches only suppressed contacts, or all others, over many slices', async () => {
    await makeMany(600, true)
    const suppressed = ['many7@example.com', 'many300@example.com', 'nobody@example.com']
    await Suppression.insertMany(suppressed.map((email) => ({ projectId, email, reason: 'BOUNCE' })))
    const out = await change('unsubscribe', { mode: 'query', filter: { suppressed: true }, excludeIds: [] })
    expect(out.result).to.deep.include({ totalRequested: 2, successCount: 2, unchangedCount: 0, failureCount: 0 })
    const others = await change('unsubscribe', { mode: 'query', filter: { suppressed: false }, excludeIds: [] })
    expect(others.result).to.deep.include({ totalRequested: 598, successCount: 598, unchangedCount: 0 })
  })

  it('takes an empty filter for the whole list', async () => {
    await makeMany(3, true)
    await make('out', { subscribed: false })
    const { result } = await change('unsubscribe', { mode: 'query', filter: {}, excludeIds: [] })
    expect(result).to.include({ totalRequested: 4, successCount: 3, unchangedCount: 1 })
  })

  it('reaches the contacts that a search finds by prefix, segment and condition when their slice runs', async () => {
    const { id: foreignId } = await createProject()
    await createContact({ projectId: foreignId, email: 'ada.one@example.com', data: { plan: 'pro' } })
    await registerFields(projectId, { plan: 'pro' })
    const data = { plan: 'pro' }
    const made = [await make('ada.one', { data }), await make('xada', { data }), await make('ada.free')]
    made.push(await make('ada.out', { data }), await make('ada.now'))
    const { _id: segmentId } = await createSegment({ projectId })
    await Contact.updateMany({ _id: { $in: made.toSpliced(3, 1) } }, { $set: { segments: [segmentId] } })
    await dispatchAll(projectId)
    const filter = { search: 'ada', match: 'prefix', segmentId, condition: IS_PRO } as const
    const ref = await request('unsubscribe', { mode: 'query', filter, excludeIds: [] })
    await Contact.updateOne({ _id: made[4] ?? '' }, { $set: { data } })
    const { result } = await finishJob<BulkJob>(ref, changeContactsSlice)
    expect(result).to.deep.include({ totalRequested: 2, successCount: 2, failureCount: 0 })
    expect(await subscribed()).to.deep.equal(['ada.free', 'ada.out', 'xada'])
    const byDomain = { search: '@example', match: 'prefix' } as const
    const { result: rest } = await change('unsubscribe', { mode: 'query', filter: byDomain, excludeIds: [] })
    expect(rest).to.include({ totalRequested: 5, successCount: 3, unchangedCount: 2 })
    expect(await Contact.countDocuments({ projectId: foreignId, subscribed: true })).to.equal(1)
  })

  it('fails, and changes no further contact, when the segment of its filter is deleted', async () => {
    await makeMany(260, true)
    const { _id: segmentId } = await createSegment({ projectId })
    await Contact.updateMany({ projectId }, { $set: { segments: [segmentId] } })
    const ref = await request('unsubscribe', { mode: 'query', filter: { segmentId }, excludeIds: [] })
    expect(await changeContactsSlice(ref)).to.deep.include({ isDone: false })
    await Segment.deleteOne({ _id: segmentId })
    const job = await finishJob<BulkJob>(ref, changeContactsSlice)
    expect(job).to.include({ status: 'FAILED' })
    expect(job.failedReason).to.equal('Segment not found')
    expect(job.result).to.include({ successCount: 250 })
    expect(await subscribed()).to.have.length(10)
  })

  it('deletes contacts, starts the job that removes their traces, and updates the counters', async () => {
    const ids = [await make('a', { data: { x: 1 } }), await make('b'), UNKNOWN_ID]
    await make('c', { data: { x: 1 } })
    await dispatchAll(projectId)
    const ref = await request('delete', { mode: 'ids', contactIds: ids })
    const entries = await enqueued(() => changeContactsSlice(ref))
    expect(entries.map(({ kind }) => kind)).to.deep.equal(['job'])
    const { result } = await finishJob<BulkJob>(ref, changeContactsSlice)
    expect(result).to.deep.include({ operation: 'delete', totalRequested: 3, successCount: 2, failureCount: 1 })
    expect(await subscribed()).to.deep.equal(['c'])
    expect(await Job.countDocuments({ projectId, kind: 'ERASE_CONTACTS' })).to.equal(1)
    await expectCounted(projectId)
  })

  it('brings tracked segments up to date before it ends', async () => {
    const segment = await createSegment({
      projectId,
      trackMembership: true,
      condition: only({ field: 'subscribed', operator: 'equals', value: true }),
    })
    const contactIds = [await make('a', { subscribed: false }), await make('b', { subscribed: false })]
    await change('subscribe', { mode: 'ids', contactIds })
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(2)
    expect(await Event.countDocuments({ projectId, name: /\.entry$/ })).to.equal(2)
  })

  it('resumes at the same place, and changes each contact once when two processes work on it', async () => {
    const contactIds = await makeMany(620, true)
    const ref = await request('unsubscribe', { mode: 'ids', contactIds })
    expect(await changeContactsSlice(ref)).to.deep.include({ isDone: false })
    expect((await Job.findById(ref.jobId).orFail().lean<BulkJob>()).result).to.include({ successCount: 250 })
    const [{ result }] = await Promise.all([
      finishJob<BulkJob>(ref, changeContactsSlice),
      finishJob<BulkJob>(ref, changeContactsSlice),
    ])
    expect(result).to.include({ totalRequested: 620, successCount: 620, unchangedCount: 0, failureCount: 0 })
    expect(await Event.countDocuments({ projectId, name: 'contact.unsubscribed' })).to.equal(620)
    expect(await Event.distinct('contactId', { projectId })).to.have.length(620)
    await expectCounted(projectId)
  })

  it('goes through a whole list in slices, deleting as it goes', async () => {
    await makeMany(620, true)
    const { result } = await change('delete', { mode: 'query', filter: { subscribed: true }, excludeIds: [] })
    expect(result).to.include({ totalRequested: 620, successCount: 620 })
    expect(await Contact.countDocuments({ projectId })).to.equal(0)
    await expectCounted(projectId)
  })
})
