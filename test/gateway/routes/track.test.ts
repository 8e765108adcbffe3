import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Event } from '../../../models/event.js'
import { createContact } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { waitingOf } from '../../support/outbox.js'

describe('POST /v1/track', () => {
  const { gateway, project, publicClient: client } = useProject()

  const track = (body: object) => client.post('/v1/track', { email: 'ada@example.com', event: 'signed up', ...body })

  it('makes the contact, subscribed, and stores the event with its outbox entry', async () => {
    const res = await track({ email: ' Ada@Example.com', event: ' signed up ', unknown: 1 })
    expect(res.status).to.equal(200)
    const contact = await Contact.findOne({ projectId: project.id }).lean()
    const event = await Event.findOne({ projectId: project.id }).lean()
    expect(res.body).to.deep.equal({
      success: true,
      data: { contact: contact?._id, event: event?._id, timestamp: event?.createdAt.toISOString() },
    })
    expect(contact).to.include({ email: 'ada@example.com', subscribed: true })
    expect(event).to.deep.include({ name: 'signed up', contactId: contact?._id, data: {} })
    expect(await waitingOf('event', project.id)).to.deep.equal([event?._id])
    expect(gateway.entries).to.have.deep.members([
      { kind: 'contact', projectId: project.id, id: contact?._id },
      { kind: 'event', projectId: project.id, id: event?._id },
    ])
  })

  it('makes a new event each time, for one contact', async () => {
    const [first, second] = [await track({}), await track({ email: 'ADA@example.com' })]
    expect(first.body.data.contact).to.equal(second.body.data.contact)
    expect(first.body.data.event).not.to.equal(second.body.data.event)
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(2)
  })

  it('stores all data in the event, and persistent data on the contact', async () => {
    await createContact({ projectId: project.id, email: 'ada@example.com', data: { plan: 'free', age: 36, gone: 1 } })
    const data = {
      plan: 'pro',
      age: '',
      gone: null,
      id: 'reserved',
      'item.count': { value: 3, persistent: true },
      code: { value: 'X', persistent: false },
      nothing: { value: null, persistent: false },
      blank: { value: '', persistent: false },
      list: [{ a: 1 }],
    }
    expect((await track({ data })).status).to.equal(200)
    const stays = { plan: 'pro', 'item.count': 3, list: [{ a: 1 }] }
    const contact = await Contact.findOne({ projectId: project.id }).lean()
    expect(unescapeData(contact?.data)).to.deep.equal({ ...stays, age: 36 })
    const event = await Event.findOne({ projectId: project.id }).lean()
    expect(unescapeData(event?.data)).to.deep.equal({ ...stays, code: 'X' })
  })

  it('does not change the subscription unless it is passed, and emits one event for a change', async () => {
    await createContact({ projectId: project.id, email: 'ada@example.com', subscribed: false })
    await track({})
    expect(await Contact.findOne({ projectId: project.id }).lean()).to.include({ subscribed: false })
    await track({ subscribed: true })
    await track({ subscribed: true })
    await track({ email: 'new@example.com', subscribed: false })
    const contacts = await Contact.find({ projectId: project.id }).sort({ _id: 1 }).lean()
    expect(contacts.map(({ subscribed }) => subscribed)).to.deep.equal([true, false])
    const flips = await Event.find({ projectId: project.id, name: /^contact\./ }).lean()
    expect(flips.map(({ name, contactId }) => [name, contactId])).to.deep.equal([
      ['contact.subscribed', contacts[0]?._id],
    ])
    expect(gateway.entriesOf('event')).to.have.length(5)
  })

  const RESERVED = [
    'email.open',
    'email.',
    ' contact.unsubscribed ',
    'segment.a.b.exit',
    'EMAIL.CLICK',
    'ｅｍａｉｌ．open',
  ]
  it('refuses names that only the service emits', async () => {
    for (const event of RESERVED) {
      const res = await track({ event })
      expect(res, event).to.deep.include({ status: 422, code: 'VALIDATION_ERROR', faults: ['event reserved_event'] })
      expect(res.body.error.errors[0].received).to.equal(event)
    }
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
  })

  const SIMILAR = ['emails.open', 'Emails.open', 'Segment.entry', 'segment.entry', 'contact.created']
  it('accepts similar names, long ones and other scripts', async () => {
    for (const event of [...SIMILAR, 'segment.vip.entry.x', 'x'.repeat(255), 'größe ✓']) {
      expect((await track({ event })).status, event).to.equal(200)
      expect(await Event.countDocuments({ projectId: project.id, name: event }), event).to.equal(1)
    }
  })

  it('accepts thirty events of one contact at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => track({ data: { n } })))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(30)
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
  })

  const INVALID: [body: object, ...faults: string[]][] = [
    [{ email: undefined }, 'email required'],
    [{ email: 'nobody' }, 'email invalid_string'],
    [{ event: undefined }, 'event required'],
    [{ event: '   ' }, 'event too_small'],
    [{ event: 'x'.repeat(256) }, 'event too_big'],
    [{ event: 'a\nb' }, 'event invalid_string'],
    [{ event: 'email\u200b.click' }, 'event invalid_string'],
    [{ event: 5 }, 'event invalid_type'],
    [{ subscribed: 1 }, 'subscribed invalid_type'],
    [{ data: [] }, 'data invalid_type'],
    [
      { email: 'nobody', event: 'email.x', data: { locale: 5 } },
      'email invalid_string',
      'event reserved_event',
      'data.locale invalid_type',
    ],
  ]
  it('answers 422 with every fault, and stores nothing', async () => {
    for (const [body, ...faults] of INVALID)
      expect(await track(body), JSON.stringify(body).slice(0, 60)).to.deep.include({ status: 422, faults })
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(0)
  })
})
