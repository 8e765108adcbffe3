import { expect } from 'chai'
import { deleteContact } from '../../../../commands/lifecycle/erasure/delete-contacts.js'
import { deleteEventsSlice, type EventDeletion } from '../../../../commands/lifecycle/erasure/delete-events-slice.js'
import { dispatchEvents } from '../../../../commands/automation/reactions/dispatch-events.js'
import { trackEvent } from '../../../../commands/automation/reactions/track-event.js'
import { completeEvents, addDueActivity } from '../../../../commands/base/events/due-activity.js'
import { createJob } from '../../../../commands/base/jobs/advance-job.js'
import { Contact, Event, Outbox } from '../../../support/models.js'
import type { ContactRecord } from '../../../../models/contact.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import type { OutboxEntry } from '../../../../models/outbox-entry.js'
import { commandsOf } from '../../../support/commands.js'
import { only } from '../../../support/conditions.js'
import { crashEverywhere } from '../../../support/crashes.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { dispatchContacts, waitingOf, enqueued } from '../../../support/outbox.js'
import { movesOf } from '../../../support/segments.js'
import { stepFinds } from '../../../support/walks.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { clockPast } from '../../clock-past.js'
import { setData } from '../../audience/contacts/set-data.js'

describe('the activity that an event adds to a contact without changing it', () => {
  useDatabase()
  let projectId: string
  let contact: ContactRecord

  beforeEach(async () => {
    projectId = (await createProject()).id
    contact = await createContact({ projectId })
    await dispatchAll(projectId)
  })

  const track = (name = 'paid', of = contact) =>
    trackEvent({ projectId: of.projectId, who: { email: of.email }, name, patch: planDataPatch({}), claim: null })
  const summaryOf = async (name = 'paid', of = contact) =>
    (await Contact.findById(of._id).orFail().lean()).activity?.[name]
  /** What completes entries, without the queries that a cache and the measurement of the clocks make at times. */
  const commandsToComplete = async (entries: OutboxEntry[]) =>
    (await commandsOf(() => completeEvents(entries))).filter((name) => name !== 'find projects' && name !== 'hello')

  it('counts each event once, however many processes complete it, at the same time and again', async () => {
    const tracked = [...(await Promise.all([track(), track(), track()])), await track()]
    const found = () => Outbox.find({ kind: 'event', projectId }).lean()
    const read = await Promise.all(Array.from({ length: 6 }, found))
    await Promise.all(read.map((each, n) => (n % 2 === 0 ? completeEvents(each) : addDueActivity(each))))
    await completeEvents(read[1] ?? [])
    await dispatchAll(projectId)
    const times = tracked.map(({ event }) => event.createdAt).toSorted((one, other) => Number(one) - Number(other))
    expect(await summaryOf()).to.deep.equal({ first: times[0], last: times.at(-1), count: 4 })
  })

  it('counts each event once, wherever the completing process dies', async () => {
    const crashes = await crashEverywhere<ContactRecord>({
      async prepare() {
        const made = await createContact({ projectId: (await createProject()).id })
        await track('paid', made)
        await track('paid', made)
        return made
      },
      async work(made) {
        const entries = await Outbox.find({ projectId: made.projectId, kind: 'event' }).lean()
        await dispatchEvents(entries)
        await completeEvents(entries)
      },
      recover: (made) => dispatchAll(made.projectId),
      async check(made) {
        expect((await summaryOf('paid', made))?.count).to.equal(2)
      },
    })
    expect(crashes).to.be.greaterThan(4)
  })

  it('is recorded in the transaction that deletes the entries when nothing listened', async () => {
    const entries = [...(await enqueued(() => track())), ...(await enqueued(() => track('seen')))]
    const counted = ['delete outbox', 'update daily_counts', 'update contacts', 'commitTransaction']
    expect(await commandsToComplete(entries)).to.deep.equal(counted)
    expect(await waitingOf('event', projectId)).to.deep.equal([])
    expect([(await summaryOf())?.count, (await summaryOf('seen'))?.count]).to.deep.equal([1, 1])
  })

  it('is not recorded again when the entries are completed after a listener recorded it', async () => {
    await track()
    const entries = await Outbox.find({ projectId, kind: 'event' }).lean()
    await addDueActivity(entries)
    const counted = ['delete outbox', 'update daily_counts', 'commitTransaction']
    expect(await commandsToComplete(entries)).to.deep.equal(counted)
    expect((await summaryOf())?.count).to.equal(1)
  })

  it('is up to date in a condition that is evaluated right after the answer, before any dispatch', async () => {
    const condition = only({ field: 'event.paid', operator: 'triggeredAtLeast', value: 2 })
    const holds = () => stepFinds({ projectId, contactId: contact._id }, condition)
    await track()
    expect(await holds()).to.equal(false)
    await track()
    expect(await holds()).to.equal(true)
    await dispatchAll(projectId)
    expect((await summaryOf())?.count).to.equal(2)
  })

  it('keeps a contact out of a segment for those without the event, when a later change is dispatched first', async () => {
    const never = { field: 'event.paid', operator: 'notTriggered' as const }
    const isPro = { field: 'data.plan', operator: 'equals' as const, value: 'pro' }
    const condition = { logic: 'AND' as const, groups: [{ filters: [never, isPro] }] }
    await createSegment({ projectId, condition, trackMembership: true })
    await track()
    await setData(projectId, { id: contact._id }, { plan: 'pro' })
    await (await dispatchContacts(await waitingOf('contact', projectId))).complete()
    await dispatchAll(projectId)
    expect(await movesOf(projectId)).to.deep.equal([])
  })

  it('counts an event once that came after the deletion of its name began', async () => {
    const { event } = await track()
    const input: EventDeletion = { name: 'paid', upTo: event.createdAt, total: 1 }
    const jobId = await createJob({ projectId, kind: 'DELETE_EVENTS', input, result: { deleted: 0 } })
    await clockPast(event.createdAt)
    const later = await track()
    await deleteEventsSlice({ projectId, jobId })
    await dispatchAll(projectId)
    const at = later.event.createdAt
    expect(await summaryOf()).to.deep.equal({ first: at, last: at, count: 1 })
  })

  it('leaves nothing of an event whose contact was deleted in the same moment', async () => {
    const { event } = await track()
    const entry = await Outbox.findOne({ ids: event._id }).orFail().lean()
    await deleteContact({ projectId, contactId: contact._id })
    // The event of a request that read the contact before its deletion.
    await Event.insertMany([event], { lean: true })
    await Outbox.collection.updateOne({ _id: entry._id as never }, { $set: entry }, { upsert: true })
    await completeEvents([entry])
    expect(await Event.countDocuments({ projectId, contactId: contact._id })).to.equal(0)
  })
})
