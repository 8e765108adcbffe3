import { expect } from 'chai'
import { changeContact, changeContacts, checkChanges } from '../../../../commands/audience/contacts/change-contact.js'
import type { ContactChange } from '../../../../commands/audience/contacts/contact-change.js'
import { snoozeContact } from '../../../support/subscriptions.js'
import { Contact, Event, Field } from '../../../support/models.js'
import type { ContactRecord } from '../../../../models/contact.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import { AppError } from '../../../../models/domain/errors.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { documentsOf, enqueued } from '../../../support/outbox.js'

const address = (n: number): string => `n${n}@example.com`

describe('changeContacts', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  type Fields = Partial<Omit<ContactChange, 'patch' | 'who'>> & { emails?: string[]; data?: Record<string, unknown> }
  const changesOf = ({ emails = [address(0)], data = {}, ...fields }: Fields): ContactChange[] => {
    const rest = { projectId, patch: planDataPatch(data), subscribedWhenNew: false, source: 'send', ...fields }
    return emails.map((email) => ({ ...rest, who: { email } }))
  }
  /** Returns the ids of the contacts by their addresses. */
  const change = async (fields: Fields) => {
    const changed = await changeContacts({ changes: changesOf(fields) })
    return new Map(changed.map(({ contact }) => [contact.email, contact._id]))
  }
  const stored = (email: string, project = projectId): Promise<ContactRecord> =>
    Contact.findOne({ projectId: project, email }).orFail().lean()
  const eventsOf = async (contactId: string) =>
    (await Event.find({ contactId }).lean()).map(({ name, data }) => ({ name, data }))

  /** The parts that two contacts with the same changes have in common, without their times. */
  const shape = ({ email, subscribed, snoozedUntil, data, segments, activity, ...rest }: ContactRecord) => ({
    email,
    subscribed,
    data,
    segments,
    isSnoozed: snoozedUntil !== null,
    activity: Object.entries(activity ?? {}).map(([name, { count }]) => [name, count]),
    isDated: rest.createdAt <= rest.updatedAt,
  })

  const known = (of: string, fields: object = {}) => createContact({ projectId: of, email: address(0), ...fields })
  const STARTS: [start: string, make: (projectId: string) => Promise<unknown>][] = [
    ['an unknown address', async () => undefined],
    ['a subscribed contact', (of) => known(of, { data: { a: 1, gone: 1 } })],
    ['an unsubscribed contact', (of) => known(of, { subscribed: false, data: { 'x.y': { z: 1 } } })],
    [
      'a snoozed contact',
      async (of) => {
        const until = new Date(Date.now() + 86_400_000)
        await snoozeContact({ projectId: of, contactId: (await known(of))._id, until, source: 'page' })
      },
    ],
  ]
  const CHANGES: [change: string, fields: Fields][] = [
    ['nothing', {}],
    ['fields', { data: { a: 2, 'x.y': 'dotted', $b: [1], gone: null } }],
    ['removals alone', { data: { gone: null } }],
    ['a subscription', { subscribed: true }],
    ['an end of the subscription and a field', { subscribed: false, data: { a: 2 } }],
  ]
  for (const [start, make] of STARTS) {
    for (const [what, fields] of CHANGES) {
      it(`changes ${start} with ${what} as changeContact does`, async () => {
        const other = (await createProject()).id
        await make(projectId)
        await make(other)
        const [single] = changesOf({ ...fields, projectId: other })
        if (single) await changeContact(single)
        const ids = await change({ ...fields, emails: [address(0), address(1)] })

        const [ours, theirs] = [await stored(address(0)), await stored(address(0), other)]
        expect(shape(ours)).to.deep.equal(shape(theirs))
        expect(await eventsOf(ours._id)).to.deep.equal(await eventsOf(theirs._id))
        expect([...ids.keys()]).to.deep.equal([address(0), address(1)])
        expect(ids.get(address(0))).to.equal(ours._id)
      })
    }
  }

  it('enqueues each contact that is new, changed or changes its subscription, and no other', async () => {
    const turns = await createContact({ projectId, email: address(1), subscribed: false, data: { a: 1 } })
    await createContact({ projectId, email: address(2), data: { a: 1 } })
    const changes = await createContact({ projectId, email: address(3), data: { a: 0 } })
    let ids = new Map<string, string>()
    const fields = { emails: [0, 1, 2, 3].map(address), subscribed: true, data: { a: 1 } }
    const entries = await enqueued(async () => void (ids = await change(fields)))
    const [event] = await Event.find({ projectId }).lean()
    expect(documentsOf(entries)).to.have.deep.members([
      { kind: 'contact', projectId, id: ids.get(address(0)) },
      { kind: 'contact', projectId, id: changes._id },
      { kind: 'contact', projectId, id: turns._id },
      { kind: 'event', projectId, id: event?._id },
    ])
  })

  it('writes nothing when a contact has the values already', async () => {
    const before = await createContact({ projectId, email: address(0), data: { plan: 'pro' } })
    const entries = await enqueued(() => change({ data: { plan: 'pro', missing: null }, subscribed: true }))
    expect(entries).to.deep.equal([])
    expect(await stored(address(0))).to.deep.equal(before)
  })

  it('makes each contact once when many simultaneous requests bring the same addresses, and each change of them', async () => {
    const emails = Array.from({ length: 60 }, (_, n) => address(n))
    const nth = (_: unknown, n: number) => change({ emails, subscribed: n % 2 === 0, data: { [`k${n}`]: n } })
    const answers = await Promise.all(Array.from({ length: 10 }, nth))
    const contacts = await Contact.find({ projectId }).lean()
    expect(contacts).to.have.length(60)
    const idOf = new Map(contacts.map(({ email, _id }) => [email, _id]))
    const everything = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`k${n}`, n]))
    for (const { data } of contacts) expect(unescapeData(data)).to.deep.equal(everything)
    for (const ids of answers) expect(ids).to.deep.equal(idOf)
    for (const { _id, subscribed } of contacts) {
      const flips = await eventsOf(_id)
      // Each change of a subscription is the opposite of the last, so that events and state are consistent.
      const last = flips.filter(({ name }) => name === 'contact.subscribed').length
      const lastOff = flips.length - last
      expect(Math.abs(last - lastOff)).to.be.at.most(1)
      if (last !== lastOff) expect(subscribed).to.equal(last > lastOff)
    }
  })

  it('changes hundreds of subscriptions with one event each, and registers new fields', async () => {
    const emails = Array.from({ length: 250 }, (_, n) => address(n))
    await change({ emails, subscribed: true, data: { born: '2026-03-01' } })
    expect(await Field.findOne({ projectId, key: 'born' }).lean()).to.include({ type: 'date' })
    expect(await Event.countDocuments({ projectId })).to.equal(0)
    await Promise.all([change({ emails, subscribed: false }), change({ emails, subscribed: false })])
    const events = await Event.find({ projectId }).lean()
    expect(new Set(events.map(({ contactId }) => contactId)).size).to.equal(250)
    expect(events).to.have.length(250)
    expect(await Contact.countDocuments({ projectId, subscribed: true })).to.equal(0)
  })

  for (const isKnown of [false, true]) {
    const fields = `with ${isKnown ? 'known' : 'new'} fields`
    it(`changes nothing when one change is refused ${fields}, and reports a fault once for all contacts`, async () => {
      if (isKnown) await change({ emails: [address(9)], data: { one: 1 } })
      const full = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]))
      for (const n of [0, 1]) await createContact({ projectId, email: address(n), data: full })
      const all = { emails: [2, 0, 1].map(address), data: { one: 1 } }
      for (const refused of [() => change(all), () => checkChanges(changesOf(all))]) {
        const error: unknown = await refused().catch((reason: unknown) => reason)
        expect(error).to.be.instanceOf(AppError)
        const { errors = [] } = error as AppError
        expect(errors).to.have.length(1)
        expect(errors[0]).to.include({ field: 'data', code: 'too_big' })
      }
      expect(await Contact.countDocuments({ projectId, email: address(2) })).to.equal(0)
      expect(await Field.countDocuments({ projectId, key: 'one' })).to.equal(isKnown ? 1 : 0)
    })
  }
})
