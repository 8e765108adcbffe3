import { expect } from 'chai'
import { Campaign, Contact, Email, Event } from '../../../support/models.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import type { EngagementFact, EmailFact } from '../../../../models/domain/email-facts.js'
import { escapeKey } from '../../../../models/domain/fields.js'
import type { EmailRecord } from '../../../../models/email.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { createCampaign, createEmail, createProject } from '../../../support/factories.js'
import { applyMessages, notificationOf } from './notifications.js'
import { waitingOf, enqueued } from '../../../support/outbox.js'

const AT = new Date('2026-03-02T09:00:00.000Z')
const LATER = new Date('2026-03-02T10:00:00.000Z')

let email: EmailRecord
let campaignId: string

/** An email of a campaign that was delivered. */
async function delivered(): Promise<void> {
  const { id: projectId } = await createProject()
  campaignId = (await createCampaign({ projectId, status: 'SENDING' }))._id
  const times = { sentAt: AT, deliveredAt: AT }
  const ids = { projectId, campaignId, messageId: 'm1' }
  email = await createEmail({ ...ids, ...times, sourceType: 'CAMPAIGN', status: 'DELIVERED' })
}

const about = (key: string, at = AT) => ({ projectId: email.projectId, emailId: email._id, at, key, messageId: null })
const opened = (key = 'o1', isMachine = false, at = AT): EngagementFact => {
  return { ...about(key, at), kind: 'opened', isMachine }
}
const clicked = (key = 'c1', isMachine = false, at = AT): EngagementFact => {
  return { ...about(key, at), kind: 'clicked', isMachine, link: 'https://shop.example/' }
}
const stored = async () => {
  const { status, opens, clicks, openedAt, clickedAt } = await Email.findById(email._id).orFail().lean()
  return { status, opens, clicks, openedAt, clickedAt }
}
const counters = async () => {
  const { sentCount, openedCount, clickedCount } = await Campaign.findById(campaignId).orFail().lean()
  return { sentCount, openedCount, clickedCount }
}
const data = async (name: string) =>
  (await Event.find({ emailId: email._id, name }).sort({ _id: 1 }).lean()).map((event) => event.data)
const activity = async () => (await Contact.findById(email.contactId).orFail().lean()).activity ?? {}

describe('opens and clicks', () => {
  useDatabase()
  beforeEach(delivered)

  it('are counted each time on the message, once for the campaign, and in one event for each link and minute', async () => {
    await recordEmailFacts([opened('o1')])
    await recordEmailFacts([opened('o2', false, LATER), clicked('c1', false, LATER), clicked('c2', false, LATER)])

    expect(await stored()).to.deep.equal({ status: 'CLICKED', opens: 2, clicks: 2, openedAt: AT, clickedAt: LATER })
    expect(await counters()).to.deep.equal({ sentCount: 0, openedCount: 1, clickedCount: 1 })
    const openings = await data('email.open')
    expect(openings.map(({ opens, isFirstOpen, openedAt }) => [opens, isFirstOpen, openedAt])).to.have.deep.members([
      [1, true, AT],
      [2, false, LATER],
    ])
    const [click, ...others] = await data('email.click')
    expect(click).to.include({ clicks: 2, count: 2, isFirstClick: true, link: 'https://shop.example/' })
    expect(others).to.deep.equal([])
    expect((await activity())[escapeKey('email.open')]).to.include({ count: 2 })
    expect((await activity())[escapeKey('email.click')]).to.include({ count: 1 })
  })

  it('add nothing when they are recorded again, together, one after the other or at the same time', async () => {
    await recordEmailFacts([opened('o1'), opened('o1'), clicked('c1')])
    await recordEmailFacts([clicked('c1'), opened('o1')])
    await Promise.all(Array.from({ length: 6 }, () => recordEmailFacts([opened('o2'), clicked('c1')])))

    expect(await stored()).to.include({ opens: 2, clicks: 1 })
    expect(await counters()).to.include({ openedCount: 1, clickedCount: 1 })
    expect((await data('email.open')).map(({ opens, count }) => [opens, count])).to.deep.equal([[2, 2]])
    expect((await data('email.click')).map(({ clicks, count }) => [clicks, count])).to.deep.equal([[1, 1]])
  })

  it('are all counted when many come at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => recordEmailFacts([opened(`o${index}`)])))

    expect(await stored()).to.include({ opens: 10 })
    expect(await counters()).to.include({ openedCount: 1 })
    expect((await data('email.open')).filter(({ isFirstOpen }) => isFirstOpen)).to.have.length(1)
  })

  it('start workflows once for each link and minute', async () => {
    await recordEmailFacts([clicked('c1')])
    const setOffBy = async (...facts: EmailFact[]) => {
      const entries = await enqueued(() => recordEmailFacts(facts))
      return entries.flatMap(({ events = [] }) => events.map(({ name }) => name))
    }
    const elsewhere = { ...clicked('c4'), link: 'https://shop.example/other' }
    expect(await setOffBy(clicked('c2'), clicked('c3'))).to.deep.equal([])
    expect(await setOffBy(elsewhere)).to.deep.equal(['email.click'])
    expect(await setOffBy(clicked('c5', false, LATER))).to.deep.equal(['email.click'])
    expect(await stored()).to.include({ clicks: 5 })
  })

  it('count a click without images as an open too, which the pixel does not count again', async () => {
    await recordEmailFacts([clicked()])
    expect(await stored()).to.deep.equal({ status: 'CLICKED', opens: 0, clicks: 1, openedAt: AT, clickedAt: AT })

    await recordEmailFacts([opened('o1', false, LATER)])
    expect(await stored()).to.deep.equal({ status: 'CLICKED', opens: 1, clicks: 1, openedAt: AT, clickedAt: AT })
    expect(await counters()).to.deep.equal({ sentCount: 0, openedCount: 1, clickedCount: 1 })
    expect((await data('email.open'))[0]).to.include({ opens: 1, isFirstOpen: true })
  })

  it('of machines have an event and change nothing', async () => {
    const before = await stored()
    const facts = [opened('o1', true), clicked('c1', true), opened('o1', true)]
    const entries = await enqueued(() => recordEmailFacts(facts))

    expect(await stored()).to.deep.equal(before)
    expect(await counters()).to.deep.equal({ sentCount: 0, openedCount: 0, clickedCount: 0 })
    expect(await data('email.open')).to.have.length(1)
    expect((await data('email.open'))[0]).to.include({ machine: true, opens: 0, isFirstOpen: false })
    expect((await data('email.click'))[0]).to.include({ machine: true, clicks: 0, isFirstClick: false })
    expect(entries).to.deep.equal([])
    expect(await waitingOf('event', email.projectId)).to.deep.equal([])
    expect(await activity()).to.deep.equal({})
  })

  it('do not revert a bounce or a complaint', async () => {
    await Email.updateOne({ _id: email._id }, { status: 'COMPLAINED' })
    await recordEmailFacts([opened(), clicked()])
    expect(await stored()).to.include({ status: 'COMPLAINED', opens: 1, clicks: 1 })
  })

  it('prove that a message left before its submission is recorded', async () => {
    await Email.updateOne({ _id: email._id }, { status: 'SENDING', sentAt: null, deliveredAt: null, messageId: null })
    await recordEmailFacts([opened()])
    await recordEmailFacts([{ ...about('s'), kind: 'sent', messageId: 'm1' }])

    expect(await Email.findById(email._id).lean()).to.deep.include({ status: 'OPENED', sentAt: AT, messageId: 'm1' })
    expect(await counters()).to.deep.equal({ sentCount: 1, openedCount: 1, clickedCount: 0 })
  })
})

