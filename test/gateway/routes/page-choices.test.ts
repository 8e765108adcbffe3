import { expect } from 'chai'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import { Campaign, Contact, Event } from '../../support/models.js'
import { setSubscription } from '../../support/subscriptions.js'
import type { ContactRecord } from '../../../models/contact.js'
import { snoozeEnd } from '../../../models/domain/snooze.js'
import type { EmailRecord } from '../../../models/email.js'
import { Project } from '../../../models/project.js'
import { everything } from '../../support/database.js'
import { createCampaign, createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import type { ClientResponse } from '../../support/http-client.js'
import { buttonsOf, headingOf, PAGES, pagesOf, type PageName } from '../../support/pages.js'

type Fields = Record<string, string>
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }

describe("a choice on the recipients' pages", () => {
  const gateway = useGateway({ OPEN_RATE_LIMIT_PER_MINUTE: 2, RATE_LIMIT_PER_MINUTE: 2 })
  let email: EmailRecord
  let campaignId: string

  beforeEach(async () => {
    const { id: projectId } = await createProject('Acme')
    campaignId = (await createCampaign({ projectId, status: 'SENT' }))._id
    email = await createEmail({ projectId, campaignId, sourceType: 'CAMPAIGN', status: 'SENT' })
  })

  const contact = (): Promise<ContactRecord> => Contact.findById(email.contactId).orFail().lean()
  const events = async () => {
    const stored = await Event.find({ contactId: email.contactId }).sort({ _id: 1 }).lean()
    return stored.map(({ name, emailId, data }) => ({ name, emailId, ...data }))
  }
  const counted = async () => (await Campaign.findById(campaignId).orFail().lean()).unsubscribedCount
  const choose = (page: PageName, fields: Fields): Promise<ClientResponse> =>
    gateway.as().post(pagesOf(email)[page], new URLSearchParams(fields))
  const left = (source: string) => ({ name: 'contact.unsubscribed', emailId: email._id, source })
  const came = (source: string) => ({ name: 'contact.subscribed', emailId: email._id, source })

  for (const page of PAGES) {
    describe(`POST /${page}/:token`, () => {
      it('unsubscribes with one event that names the page and the message, and shows it', async () => {
        const { status, body } = await choose(page, { action: 'unsubscribe' })
        expect(status).to.equal(200)
        expect(headingOf(body)).to.equal(PAGE_TEXTS.en.unsubscribedTitle)
        expect(body).to.contain(PAGE_TEXTS.en.saved)
        expect(buttonsOf(body)).to.deep.equal(['subscribe'])
        expect(await contact()).to.include({ subscribed: false, snoozedUntil: null })
        expect(await events()).to.deep.equal([left(`${page}_page`)])
        // The first counts the choice for the campaign, and starts nothing.
        expect(gateway.entries.map(({ kind }) => kind)).to.deep.equal(['event', 'contact', 'event'])
      })

      it('subscribes with one event, and ends a pause', async () => {
        await Contact.updateOne({ _id: email.contactId }, { subscribed: false, snoozedUntil: new Date('2131-03-01') })
        const { status, body } = await choose(page, { action: 'subscribe' })
        expect(status).to.equal(200)
        expect(headingOf(body)).to.equal(PAGE_TEXTS.en.subscribedTitle)
        expect(await contact()).to.include({ subscribed: true, snoozedUntil: null })
        expect(await events()).to.deep.equal([came(`${page}_page`)])
      })

      it('pauses until the end of the duration, of every one that its button offers', async () => {
        const before = new Date()
        const { status, body } = await choose(page, { action: 'snooze', duration: '2_weeks' })
        const after = new Date()
        expect(status).to.equal(200)
        expect(headingOf(body)).to.equal(PAGE_TEXTS.en.pausedTitle)
        const { subscribed, snoozedUntil } = await contact()
        expect(subscribed).to.equal(false)
        // Months may be shorter than the present one, so that later pauses do not always end later.
        expect(snoozedUntil).to.be.within(snoozeEnd('2_weeks', before), snoozeEnd('2_weeks', after))
        expect(await events()).to.deep.equal([left(`${page}_page`)])
        expect(gateway.entries.map(({ kind }) => kind)).to.deep.equal(['contact', 'event'])
        for (const duration of ['1_month', '6_months', '1_year'])
          expect((await choose(page, { action: 'snooze', duration })).status, duration).to.equal(200)
      })

      it('answers a page with 400 to an invalid choice and with 404 to a broken link, and changes nothing', async () => {
        const before = await everything()
        const sent: Fields[] = ['', 'delete', 'snooze', '__proto__'].map((action) => ({ action }))
        sent.push({}, { action: 'snooze', duration: '3_days' }, { 'List-Unsubscribe': 'No' })
        for (const fields of sent) {
          const { status, headers, body } = await choose(page, fields)
          expect(status, JSON.stringify(fields)).to.equal(400)
          expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
          expect(headingOf(body)).to.equal(PAGE_TEXTS.en.failedTitle)
        }
        const json = await gateway.as().post(pagesOf(email)[page], { action: 'unsubscribe' })
        expect(json.status).to.equal(415)
        expect(headingOf(json.body)).to.equal(PAGE_TEXTS.en.failedTitle)
        const broken = await gateway.as().post(`/${page}/x`, new URLSearchParams({ action: 'unsubscribe' }))
        expect([broken.status, headingOf(broken.body)]).to.deep.equal([404, PAGE_TEXTS.en.brokenTitle])
        expect(await everything()).to.deep.equal(before)
        expect(gateway.entries).to.deep.equal([])
      })

      it('answers 200 to every choice of a deleted contact, and restores nothing of it', async () => {
        await Contact.deleteOne({ _id: email.contactId })
        const before = await everything()
        for (const action of ['unsubscribe', 'subscribe', 'snooze']) {
          const { status, body } = await choose(page, { action, duration: '2_weeks' })
          expect(status, action).to.equal(200)
          expect(headingOf(body)).to.equal(PAGE_TEXTS.en.unlistedTitle)
        }
        expect(await everything()).to.deep.equal(before)
        expect(gateway.entries).to.deep.equal([])
      })
    })
  }

  it('is never refused because of a limit, nor in a disabled project', async () => {
    await Project.updateOne({ _id: email.projectId }, { disabled: true, disabledReason: 'MANUAL' })
    for (const action of ['unsubscribe', 'subscribe', 'unsubscribe', 'subscribe', 'unsubscribe']) {
      const { status, headers } = await choose('manage', { action })
      expect(status).to.equal(200)
      expect(headers.has('ratelimit-limit')).to.equal(false)
    }
    expect(await contact()).to.include({ subscribed: false })
  })

  describe('with one click', () => {
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    for (const [encoding, body] of Object.entries({ 'url-encoded': new URLSearchParams(ONE_CLICK), multipart })) {
      it(`unsubscribes by a ${encoding} form, without a cookie or redirect, and once`, async () => {
        for (let time = 0; time < 3; time += 1) {
          const form = { method: 'POST', body, redirect: 'manual' } as const
          const res = await fetch(gateway.origin + pagesOf(email).unsubscribe, form)
          expect(res.status).to.equal(200)
          expect(res.headers.has('set-cookie')).to.equal(false)
        }
        expect(await contact()).to.include({ subscribed: false })
        expect(await events()).to.deep.equal([left('one_click')])
        expect(await counted()).to.equal(1)
      })
    }

    it('accepts the form field as mail programs write it', async () => {
      const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
      for (const body of ['List-Unsubscribe=one-click', 'List-Unsubscribe=One-Click\r\n']) {
        await Contact.updateOne({ _id: email.contactId }, { subscribed: true })
        expect((await gateway.as().post(pagesOf(email).unsubscribe, body, type)).status).to.equal(200)
        expect(await contact(), body).to.include({ subscribed: false })
      }
    })

    it('answers 200 if the contact no longer exists', async () => {
      await Contact.deleteOne({ _id: email.contactId })
      expect((await choose('unsubscribe', ONE_CLICK)).status).to.equal(200)
      await Project.deleteOne({ _id: email.projectId })
      expect((await choose('unsubscribe', ONE_CLICK)).status).to.equal(200)
    })

    it('is for the page to unsubscribe alone', async () => {
      for (const page of ['subscribe', 'manage'] as const) expect((await choose(page, ONE_CLICK)).status).to.equal(400)
      expect(await contact()).to.include({ subscribed: true })
    })
  })

  describe('counts for the campaign of the message', () => {
    it('once, with one event, for twenty presses at the same moment', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => choose('unsubscribe', ONE_CLICK)))
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200))
      expect(await events()).to.deep.equal([left('one_click')])
      expect(await counted()).to.equal(1)
    })

    it('once, however often the contact subscribes and leaves again by it', async () => {
      const actions = ['unsubscribe', 'subscribe', 'unsubscribe']
      for (const action of actions) await choose('manage', { action })
      expect((await events()).map(({ name }) => name)).to.deep.equal(actions.map((action) => `contact.${action}d`))
      expect(await counted()).to.equal(1)
    })

    it('not for a pause, but for an opt-out during the pause, which ends it', async () => {
      await choose('manage', { action: 'snooze', duration: '1_month' })
      expect(await counted()).to.equal(0)
      await choose('manage', { action: 'unsubscribe' })
      expect(await contact()).to.include({ subscribed: false, snoozedUntil: null })
      expect(await counted()).to.equal(1)
      expect(await events()).to.deep.equal([left('manage_page')])
    })

    it('not for a contact that had left before, by another way or another message', async () => {
      const { projectId, contactId } = email
      await setSubscription({ projectId, contactId }, { subscribed: false, source: 'api' })
      await choose('unsubscribe', ONE_CLICK)
      expect(await counted()).to.equal(0)
    })
  })

  it('affects only the contact of the link', async () => {
    const other = await createEmail({ projectId: email.projectId })
    const foreign = await createEmail({ projectId: (await createProject()).id })
    await choose('unsubscribe', ONE_CLICK)
    for (const { contactId } of [other, foreign]) {
      expect(await Contact.findById(contactId).lean()).to.include({ subscribed: true })
    }
  })
})
