import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Email } from '../../../models/email.js'
import { commandsOf } from '../../support/commands.js'
import { createContact, createTemplate } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { createSender } from '../../support/sends.js'

const MANY = 1_000
const message = { subject: 'Hi', body: 'Hi', from: 'news@example.com' }
const addresses = Array.from({ length: MANY }, (_, n) => `n${n}@example.com`)

describe('POST /v1/send to 1,000 recipients', () => {
  const { gateway, project, client } = useProject()

  const { send } = createSender({ project, client }, { ...message, to: addresses })
  /** How many operations `work` sends to the collections of what it stores. */
  const operationsOf = async (work: () => Promise<unknown>): Promise<number> =>
    (await commandsOf(work)).filter((command) => /^(?!getMore ).* (contacts|emails|events)$/.test(command)).length

  it('answers in the order of the request, with known and new contacts among each other', async () => {
    for (const n of [3, 500, 999])
      await createContact({ projectId: project.id, email: addresses[n] ?? '', data: { plan: n } })
    const emails = await send({ data: { plan: 'pro' } })
    expect(emails.map(({ contact }) => contact.email)).to.deep.equal(addresses)
    const contacts = await Contact.find({ projectId: project.id }).lean()
    expect(contacts).to.have.length(MANY)
    for (const { data } of contacts) expect(unescapeData(data)).to.deep.equal({ plan: 'pro' })
    const idOf = new Map(contacts.map(({ email, _id }) => [email, _id]))
    const stored = new Map((await Email.find({ projectId: project.id }).lean()).map((email) => [email._id, email]))
    for (const { contact, email } of emails) {
      expect(contact.id).to.equal(idOf.get(contact.email))
      expect(stored.get(email)).to.include({ to: contact.email, contactId: contact.id, status: 'PENDING' })
    }
    const enqueued = gateway.entries.filter(({ kind }) => kind === 'email').map(({ id }) => id)
    expect(enqueued).to.deep.equal(emails.map(({ email }) => email))
  })

  it('needs few database operations, whether the contacts are new, known or changed', async () => {
    const cases: [fields: object, atMost: number][] = [
      [{ data: { plan: 'pro' } }, 5],
      [{ data: { plan: 'pro' } }, 4],
      [{ data: { plan: 'team' } }, 5],
    ]
    for (const [fields, atMost] of cases) {
      expect(await operationsOf(() => send(fields))).to.be.at.most(atMost)
    }
  })

  it('stores every email of several requests at once, with one contact for each address', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => send({ data: { [`k${n}`]: n } })))
    const contacts = await Contact.find({ projectId: project.id }).lean()
    expect(contacts).to.have.length(MANY)
    for (const { data } of contacts) expect(data).to.deep.equal({ k1: 1, k2: 2, k3: 3 })
    const idOf = new Map(contacts.map(({ email, _id }) => [email, _id]))
    for (const { contact } of answers.flat()) expect(contact.id).to.equal(idOf.get(contact.email))
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(3 * MANY)
  })

  it('reports every unsubscribed recipient together with other faults, and sends to none', async () => {
    const template = await createTemplate({ projectId: project.id, type: 'MARKETING' })
    const full = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]))
    await createContact({ projectId: project.id, email: addresses[1] ?? '', data: full })
    const to = addresses.slice(0, 4)
    const res = await client.post('/v1/send', { to, template: template._id, data: { one: 1 } })
    expect(res.status).to.equal(422)
    expect(res.faults).to.have.members(['to.0 unsubscribed', 'to.2 unsubscribed', 'to.3 unsubscribed', 'data too_big'])
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
  })
})
