import { expect } from 'chai'
import { setSubscription } from '../../../support/subscriptions.js'
import { endSnooze } from '../../../../commands/audience/contacts/end-snooze.js'
import { snoozeContact } from '../../../support/subscriptions.js'
import { Contact, Event } from '../../../support/models.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { dispatchContacts, waitingOf, enqueued } from '../../../support/outbox.js'

describe('a pause that a contact chose', () => {
  useDatabase()
  const until = new Date('2030-01-02T03:04:05.678Z')
  const later = new Date('2031-01-02T03:04:05.678Z')

  async function setUp(subscribed = true) {
    const { id: projectId } = await createProject()
    const { _id: contactId } = await createContact({ projectId, subscribed })
    const read = () => Contact.findById(contactId).orFail().lean()
    const names = async () => (await Event.find({ contactId }).sort({ _id: 1 }).lean()).map(({ name }) => name)
    const pause = { projectId, contactId, until }
    return { projectId, contactId, pause, read, names }
  }

  it('unsubscribes with one event, and schedules the timer that ends it', async () => {
    const { contactId, pause, read, names } = await setUp()
    const entries = await enqueued(() => snoozeContact({ ...pause, source: 'manage' }))
    expect(await read()).to.deep.include({ subscribed: false, snoozedUntil: until })
    expect(await names()).to.deep.equal(['contact.unsubscribed'])
    expect(entries.map(({ kind }) => kind)).to.deep.equal(['contact', 'event'])
    const { snoozes, complete } = await dispatchContacts([contactId])
    expect(snoozes).to.deep.equal([pause])
    await complete()
    expect(await waitingOf('contact', pause.projectId)).to.deep.equal([])
  })

  it('ends at its time: subscribed again, with one event however often the end is tried', async () => {
    const { pause, read, names } = await setUp()
    await snoozeContact({ ...pause, source: 'manage' })
    await Promise.all([endSnooze(pause), endSnooze(pause), endSnooze(pause)])
    expect(await read()).to.deep.include({ subscribed: true, snoozedUntil: null })
    expect(await names()).to.deep.equal(['contact.unsubscribed', 'contact.subscribed'])
  })

  it('emits nothing when the contact was not subscribed, and subscribes it at the end', async () => {
    const { pause, read, names } = await setUp(false)
    await snoozeContact({ ...pause, source: 'manage' })
    expect(await names()).to.deep.equal([])
    await endSnooze(pause)
    expect(await read()).to.deep.include({ subscribed: true, snoozedUntil: null })
  })

  it('is ended for good by an explicit choice, a bounce or a complaint', async () => {
    for (const [source, subscribed] of [
      ['api', true],
      ['api', false],
      ['bounce', false],
      ['complaint', false],
    ] as const) {
      const { projectId, contactId, pause, read, names } = await setUp()
      await snoozeContact({ ...pause, source: 'manage' })
      await setSubscription({ projectId, contactId }, { subscribed, source })
      const before = await names()
      await endSnooze(pause)
      expect(await read(), source).to.deep.include({ subscribed, snoozedUntil: null })
      expect(await names(), source).to.deep.equal(before)
    }
  })

  it('is not ended by the timer of an earlier pause that it replaced', async () => {
    const { pause, read } = await setUp()
    await snoozeContact({ ...pause, source: 'manage' })
    await snoozeContact({ ...pause, until: later, source: 'manage' })
    await endSnooze(pause)
    expect(await read()).to.deep.include({ subscribed: false, snoozedUntil: later })
    await endSnooze({ ...pause, until: later })
    expect(await read()).to.deep.include({ subscribed: true, snoozedUntil: null })
  })

  it('cannot start for a contact of another project', async () => {
    const { contactId, read } = await setUp()
    await snoozeContact({ projectId: (await createProject()).id, contactId, until, source: 'manage' })
    expect(await read()).to.deep.include({ subscribed: true, snoozedUntil: null })
  })
})
