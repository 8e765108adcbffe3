import { expect } from 'chai'
import mongoose from 'mongoose'
import { changeContact } from '../../../../commands/audience/contacts/change-contact.js'
import type { ContactChange, ContactChanged } from '../../../../commands/audience/contacts/contact-change.js'
import { draftEmail } from '../../../../commands/sending/emails/draft-email.js'
import { sendEmails } from '../../../../commands/sending/emails/send-emails.js'
import { claimIdempotencyKey } from '../../../../commands/base/idempotency/claim-idempotency-key.js'
import { trackEvent } from '../../../../commands/automation/reactions/track-event.js'
import { ContactCount } from '../../../../models/contact-count.js'
import { Contact, type ContactRecord } from '../../../../models/contact.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import { AppError } from '../../../../models/domain/errors.js'
import { Email } from '../../../../models/email.js'
import { Event } from '../../../../models/event.js'
import { IdempotencyKey } from '../../../../models/idempotency-key.js'
import { Outbox } from '../../../../models/outbox-entry.js'
import { newId } from '../../../../runtime/ids.js'
import { idsByKind } from '../../../../runtime/log-ids.js'
import { crashEverywhere } from '../../../support/crashes.js'
import { commandsOf } from '../../../support/commands.js'
import { withOneShard } from '../../../support/one-shard.js'
import { dispatchContacts, dispatchEvents, waitingOf, enqueued } from '../../../support/outbox.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import type { Made } from '../../../../runtime/request-scope.js'
import { inRequestScope } from '../../../../runtime/request-scope.js'
import { SEND_SETTINGS, sendRequest } from '../../sending/emails/send-request.js'

const email = 'ada@example.com'
const HOUR_MS = 3_600_000

