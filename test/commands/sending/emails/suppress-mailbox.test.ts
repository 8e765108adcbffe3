import { expect } from 'chai'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { Contact, Event, Suppression } from '../../../support/models.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { newId } from '../../../../runtime/ids.js'
import { createContact, createEmail } from '../../../support/factories.js'
import { createImporter } from '../../../support/import-file.js'
import { pagesOf } from '../../../support/pages.js'
import { useProject } from '../../../support/project.js'

describe('a report about a mailbox', () => {
  const { gateway, project, client } = useProject()
  const importer = createImporter({ client, project })
  let email: EmailRecord

  beforeEach(async () => {
    const contact = await createContact({ projectId: project.id, email: 'old@example.com' })
    email = await createEmail({
      projectId: project.id,
      contactId: contact._id,
      to: contact.email,
      sentAt: new Date(),
      status: 'SENT',
    })
  })

  const base = () => ({ projectId: project.id, emailId: email._id, at: new Date(), key: newId(), messageId: null })
  const FACTS = {
    BOUNCE: (): EmailFact => ({ ...base(), kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' }),
    COMPLAINT: (): EmailFact => ({ ...base(), kind: 'complained', feedbackType: null }),
  }
  type Reason = keyof typeof FACTS
  const report = (reason: Reason) => recordEmailFacts([FACTS[reason]()])
  const move = (to = 'new@example.com') => client.patch(`/contacts/${email.contactId}`, { email: to })
  const create = async (body: object = {}): Promise<string> =>
    (await client.post('/contacts', { email: 'old@example.com', ...body })).body.id
  const isSubscribed = async (id = email.contactId) => (await Contact.findById(id).orFail().lean()).subscribed
  const suppressed = async (): Promise<string[]> =>
    (await client.get('/suppressions')).body.data.map((each: { email: string; reason: string }) => {
      return `${each.email} ${each.reason}`
    })
  const lift = (address = 'old@example.com') => client.delete(`/suppressions/${address}`)
  const flips = (contactId: string) => Event.countDocuments({ contactId, name: /^contact\./ })

  for (const reason of ['BOUNCE', 'COMPLAINT'] as const) {
    describe(reason, () => {
      it('leaves a contact alone that has another address by then', async () => {
        await move()
        await report(reason)
        expect(await suppressed()).to.deep.equal([`old@example.com ${reason}`])
        expect([await isSubscribed(), await flips(email.contactId)]).to.deep.equal([true, 0])
        const event = await Event.findOne({ emailId: email._id, name: /^email\.(bounce|complaint)$/ }).lean()
        expect(event?.contactId).to.equal(email.contactId)
      })

      it('unsubscribes the contact that has the address at that moment, once', async () => {
        await move()
        const id = await create()
        for (let time = 0; time < 2; time += 1) await report(reason)
        expect([await isSubscribed(id), await isSubscribed()]).to.deep.equal([false, true])
        expect([await flips(id), await flips(email.contactId)]).to.deep.equal([1, 0])
      })

      it('reaches the contact that was made anew, although the message was erased', async () => {
        await client.delete(`/contacts/${email.contactId}`)
        const id = await create()
        await report(reason)
        expect(await suppressed()).to.deep.equal([`old@example.com ${reason}`])
        expect(await isSubscribed(id)).to.equal(false)
      })
    })
  }

  describe('whose suppression is lifted', () => {
    it('subscribes the contact again that a bounce has unsubscribed', async () => {
      await report('BOUNCE')
      expect(await isSubscribed()).to.equal(false)
      expect((await lift()).status).to.equal(204)
      expect([await isSubscribed(), await flips(email.contactId)]).to.deep.equal([true, 2])
    })

    it('subscribes a contact that came by a file meanwhile', async () => {
      await report('BOUNCE')
      await client.delete(`/contacts/${email.contactId}`)
      expect(await importer.importFile('email\nold@example.com')).to.include({ keptUnsubscribed: 1 })
      await lift()
      expect(await importer.contactOf('old@example.com')).to.include({ subscribed: true })
    })

    const STATED: Record<string, () => Promise<unknown>> = {
      'the API': () => client.patch(`/contacts/${email.contactId}`, { subscribed: false }),
      'a file': () => importer.importFile('email,subscribed\nold@example.com,no'),
      'a page': () => gateway.as().post(pagesOf(email).unsubscribe, new URLSearchParams({ action: 'unsubscribe' })),
      'a complaint': () => report('COMPLAINT'),
    }
    for (const [path, state] of Object.entries(STATED)) {
      it(`keeps the contact unsubscribed after a statement by ${path} since the bounce`, async () => {
        await report('BOUNCE')
        await state()
        await lift()
        expect([await isSubscribed(), await flips(email.contactId)]).to.deep.equal([false, 1])
      })
    }

    it('keeps a contact unsubscribed that was so before the bounce', async () => {
      await client.patch(`/contacts/${email.contactId}`, { subscribed: false })
      await report('BOUNCE')
      await lift()
      expect(await isSubscribed()).to.equal(false)
    })

    it('keeps the contact as it is when a person was the reason', async () => {
      await report('COMPLAINT')
      await lift()
      expect(await isSubscribed()).to.equal(false)
      await client.patch(`/contacts/${email.contactId}`, { subscribed: true })
      await client.post('/suppressions', { email: 'old@example.com' })
      await lift()
      expect(await isSubscribed()).to.equal(true)
    })
  })

  it('after soft bounces lets a file subscribe the address, which is paused all the same', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000)
    await Suppression.create({ projectId: project.id, email: 'soft@example.com', reason: 'SOFT_BOUNCES', expiresAt })
    expect(await importer.importFile('email\nsoft@example.com')).to.include({ created: 1, keptUnsubscribed: 0 })
    expect(await importer.contactOf('soft@example.com')).to.include({ subscribed: true })
  })
})
