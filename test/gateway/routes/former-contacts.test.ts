import { expect } from 'chai'
import { Campaign, Contact, Event } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import { createCampaign, createContact, createEmail } from '../../support/factories.js'
import { buttonsOf, headingOf, pagesOf, type PageName } from '../../support/pages.js'
import { useProject } from '../../support/project.js'

describe('the links of a message whose contact', () => {
  const { gateway, project, client } = useProject()
  const { subscribedTitle, unsubscribedTitle, unlistedTitle, pausedTitle, askUnsubscribe } = PAGE_TEXTS.en
  let email: EmailRecord

  beforeEach(async () => {
    const contact = await createContact({ projectId: project.id, email: 'ann@example.com' })
    const campaign = await createCampaign({ projectId: project.id, status: 'SENDING' })
    const of = { projectId: project.id, contactId: contact._id, to: contact.email, campaignId: campaign._id }
    email = await createEmail({ ...of, sourceType: 'CAMPAIGN', status: 'DELIVERED' })
  })

  const show = async (page: PageName) => String((await gateway.as().get(pagesOf(email)[page])).body)
  const choose = async (page: PageName, fields: Record<string, string>) => {
    const { status, body } = await gateway.as().post(pagesOf(email)[page], new URLSearchParams(fields))
    expect(status).to.equal(200)
    return String(body)
  }
  const click = () => choose('unsubscribe', { 'List-Unsubscribe': 'One-Click' })
  const remove = async (id = email.contactId) =>
    void expect((await client.delete(`/contacts/${id}`)).status).to.equal(204)
  const create = async (body: object = {}): Promise<{ id: string; subscribed: boolean }> =>
    (await client.post('/contacts', { email: 'ann@example.com', ...body })).body
  const stateOf = async (id: string) => {
    const { subscribed, snoozedUntil } = await Contact.findById(id).orFail().lean()
    return snoozedUntil ? 'paused' : subscribed ? 'subscribed' : 'unsubscribed'
  }
  const flipsOf = (contactId: string) => Event.distinct('name', { contactId, name: /^contact\./ })

  describe('was deleted and made anew', () => {
    it('act on the contact that has the mailbox now, and show it', async () => {
      await remove()
      const { id } = await create({ subscribed: true })
      expect(headingOf(await show('unsubscribe'))).to.equal(askUnsubscribe)
      expect(await show('manage')).to.include('a•••@example.com')

      expect(headingOf(await choose('manage', { action: 'snooze', duration: '1_month' }))).to.equal(pausedTitle)
      expect(await stateOf(id)).to.equal('paused')
      expect(headingOf(await choose('subscribe', { action: 'subscribe' }))).to.equal(subscribedTitle)
      expect(await stateOf(id)).to.equal('subscribed')
      expect(headingOf(await click())).to.equal(unsubscribedTitle)
      expect(await stateOf(id)).to.equal('unsubscribed')
      expect(await flipsOf(id)).to.deep.equal(['contact.subscribed', 'contact.unsubscribed'])
      expect(await Campaign.findById(email.campaignId).orFail().lean()).to.include({ unsubscribedCount: 1 })
    })

    it('act on the contact after several deletions, and also when it was moved there', async () => {
      for (let round = 0; round < 3; round += 1) await remove(round === 0 ? undefined : (await create()).id)
      const { _id } = await createContact({ projectId: project.id, email: 'other@example.com' })
      await client.patch(`/contacts/${_id}`, { email: 'ann@example.com' })
      await click()
      expect(await stateOf(_id)).to.equal('unsubscribed')
    })
  })

  describe('was deleted', () => {
    it('are kept for the contact that will have the mailbox, and count once', async () => {
      await remove()
      const before = await show('unsubscribe')
      expect([headingOf(before), buttonsOf(before)]).to.deep.equal([unlistedTitle, ['unsubscribe']])
      for (let time = 0; time < 2; time += 1) expect(headingOf(await click())).to.equal(unsubscribedTitle)
      expect(await Campaign.findById(email.campaignId).orFail().lean()).to.include({ unsubscribedCount: 1 })
      expect((await create()).subscribed).to.equal(false)
    })

    it('let the person come back', async () => {
      await click()
      await remove()
      expect(buttonsOf(await show('manage'))).to.deep.equal(['subscribe'])
      expect(headingOf(await choose('subscribe', { action: 'subscribe' }))).to.equal(unlistedTitle)
      expect((await create()).subscribed).to.equal(true)
    })

    it('keep a pause, which ends at its time', async () => {
      await choose('manage', { action: 'snooze', duration: '1_month' })
      await remove()
      const { id } = await create()
      expect(await stateOf(id)).to.equal('paused')
    })
  })

  describe('has another address', () => {
    const move = () => client.patch(`/contacts/${email.contactId}`, { email: 'new@example.com' })

    it('act on the contact where nobody else has the mailbox, and on whoever gets it', async () => {
      await move()
      await click()
      expect(await stateOf(email.contactId)).to.equal('unsubscribed')
      expect((await create()).subscribed).to.equal(false)
    })

    it('leave the contact alone where another one has the mailbox', async () => {
      await move()
      const { id } = await create()
      await click()
      expect([await stateOf(id), await stateOf(email.contactId)]).to.deep.equal(['unsubscribed', 'subscribed'])
    })
  })
})
