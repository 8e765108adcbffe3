import { expect } from 'chai'
import { MAX_PAGE_CHOICES } from '../../../commands/audience/contacts/limit-page-choices.js'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import { Contact, Event } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway, type TestGateway } from '../../support/gateway.js'
import { headingOf, pagesOf, type PageName } from '../../support/pages.js'

describe('repeated choices by the holder of a link', () => {
  const [gateway, second] = [useGateway(), useGateway()]
  let email: EmailRecord

  beforeEach(async () => {
    email = await createEmail({ projectId: (await createProject()).id, status: 'SENT' })
  })

  const choose = (action: string, { page = 'manage', at = gateway }: { page?: PageName; at?: TestGateway } = {}) =>
    at.as().post(pagesOf(email)[page], new URLSearchParams({ action, duration: '2_weeks' }))
  const contact = () => Contact.findById(email.contactId).orFail().lean()
  const eventsOf = (name: string) => Event.countDocuments({ contactId: email.contactId, name })

  it('subscribe ten times an hour over all pages and gateways, and never block the last unsubscribe', async () => {
    for (let round = 0; round < MAX_PAGE_CHOICES + 5; round += 1) {
      expect((await choose('unsubscribe')).status).to.equal(200)
      expect(await contact()).to.include({ subscribed: false })
      const at = round % 2 === 0 ? gateway : second
      const { status, body } = await choose('subscribe', { page: round % 3 === 0 ? 'subscribe' : 'unsubscribe', at })
      expect(status).to.equal(200)
      const isTaken = round < MAX_PAGE_CHOICES
      expect(body).to.include(isTaken ? PAGE_TEXTS.en.saved : PAGE_TEXTS.en.limited)
      expect(headingOf(body)).to.equal(isTaken ? PAGE_TEXTS.en.subscribedTitle : PAGE_TEXTS.en.unsubscribedTitle)
    }
    expect(await contact()).to.include({ subscribed: false })
    expect(await eventsOf('contact.subscribed')).to.equal(MAX_PAGE_CHOICES)
    expect(await eventsOf('contact.unsubscribed')).to.equal(MAX_PAGE_CHOICES + 1)
  })

  it('pause ten times an hour, also at the same moment, and have no effect above that', async () => {
    await Promise.all(Array.from({ length: 40 }, () => choose('snooze')))
    expect(gateway.entriesOf('contact')).to.have.length(MAX_PAGE_CHOICES)
    const paused = await contact()
    expect(paused.snoozedUntil).to.not.equal(null)

    const { body } = await choose('snooze')
    expect(headingOf(body)).to.equal(PAGE_TEXTS.en.pausedTitle)
    expect((await contact()).snoozedUntil).to.deep.equal(paused.snoozedUntil)
    expect(body).to.include(PAGE_TEXTS.en.limited)
    await choose('unsubscribe')
    expect(await contact()).to.include({ subscribed: false, snoozedUntil: null })
  })

  it('do not count when they change nothing, and limit no other contact', async () => {
    const other = await createEmail({ projectId: email.projectId, status: 'SENT' })
    for (let time = 0; time < MAX_PAGE_CHOICES + 2; time += 1) {
      expect((await choose('subscribe')).body).to.include(PAGE_TEXTS.en.saved)
    }
    for (let time = 0; time < MAX_PAGE_CHOICES + 2; time += 1) await choose('snooze')
    const pause = new URLSearchParams({ action: 'snooze', duration: '2_weeks' })
    expect((await gateway.as().post(pagesOf(other).manage, pause)).body).to.include(PAGE_TEXTS.en.saved)
  })
})