describe('changes of contacts that are stored together', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const change = (data: object, more: Partial<ContactChange> = {}) => {
    const patch = planDataPatch(data, { nullClearsAll: true })
    return changeContact({ projectId, who: { email }, patch, subscribedWhenNew: true, source: 'api', ...more })
  }
  const read = (): Promise<ContactRecord> => Contact.findOne({ projectId, email }).orFail().lean()
  const codeOf = (outcome: PromiseSettledResult<unknown>) =>
    outcome.status === 'fulfilled' ? null : outcome.reason instanceof AppError && outcome.reason.code

  /** Registers fields, because a change waits for the registration of a new one. */
  const makeKnown = (...keys: string[]) =>
    change(Object.fromEntries(keys.map((key) => [key, 1])), { who: { email: 'other@example.com' } })

  it('make one contact for a new address when several processes store messages to it at the same time', async () => {
    const text = { subject: 'Hi', contentId: 'c', from: 'news@example.com' }
    const fields = { projectId, ...text, type: 'TRANSACTIONAL' as const }
    const draft = { ...fields, fromName: null, replyTo: null, variables: null, headers: [], attachments: [] }
    const message = (contactId: string) => {
      const rest = { templateId: null, tags: [], tracking: null }
      return draftEmail({ ...draft, ...rest }, { _id: newId(), contactId, to: email, toName: null }, new Date())
    }
    // Changes of different depths share no transaction, like those of different processes.
    const depths = Array.from({ length: 8 }, (_, depth) => depth)
    const sent = await Promise.all(depths.map((depth) => change({}, { depth, email: message })))
    const { _id } = await read()
    expect(sent.map(({ contact }) => contact._id)).to.deep.equal(depths.map(() => _id))
    expect(sent.filter(({ isNew }) => isNew)).to.have.length(1)
    expect(await Email.countDocuments({ projectId, contactId: _id })).to.equal(depths.length)
    expect(await Contact.countDocuments({ projectId })).to.equal(1)
    expect((await waitingOf('contact', projectId)).filter((id) => id === _id)).to.have.length(1)
  })

  it('share transactions between projects, and are refused alone', async () => {
    const projects = await Promise.all(Array.from({ length: 10 }, () => createProject()))
    const contacts = await Promise.all(projects.map(({ id }) => createContact({ projectId: id, email })))
    const [foreign] = contacts
    const seen = (n: number) => ({ event: { name: 'seen', data: { n } } })
    let outcomes: PromiseSettledResult<unknown>[] = []
    const changeAll = async (): Promise<void> => {
      outcomes = await Promise.allSettled([
        ...projects.map(({ id }, n) => change({}, { projectId: id, subscribed: n % 2 === 0, ...seen(n) })),
        // The id of a contact of another project is no contact of this one.
        change({}, { who: { id: foreign?._id ?? '' }, subscribed: false }),
      ])
    }
    const commands = await commandsOf(() => withOneShard(changeAll))
    expect(commands.filter((command) => command.startsWith('commitTransaction'))).to.have.length.below(5)
    expect(outcomes.map(codeOf)).to.deep.equal([...projects.map(() => null), 'CONTACT_NOT_FOUND'])
    for (const [n, { id }] of projects.entries()) {
      expect(await Contact.countDocuments({ projectId: id, subscribed: n % 2 === 0 })).to.equal(1)
      expect(await Event.distinct('data', { projectId: id, name: 'seen' })).to.deep.equal([{ n }])
    }
    await withOneShard(async () => {
      const entries = await Outbox.find({ projectId: { $in: projects.map(({ id }) => id) } }).lean()
      await dispatchEvents(entries.flatMap(({ kind, ids }) => (kind === 'event' ? ids : [])))
      const { complete } = await dispatchContacts(entries.flatMap(({ kind, ids }) => (kind === 'contact' ? ids : [])))
      await complete()
    })
    for (const { id } of projects) {
      expect(await Outbox.countDocuments({ projectId: id })).to.equal(0)
      expect(await Contact.findOne({ projectId: id }).lean()).to.have.nested.property('activity.seen.count', 1)
      expect(await ContactCount.findOne({ _id: id, projectId: id }).lean()).to.include({ contacts: 1 })
    }
  })

  it('are all applied to one contact, in the order in which they came', async () => {
    await makeKnown('a', 'b', 'c.d')
    const { _id: id } = await createContact({ projectId, email, data: { gone: 1, kept: 1 } })
    const results = await Promise.all([
      change({ a: 1, b: 1 }),
      change({ a: 2, gone: null }),
      change({ 'c.d': { e: 1 } }, { who: { id } }),
      change({ b: null }, { subscribed: false }),
      change({ b: 3 }, { subscribed: true }),
    ])
    const { data, subscribed } = await read()
    expect(unescapeData(data)).to.deep.equal({ kept: 1, a: 2, b: 3, 'c.d': { e: 1 } })
    expect(subscribed).to.equal(true)
    expect(results.map(({ isNew, contact }) => [isNew, contact._id])).to.deep.equal(results.map(() => [false, id]))
    const flips = await Event.find({ projectId }).sort({ createdAt: 1, _id: 1 }).lean()
    expect(flips.map(({ name }) => name)).to.deep.equal(['contact.unsubscribed', 'contact.subscribed'])
  })

  it('make one contact for one address, which the first of them reports as new', async () => {
    await makeKnown('a', 'b')
    const results = await Promise.all([change({ a: 1 }), change({ b: 2 }), change({}, { subscribed: false })])
    expect(results.map(({ isNew }) => isNew)).to.deep.equal([true, false, false])
    const { data, subscribed } = await read()
    expect(data).to.deep.equal({ a: 1, b: 2 })
    expect(subscribed).to.equal(false)
    expect(await Event.countDocuments({ projectId, name: 'contact.unsubscribed' })).to.equal(1)
  })

  it('are refused one by one, without a trace', async () => {
    const keys = (from: number) => Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${from + n}`, n]))
    await change(keys(0))
    const outcomes = await Promise.allSettled([
      change({ a: 1 }),
      change(keys(300)),
      change({}, { who: { id: 'unknown' } }),
      change({ b: 1 }, { refuse: () => [{ field: 'to', code: 'unsubscribed', message: 'No' }] }),
      change({ c: 1 }),
    ])
    const codes = [null, 'VALIDATION_ERROR', 'CONTACT_NOT_FOUND', 'VALIDATION_ERROR', null]
    expect(outcomes.map(codeOf)).to.deep.equal(codes)
    const { data } = await read()
    expect([Object.keys(data).length, data['a'], data['b'], data['c']]).to.deep.equal([302, 1, undefined, 1])
  })

  it('complete the idempotency keys of their requests, except one that was taken over', async () => {
    const claimFor = (key: string) =>
      claimIdempotencyKey({ projectId, credential: 'public', key, endpoint: 'POST /v1/track', ttlMs: HOUR_MS })
    const claims = await Promise.all(['one', 'two', 'lost', 'three'].map(claimFor))
    await IdempotencyKey.updateOne({ projectId, key: 'lost' }, { workId: 'another' })
    const outcomes = await Promise.allSettled(
      claims.map((claim) => trackEvent({ projectId, who: { email }, name: 'paid', patch: planDataPatch({}), claim })),
    )
    expect(outcomes.map(codeOf)).to.deep.equal([null, null, 'IDEMPOTENCY_KEY_REUSED', null])
    const finished = await IdempotencyKey.find({ projectId, state: 'finished', statusCode: 200 }).lean()
    expect(finished.map(({ key }) => key)).to.have.members(['one', 'two', 'three'])
    expect(await Event.countDocuments({ projectId })).to.equal(3)
    await dispatchAll(projectId)
    expect((await read()).activity?.['paid']?.count).to.equal(3)
  })

  it('enqueue all their entries, and name in logs only their own', async () => {
    const names = ['a@example.com', 'b@example.com', 'c@example.com']
    const track = async (address: string): Promise<void> => {
      const made: Made[] = []
      const who = { email: address }
      const { contact, event } = await inRequestScope(made, () =>
        trackEvent({ projectId, who, name: 'paid', patch: planDataPatch({}), claim: null }),
      )
      expect(idsByKind(made)).to.deep.equal({ contactId: contact._id, eventId: event._id })
    }
    const entries = await enqueued(() => Promise.all(names.map(track)))
    const stored = await Outbox.find({ projectId }, { _id: 1 }).lean()
    expect(entries.map(({ _id }) => _id)).to.have.members(stored.map(({ _id }) => _id))
  })

  it('do not change a contact that has the values already, nor its time of change', async () => {
    const { _id, updatedAt } = await createContact({ projectId, email, data: { plan: 'pro' } })
    await dispatchAll(projectId)
    let contact: ContactChanged['contact'] | undefined
    expect(await enqueued(async () => ({ contact } = await change({ plan: 'pro' })))).to.deep.equal([])
    expect(contact).to.deep.include({ _id, updatedAt })
    expect((await read()).updatedAt).to.deep.equal(updatedAt)
  })

  it('store contact, message, event and entries together or not at all, wherever the process dies', async () => {
    const crashes = await crashEverywhere<string>({
      prepare: async () => (await createProject()).id,
      work: (of) =>
        Promise.allSettled([
          trackEvent({ projectId: of, who: { email }, name: 'paid', patch: planDataPatch({}), claim: null }),
          sendEmails(sendRequest(of, ['bob@example.com']), SEND_SETTINGS),
        ]),
      recover: async () => undefined,
      async check(of) {
        const [tracked, sent] = [await Event.find({ projectId: of }).lean(), await Email.find({ projectId: of }).lean()]
        const contacts = await Contact.find({ projectId: of }).lean()
        const wanted = [...(tracked.length > 0 ? [email] : []), ...sent.map(({ to }) => to)]
        expect(contacts.map((contact) => contact.email)).to.have.members(wanted)
        const ids = contacts.map(({ _id }) => _id)
        expect([...tracked, ...sent].map(({ contactId }) => contactId)).to.have.members(ids)
        expect(await waitingOf('event', of)).to.have.members(tracked.map(({ _id }) => _id))
        expect(await waitingOf('email', of)).to.have.members(sent.map(({ _id }) => _id))
        expect(await waitingOf('contact', of)).to.have.members(ids)
      },
    })
    expect(crashes).to.be.greaterThan(15)
  })

  it('wait for the lock of another process only to change the contact, not to read it', async () => {
    await makeKnown('plan')
    const held = await createContact({ projectId, email })
    const session = await mongoose.connection.startSession()
    session.startTransaction()
    const changed = { $set: { snoozedUntil: null, 'data.other': 1 } }
    await Contact.updateOne({ _id: held._id, projectId }, changed, { session })
    const names = Array.from({ length: 20 }, (_, n) => `free-${n}@example.com`)
    let isChanged = false
    const waiting = change({ plan: 'pro' }).then(() => (isChanged = true))
    await Promise.all(names.map((each) => change({ plan: 'pro' }, { who: { email: each } })))
    await change({ plan: 'team' }, { who: { email: names[0] ?? '' } })
    expect(isChanged).to.equal(false)
    await session.commitTransaction()
    await session.endSession()
    await waiting
    expect((await read()).data).to.deep.equal({ plan: 'pro', other: 1 })
  })

  it('use the contact that another process makes at the same moment', async () => {
    await Promise.all([
      change({ a: 1 }),
      Contact.create({ projectId, email, subscribed: false, data: { b: 1 } }).catch(() => null),
      change({ c: 1 }),
    ])
    expect(await Contact.countDocuments({ projectId, email })).to.equal(1)
    expect((await read()).data).to.include({ a: 1, c: 1 })
  })
})
