import { expect } from 'chai'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { Contact, Email, Suppression } from '../../support/models.js'
import { only } from '../../support/conditions.js'
import { createContact, createEmail } from '../../support/factories.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { useProject } from '../../support/project.js'
import { createSender } from '../../support/sends.js'
import { fakeProvider } from '../../activities/campaign/campaign-walk.js'

const IDENTITY = 's@xn--mller-kva.example'
const SPELLINGS = ['s@müller.example', 'S@MÜLLER.Example', 's@mu\u0308ller.example', 's@XN--MLLER-KVA.example']
const [UNICODE = ''] = SPELLINGS
const message = { subject: 'Hi', body: 'Hello', from: 'news@example.com' }

describe('the spellings of one mailbox', () => {
  const { project, client } = useProject()

  const contacts = () => Contact.find({ projectId: project.id }).lean()
  const { send } = createSender({ project, client }, message)
  const sendTo = async (to: unknown): Promise<string> => (await send({ to }))[0]?.email ?? ''
  const statusAfter = async (id: string): Promise<string | undefined> => {
    await deliverOne(deliveryDeps(fakeProvider()), project.id, id)
    return (await Email.findById(id).lean())?.status
  }

  it('are one contact, however it is made', async () => {
    expect((await client.post('/contacts', { email: UNICODE, data: { a: 1 } })).body.email).to.equal(IDENTITY)
    for (const email of SPELLINGS) {
      await client.post('/contacts', { email })
      await client.post('/v1/track', { email, event: 'seen' })
      await sendTo(email)
      await sendTo([email, 'other@example.com'])
    }
    expect((await contacts()).map(({ email }) => email).toSorted()).to.deep.equal(['other@example.com', IDENTITY])
  })

  it('are one recipient of a request', async () => {
    const emails = await send({ to: SPELLINGS })
    expect(emails.map(({ contact }) => contact.email)).to.deep.equal([IDENTITY])
  })

  it('may not be given to two contacts', async () => {
    await client.post('/contacts', { email: IDENTITY })
    const other = await client.post('/contacts', { email: 'other@example.com' })
    expect((await client.patch(`/contacts/${other.body.id}`, { email: UNICODE })).status).to.equal(409)
  })

  for (const spelling of SPELLINGS) {
    it(`are suppressed as ${JSON.stringify(spelling)}, and released by any other`, async () => {
      expect((await client.post('/suppressions', { email: spelling })).body.email).to.equal(IDENTITY)
      for (const to of SPELLINGS) expect(await statusAfter(await sendTo(to)), to).to.equal('SUPPRESSED')
      expect((await client.delete(`/suppressions/${encodeURIComponent(UNICODE)}`)).status).to.equal(204)
      expect(await statusAfter(await sendTo(spelling))).to.equal('SENT')
    })
  }

  it('are suppressed by a bounce of one', async () => {
    const email = await Email.findById(await sendTo(UNICODE))
      .orFail()
      .lean()
    await Email.updateOne({ _id: email._id }, { status: 'SENT' })
    const about = { projectId: project.id, emailId: email._id, at: new Date(), key: 'b', messageId: 'm1' }
    await recordEmailFacts([{ ...about, kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' }])
    expect(await Suppression.distinct('email', { projectId: project.id })).to.deep.equal([IDENTITY])
  })

  it('are found by searches, look-ups, filters and lists', async () => {
    await client.post('/contacts', { email: IDENTITY })
    await sendTo(IDENTITY)
    await client.post('/suppressions', { email: IDENTITY })
    const part = encodeURIComponent('@Müller.example')
    expect((await client.get(`/contacts?search=${part}`)).body.data).to.have.length(1)
    expect((await client.get(`/suppressions?search=${part}`)).body.data).to.have.length(1)
    expect((await client.get(`/emails?to=${encodeURIComponent(UNICODE)}`)).body.data).to.have.length(1)
    const lookedUp = await client.post('/contacts/lookup', { emails: [UNICODE, 'x@example.com'] })
    expect(lookedUp.body).to.deep.include({ found: [UNICODE], notFound: ['x@example.com'] })
    for (const [operator, value] of [
      ['equals', UNICODE],
      ['endsWith', '@MÜLLER.example'],
      ['contains', 'müller.example'],
    ] as const) {
      const condition = only({ field: 'email', operator, value })
      const segment = await client.post('/segments', { name: `by ${operator}`, type: 'DYNAMIC', condition })
      expect((await client.get(`/segments/${segment.body.id}/contacts`)).body.data, operator).to.have.length(1)
    }
  })

  it('join a segment as one', async () => {
    await client.post('/contacts', { email: IDENTITY })
    const segment = await client.post('/segments', { name: 'Static', type: 'STATIC' })
    const joined = await client.post(`/segments/${segment.body.id}/members`, { emails: SPELLINGS })
    expect(joined.body).to.include({ added: 1 })
    expect(joined.body.notFound).to.deep.equal([])
  })

  describe('of records that were stored in another spelling', () => {
    beforeEach(() => createContact({ projectId: project.id, email: UNICODE, data: { a: 1 } }))

    it('refer to the existing contact', async () => {
      for (const email of SPELLINGS) {
        expect((await client.post('/contacts', { email })).body.data, email).to.deep.equal({ a: 1 })
        await client.post('/v1/track', { email, event: 'seen' })
        await sendTo(email)
        await sendTo([email, 'other@example.com'])
      }
      expect(await contacts()).to.have.length(2)
    })

    it('may not be given to another contact', async () => {
      const other = await client.post('/contacts', { email: 'other@example.com' })
      for (const email of SPELLINGS)
        expect((await client.patch(`/contacts/${other.body.id}`, { email })).status).to.equal(409)
    })

    it('are suppressed, for their mail too', async () => {
      await Suppression.create({ projectId: project.id, email: UNICODE, reason: 'BOUNCE' })
      for (const to of SPELLINGS) expect(await statusAfter(await sendTo(to)), to).to.equal('SUPPRESSED')
      const [contact] = await contacts()
      const old = await createEmail({ projectId: project.id, contactId: contact?._id ?? '', to: UNICODE })
      expect(await statusAfter(old._id)).to.equal('SUPPRESSED')
      expect((await client.post('/suppressions', { email: IDENTITY })).status).to.equal(200)
      expect((await client.delete(`/suppressions/${encodeURIComponent(IDENTITY)}`)).status).to.equal(204)
      expect(await Suppression.countDocuments({ projectId: project.id })).to.equal(0)
    })
  })
})
