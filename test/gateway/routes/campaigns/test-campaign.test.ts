import { expect } from 'chai'
import type { EmailProvider } from '../../../../activities/providers/provider.js'
import { Campaign, Contact, Email, Event, Suppression } from '../../../support/models.js'
import { CAMPAIGN_STATUSES, type CampaignRecord } from '../../../../models/campaign.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { PAGE_TEXTS } from '../../../../gateway/pages/page-texts.js'
import { everything } from '../../../support/database.js'
import { deliverOne, deliveryDeps } from '../../../support/delivery-deps.js'
import { createCampaign, createContact, createProject } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { waitingOf } from '../../../support/outbox.js'
import { buttonsOf, headingOf } from '../../../support/pages.js'

const TO = 'ada@example.com'

describe('POST /campaigns/:id/test', () => {
  const { gateway, project, client } = useProject()
  let mail: string[]

  beforeEach(() => void (mail = []))

  const provider: EmailProvider = {
    name: 'fake',
    async send({ raw, emailId }) {
      // Soft line breaks of quoted-printable, and folded headers.
      const text = raw.toString().replaceAll('=\r\n', '')
      mail.push(text.replaceAll(/\r\n[ \t]/g, ' '))
      return { providerMessageId: emailId }
    },
    close: () => undefined,
  }
  const subject = 'News for {{ name ?? you }}'
  const body = '<p>Dear {{ name ?? reader }} at {{ email }}: <a href="https://acme.test/sale">sale</a></p>'
  const campaign = (fields: Partial<CampaignRecord> = {}) =>
    createCampaign({ projectId: project.id, subject, body, ...fields })
  const test = ({ _id }: CampaignRecord, email: unknown = TO) => client.post(`/campaigns/${_id}/test`, { email })
  const testMail = () => Email.findOne({ projectId: project.id, sourceType: 'TEST' }).orFail().lean()
  const deliver = async () => deliverOne(deliveryDeps(provider), project.id, (await testMail())._id)

  it('stores a message to that address with the entry to send it', async () => {
    const res = await test(await campaign({ fromName: 'Acme', replyTo: 'help@example.com' }), ' Ada@Example.com ')
    expect(res.status).to.equal(200)
    expect(res.body).to.have.all.keys('success', 'message')
    expect(res.body.success).to.equal(true)
    const email = await testMail()
    expect(email).to.include({ to: TO, status: 'PENDING', campaignId: null, contactId: '', fromName: 'Acme' })
    expect(await waitingOf('email', project.id)).to.include(email._id)
    expect(gateway.entries).to.deep.equal([{ kind: 'email', projectId: project.id, id: email._id }])
    const shown = await client.get(`/emails/${email._id}`)
    expect(shown.body).to.include({ sourceType: 'TEST', contactId: null, subject: '[TEST] News for {{ name ?? you }}' })
  })

  it('is sent to an address without a contact, makes none, and equals the campaign mail but for tracking', async () => {
    await test(await campaign())
    expect(await deliver()).to.deep.equal({ state: 'sent' })
    expect(mail[0]).to.include('Subject: [TEST] News for you\r\n')
    expect(mail[0]).to.include('Dear reader at ada@example.com')
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await testMail()).to.include({ status: 'SENT', subject: '[TEST] News for you' })
    for (const part of ['https://acme.test/sale', 'List-Unsubscribe:', '/unsubscribe/'])
      expect(mail[0]).to.include(part)
    expect(mail[0]).to.not.include('links.example.com')
    const { body } = await client.get('/events')
    expect(body.data).to.have.lengthOf(1)
    expect(body.data[0]).to.include({ name: 'email.sent', contactId: null })
  })

  it('is filled in with the contact of that address, subscribed or not', async () => {
    const known = { email: TO, subscribed: false, data: { name: 'Ada' } }
    const { _id: contactId } = await createContact({ projectId: project.id, ...known })
    await createContact({ projectId: (await createProject()).id, email: TO, data: { name: 'Eve' } })
    await test(await campaign())
    expect(await deliver()).to.deep.equal({ state: 'sent' })
    expect(mail[0]).to.include('Subject: [TEST] News for Ada\r\n')
    expect(mail[0]).to.include('Dear Ada at ada@example.com')
    expect(await testMail()).to.include({ contactId })
    expect(await Contact.findById(contactId).lean()).to.include({ subscribed: false })
  })

  it('has links for recipients that say that it was a test and change nothing, also by one-click', async () => {
    await createContact({ projectId: project.id, email: TO })
    const links =
      '<a href="{{ unsubscribeUrl }}">a</a> <a href="{{ subscribeUrl }}">b</a> <a href="{{ manageUrl }}">c</a>'
    await test(await campaign({ body: `<p>${links}</p>` }))
    await deliver()
    const paths = new Set((mail[0] ?? '').replaceAll('=3D', '=').match(/\/(?:unsubscribe|subscribe|manage)\/[\w-]+/g))
    expect([...paths].map((path) => path.split('/')[1])).to.have.members(['unsubscribe', 'subscribe', 'manage'])
    expect(mail[0]).to.match(/List-Unsubscribe: <[^>]+\/unsubscribe\/[\w-]+>/)
    const before = await everything()
    for (const path of paths) {
      const choose = (fields: Record<string, string>) => gateway.as().post(path, new URLSearchParams(fields))
      for (const answer of [
        await gateway.as().get(path),
        await choose({ action: 'unsubscribe' }),
        await choose({ action: 'snooze', duration: '1_month' }),
        ...(path.startsWith('/unsubscribe') ? [await choose({ 'List-Unsubscribe': 'One-Click' })] : []),
      ]) {
        expect([answer.status, headingOf(answer.body)], path).to.deep.equal([200, PAGE_TEXTS.en.testTitle])
        expect(buttonsOf(answer.body), path).to.deep.equal([])
      }
      const german = await gateway.as().get(path, { 'accept-language': 'de' })
      expect(headingOf(german.body)).to.equal(PAGE_TEXTS.de.testTitle)
    }
    expect(await everything()).to.deep.equal(before)
  })

  it('is not counted for the campaign, starts nothing, and is no activity of the contact', async () => {
    const contact = await createContact({ projectId: project.id, email: TO })
    const { _id } = await campaign()
    await test({ _id } as CampaignRecord)
    await deliver()
    const { _id: emailId } = await testMail()
    const about = { projectId: project.id, emailId, at: new Date(), messageId: emailId }
    await recordEmailFacts([
      { ...about, key: 'd', kind: 'delivered' },
      { ...about, key: 'o', kind: 'opened', isMachine: false },
    ])
    expect(await Campaign.findById(_id).lean()).to.include({ sentCount: 0, deliveredCount: 0, openedCount: 0 })
    const events = await Event.find({ emailId }).lean()
    expect(events.map(({ name }) => name)).to.have.members(['email.sent', 'email.delivery', 'email.open'])
    expect(await waitingOf('event', project.id)).not.to.include.members(events.map(({ _id }) => _id))
    expect((await Contact.findById(contact._id).orFail().lean()).activity).to.equal(undefined)
    const { timeline } = (await client.get(`/emails/${emailId}`)).body
    expect(timeline.map(({ type }: { type: string }) => type)).to.include('email.sent')
  })

  it('is not sent to a suppressed address', async () => {
    await Suppression.create({ projectId: project.id, email: TO, reason: 'BOUNCE' })
    expect((await test(await campaign())).status).to.equal(200)
    expect(await deliver()).to.include({ state: 'withheld', status: 'SUPPRESSED' })
    expect(mail).to.deep.equal([])
  })

  it('suppresses an address without a contact that bounces', async () => {
    await test(await campaign())
    await deliver()
    const { _id: emailId } = await testMail()
    const bounce = { kind: 'bounced', messageId: emailId, bounceType: 'Permanent', bounceSubType: 'General' } as const
    await recordEmailFacts([{ projectId: project.id, emailId, at: new Date(), key: 'b', ...bounce }])
    expect(await Suppression.findOne({ projectId: project.id }).lean()).to.include({ email: TO, reason: 'BOUNCE' })
  })

  it('is sent in any state of the campaign, which does not change', async () => {
    for (const status of CAMPAIGN_STATUSES) {
      const stored = await campaign({ status })
      expect((await test(stored)).status, status).to.equal(200)
      expect(await Campaign.findById(stored._id).lean()).to.deep.include({ status, updatedAt: stored.updatedAt })
    }
    expect(await Email.countDocuments({ projectId: project.id, sourceType: 'TEST' })).to.equal(CAMPAIGN_STATUSES.length)
  })

  it('answers 422 for an invalid address, and 403 when the domain of the sender is not verified any more', async () => {
    const { _id } = await campaign()
    const invalid = ['', 'nobody', 'a@example.com\r\nBcc: b@example.com']
    for (const [code, emails] of Object.entries({
      required: [undefined],
      invalid_string: invalid,
      invalid_type: [null, ['a@example.com']],
    })) {
      for (const email of emails) {
        const res = await client.post(`/campaigns/${_id}/test`, { email })
        expect(res, String(email)).to.deep.include({ status: 422, faults: [`email ${code}`] })
      }
    }
    const res = await test(await campaign({ from: 'a@unverified.org' }))
    const details = { reason: 'DOMAIN_NOT_VERIFIED', domain: 'unverified.org' }
    expect(res).to.deep.include({ status: 403, code: 'FORBIDDEN', details })
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
  })
})
