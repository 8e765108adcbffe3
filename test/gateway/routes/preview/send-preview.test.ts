import { expect } from 'chai'
import { Contact, Email, Suppression } from '../../../support/models.js'
import type { UserRecord } from '../../../../models/user.js'
import { deliverOne, deliveryDeps } from '../../../support/delivery-deps.js'
import { createContact, createMember, createProject, createUser } from '../../../support/factories.js'
import { waitingOf } from '../../../support/outbox.js'
import { useProject } from '../../../support/project.js'
import { fakeProvider, type FakeProvider } from '../../../activities/campaign/campaign-walk.js'

describe('POST /preview/send', () => {
  const { gateway, project, client } = useProject()
  let member: UserRecord
  let provider: FakeProvider

  beforeEach(async () => {
    provider = fakeProvider()
    member = await createMember({ projectId: project.id, role: 'MEMBER' })
  })

  const DRAFT = {
    subject: 'News for {{ name ?? you }}',
    body: '<p>Dear {{ name ?? reader }} at {{ email }}, {{ plan ?? "no plan" }}</p>',
    from: 'news@example.com',
    type: 'MARKETING',
  }
  const send = (fields: object = {}, as = client) => as.post('/preview/send', { ...DRAFT, to: member.email, ...fields })
  const deliver = async (): Promise<string> => {
    const { _id } = await Email.findOne({ projectId: project.id }).orFail().lean()
    expect(await deliverOne(deliveryDeps(provider), project.id, _id)).to.deep.equal({ state: 'sent' })
    const [mail] = provider.taken
    return String(mail?.raw)
      .replaceAll('=\r\n', '')
      .replaceAll(/\r\n[ \t]/g, ' ')
  }
  const expectNone = async () => expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)

  it('stores a test to the address of a member with its outbox entry', async () => {
    const res = await send({ fromName: 'Acme', replyTo: 'help@example.com' })
    const email = await Email.findOne({ projectId: project.id }).orFail().lean()
    const sent = { email: email._id, to: member.email }
    expect(res).to.deep.include({ status: 200, body: { ...sent, emails: [sent] } })
    expect(email).to.include({
      to: member.email,
      subject: `[TEST] ${DRAFT.subject}`,
      sourceType: 'TEST',
      status: 'PENDING',
      fromName: 'Acme',
      replyTo: 'help@example.com',
      tracking: false,
      contactId: '',
    })
    expect(await waitingOf('email', project.id)).to.include(email._id)
  })

  it('is sent to the signed-in user when a session names no member, and otherwise to the named one', async () => {
    const other = await createMember({ projectId: project.id, role: 'OWNER' })
    const session = gateway.signedIn(other, project.id)
    expect((await send({ to: undefined }, session)).body.to).to.equal(other.email)
    expect((await send({ to: member.email }, session)).body.to).to.equal(member.email)
  })

  it('has a marked subject in every language', async () => {
    const translations = { de: { subject: 'Neues', body: 'Hallo' } }
    await send({ translations, language: 'de' })
    expect(await deliver())
      .to.include('Subject: [TEST] Neues\r\n')
      .and.include('Hallo')
  })

  it('is filled in for the named contact, and shows no field of the member', async () => {
    await createContact({ projectId: project.id, email: member.email, data: { name: 'Grace', plan: 'pro' } })
    const about = await createContact({ projectId: project.id, data: { name: 'Ada' } })
    await send({ contactId: about._id })
    expect(await deliver())
      .to.include('Subject: [TEST] News for Ada\r\n')
      .and.include(`Dear Ada at ${about.email}, no plan`)
    expect(await Email.findOne({ projectId: project.id }).lean()).to.include({ aboutContactId: about._id })
  })

  it('is filled in for the member, with the data over the fields of that contact', async () => {
    const own = await createContact({
      projectId: project.id,
      email: member.email,
      data: { name: 'Grace', plan: 'pro' },
    })
    await send({ data: { name: 'G', plan: null } })
    expect(await deliver()).to.include(`Dear G at ${member.email}, no plan`)
    expect(await Contact.findById(own._id).orFail().lean()).to.deep.include({ data: own.data })
  })

  it('can be filled in for an address without a contact', async () => {
    await send({ email: 'nobody@example.com', data: { plan: 'basic' } })
    expect(await deliver()).to.include('Dear reader at nobody@example.com, basic')
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('keeps nothing of a contact that is deleted before it leaves', async () => {
    const about = await createContact({ projectId: project.id, data: { name: 'Ada' } })
    await send({ contactId: about._id })
    expect((await client.delete(`/contacts/${about._id}`)).status).to.equal(204)
    const email = await Email.findOne({ projectId: project.id }).orFail().lean()
    expect(JSON.stringify([email.variables, email.subject])).to.not.include('Ada')
  })

  it('is not sent to a suppressed address', async () => {
    await Suppression.create({ projectId: project.id, email: member.email, reason: 'BOUNCE' })
    const { email } = (await send()).body
    const result = await deliverOne(deliveryDeps(provider), project.id, email)
    expect(result).to.include({ state: 'withheld', status: 'SUPPRESSED' })
    expect(provider.taken).to.deep.equal([])
  })

  it('answers 422 for an address that is no member of the project, and for a missing one with a key', async () => {
    const stranger = await createUser()
    const foreign = await createMember({ projectId: (await createProject()).id, role: 'OWNER' })
    for (const to of [stranger.email, foreign.email, 'nobody@example.com']) {
      expect(await send({ to })).to.deep.include({ status: 422, faults: ['to custom'] })
    }
    expect(await send({ to: undefined })).to.deep.include({ status: 422, faults: ['to required'] })
    await expectNone()
  })

  it('answers 422 for invalid Liquid, with its place', async () => {
    const res = await send({ body: 'a\n{% if %}' })
    expect(res).to.deep.include({ status: 422, faults: ['body liquid_syntax'] })
    expect(res.body.error.errors[0]).to.include({ line: 2, column: 6 })
  })

  it('answers 403 for a sender that is not verified, and stores nothing', async () => {
    expect(await send({ from: 'a@unverified.org' })).to.deep.include({
      status: 403,
      code: 'FORBIDDEN',
      details: { reason: 'DOMAIN_NOT_VERIFIED', domain: 'unverified.org' },
    })
    await expectNone()
  })
})