describe("the provider's own opens and clicks", () => {
  useDatabase()
  beforeEach(delivered)

  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const where = { ipAddress: '192.0.2.1', timestamp: AT.toISOString(), userAgent: FIREFOX }
  const open = { eventType: 'Open', open: where }
  const click = { eventType: 'Click', click: { ...where, link: 'https://shop.example/', linkTags: null } }
  const notify = async (event: object, tags: Record<string, string[]> = {}): Promise<void> => {
    await applyMessages([{ id: newId(), message: notificationOf(email, event, { messageId: 'm1', at: AT, tags }) }])
  }

  it('count where we do not track the message ourselves', async () => {
    await notify(open)
    await notify(click)

    expect(await stored()).to.deep.equal({ status: 'CLICKED', opens: 1, clicks: 1, openedAt: AT, clickedAt: AT })
    expect((await data('email.click'))[0]).to.deep.include({ link: 'https://shop.example/', clickedAt: AT, clicks: 1 })
  })

  it('do not count where we do', async () => {
    const before = await stored()
    await notify(open, { 'posthorn-tracked': ['yes'] })
    await notify(click, { 'posthorn-tracked': ['yes'] })

    expect(await stored()).to.deep.equal(before)
    expect(await Event.countDocuments({ projectId: email.projectId })).to.equal(0)
  })

  it('of machines change nothing', async () => {
    await notify({ ...open, open: { ...open.open, userAgent: 'Mozilla/5.0' } })
    expect(await stored()).to.include({ status: 'DELIVERED', opens: 0 })
    expect((await data('email.open'))[0]).to.include({ machine: true })
  })

  it('without a time count once, however late they are repeated', async () => {
    const untimed = (link: string) => ({ eventType: 'Click', click: { userAgent: FIREFOX, link } })
    const events = ['https://shop.example/1', 'https://shop.example/2'].map(untimed)
    for (const event of [...events, ...events]) await notify(event)
    const ahead = { ...click, click: { ...click.click, timestamp: new Date(Date.now() + 3_600_000).toISOString() } }
    for (const event of [ahead, ahead]) await notify(event)

    expect(await stored()).to.include({ clicks: 3 })
    expect(await data('email.click')).to.have.length(3)
    expect((await data('email.click')).every(({ clickedAt }) => (clickedAt as Date) <= new Date())).to.equal(true)
  })

  it('within a minute are one event, and count once each', async () => {
    const times = Array.from({ length: 5 }, (_, second) => new Date(AT.getTime() + second * 1_000).toISOString())
    const events = times.map((timestamp) => ({ ...click, click: { ...click.click, timestamp } }))
    await Promise.all([...events, ...events].map((event) => notify(event)))
    for (const event of events) await notify(event)

    expect(await stored()).to.include({ clicks: 5 })
    expect((await data('email.click')).map(({ count }) => count)).to.deep.equal([5])
  })

  it('are those of a person when the provider knows no user agent', async () => {
    await notify({ eventType: 'Open', open: { timestamp: AT.toISOString() } })
    expect(await stored()).to.include({ status: 'OPENED', opens: 1 })
  })
})
