import { expect } from 'chai'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { storeContent } from '../../../../commands/sending/emails/store-content.js'
import { throughProjectCaches } from '../../../../commands/base/records/project-cache.js'
import { CampaignLink } from '../../../../models/campaign-link.js'
import { Campaign, type CampaignRecord } from '../../../../models/campaign.js'
import { DailyCount } from '../../../../models/daily-count.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { Outbox } from '../../../../models/outbox-entry.js'
import { Project } from '../../../../models/project.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { createCampaign, createEmail } from '../../../support/factories.js'
import { pagesOf } from '../../../support/pages.js'
import { useProject } from '../../../support/project.js'

const BODY = `<a href="https://example.com/spring">Spring</a> <a href='https://example.com/o/{{ data.order }}?a=1&amp;b=2'>Order</a>
  <a href="{{ unsubscribeUrl }}">Leave</a>`
const SPRING = 'https://example.com/spring'
const ORDER = 'https://example.com/o/{{ data.order }}?a=1&b=2'
const HOUR_MS = 3_600_000
const ZEROS = { sent: 0, delivered: 0, opens: 0, clicks: 0, bounces: 0, complaints: 0, unsubscribes: 0 }

describe('the results of a campaign', () => {
  const { gateway, project, client } = useProject()

  let campaign: CampaignRecord
  let count = 0

  const email = async (fields: Partial<EmailRecord> = {}): Promise<EmailRecord> => {
    const contentId = await storeContent(project.id, { subject: 'Hi', body: BODY }, 1)
    const of = { campaignId: campaign._id, sourceType: 'CAMPAIGN', contentId, status: 'SENDING' } as const
    return createEmail({ projectId: project.id, ...of, ...fields })
  }
  const fact = ({ _id: emailId }: EmailRecord, fields: Partial<EmailFact>): EmailFact => {
    count += 1
    const base = { projectId: project.id, emailId, at: new Date(), key: `k${count}`, messageId: null }
    return { ...base, ...fields } as EmailFact
  }
  const click = (of: EmailRecord, link: string, fields: Partial<EmailFact> = {}) =>
    fact(of, { kind: 'clicked', link, isMachine: false, ...fields } as Partial<EmailFact>)
  /** Records each fact twice, as repeated notifications do. */
  const record = async (...facts: EmailFact[]): Promise<void> => {
    for (let time = 0; time < 2; time += 1) await recordEmailFacts(facts)
  }
  const linksOf = async (): Promise<Record<string, [clicks: number, uniqueClicks: number]>> => {
    await dispatchAll(project.id)
    const { status, body } = await client.get(`/campaigns/${campaign._id}/links`)
    expect(status).to.equal(200)
    type Link = { url: string | null; clicks: number; uniqueClicks: number }
    return Object.fromEntries(body.data.map((link: Link) => [String(link.url), [link.clicks, link.uniqueClicks]]))
  }

  beforeEach(async () => {
    campaign = await createCampaign({ projectId: project.id, status: 'SENDING', startedAt: new Date() })
  })

  describe('GET /campaigns/:id/links', () => {
    it('counts all clicks, and the clicked emails, by the address in the body', async () => {
      const [one, other] = [await email(), await email()]
      await record(click(one, SPRING), click(other, SPRING), click(other, SPRING))
      await record(click(one, 'https://example.com/o/4711?a=1&b=2'))
      await record(click(other, 'https://example.com/o/ada?a=1&b=2'), click(other, 'https://example.org/raw'))
      expect(await linksOf()).to.deep.equal({ [SPRING]: [3, 2], [ORDER]: [2, 2], null: [1, 1] })
    })

    it('counts later clicks without a new event once, and for the same email', async () => {
      const clicked = await email()
      const at = new Date()
      for (const keys of [
        ['a', 'b'],
        ['a', 'b', 'c'],
        ['b', 'd'],
      ]) {
        await record(click(clicked, SPRING, { at, hits: { count: 0, keys } }))
      }
      await record(click(clicked, SPRING, { at: new Date(at.getTime() + HOUR_MS) }))
      expect(await linksOf()).to.deep.equal({ [SPRING]: [5, 1] })
      const [link] = (await client.get(`/campaigns/${campaign._id}/links`)).body.data
      expect(Date.parse(link.lastClickAt) - Date.parse(link.firstClickAt)).to.equal(HOUR_MS)
      expect(Date.parse(link.firstClickAt)).to.equal(at.getTime())
    })

    it('counts no clicks of machines, of tests, or of other emails', async () => {
      await record(click(await email(), SPRING, { isMachine: true }))
      await record(click(await email({ sourceType: 'TEST' }), SPRING))
      await record(click(await email({ campaignId: null, sourceType: 'TRANSACTIONAL' }), SPRING))
      expect(await linksOf()).to.deep.equal({})
    })

    it('is exact for many simultaneous clicks', async () => {
      const emails = await Promise.all(Array.from({ length: 10 }, () => email()))
      await Promise.all(emails.flatMap((of) => [0, 1].map(() => recordEmailFacts([click(of, SPRING)]))))
      expect(await linksOf()).to.deep.equal({ [SPRING]: [20, 10] })
    })
  })

  describe('GET /campaigns/:id/timeseries', () => {
    const seriesOf = async (query = '') => {
      await dispatchAll(project.id)
      const { status, body } = await client.get(`/campaigns/${campaign._id}/timeseries${query}`)
      expect(status).to.equal(200)
      return body.data as { interval: string; timezone: string; intervals: ({ start: string } & typeof ZEROS)[] }
    }
    const begunBefore = (ms: number) => begunAt(Date.now() - ms)
    const begunAt = async (ms: number): Promise<void> => {
      const startedAt = new Date(ms)
      campaign = { ...campaign, startedAt }
      await Campaign.updateOne({ _id: campaign._id, projectId: project.id }, { $set: { startedAt } })
    }
    /** Changes the time of the recorded facts, and counts them. */
    const countAt = async (ms: number): Promise<void> => {
      await Outbox.updateMany({ projectId: project.id }, { $set: { createdAt: new Date(ms) } })
      await dispatchAll(project.id)
    }

    it('has every hour until now, with each fact about an email once', async () => {
      const first = Math.floor(Date.now() / HOUR_MS - 3) * HOUR_MS
      await begunAt(first + HOUR_MS / 2)
      const [liked, bounced] = [await email(), await email({ type: 'MARKETING' })]
      await record(fact(liked, { kind: 'sent' }), fact(liked, { kind: 'delivered' }), click(liked, SPRING))
      await countAt(first + HOUR_MS)
      await record(fact(bounced, { kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' }))
      await record(fact(liked, { kind: 'complained', feedbackType: null }), click(liked, SPRING))
      const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      for (let time = 0; time < 2; time += 1) await gateway.as().post(pagesOf(await left()).unsubscribe, oneClick)
      await countAt(first + 4 * HOUR_MS - 1)

      const { interval, timezone, intervals } = await seriesOf()
      expect({ interval, timezone }).to.deep.equal({ interval: 'hour', timezone: 'UTC' })
      const counts = intervals.slice(0, 4).map(({ start: _start, ...rest }) => rest)
      expect(counts).to.deep.equal([
        ZEROS,
        { ...ZEROS, sent: 1, delivered: 1, opens: 1, clicks: 1 },
        ZEROS,
        { ...ZEROS, sent: 1, bounces: 1, complaints: 1, unsubscribes: 1 },
      ])
      expect(intervals.map(({ start }) => Date.parse(start))).to.deep.equal(
        intervals.map((_, index) => first + index * HOUR_MS),
      )
      const days = await seriesOf('?interval=day')
      expect(days.intervals.length).to.be.within(1, 2)
      expect(days.intervals.reduce((sum, { sent }) => sum + sent, 0)).to.equal(2)
    })

    let leaver: EmailRecord | undefined
    const left = async () => (leaver ??= await email({ type: 'MARKETING', status: 'SENT', sentAt: new Date() }))

    it('ends after 48 hours, and after 90 days, and begins with the campaign', async () => {
      const [{ start } = { start: '' }] = (await seriesOf()).intervals
      expect(Date.parse(start)).to.equal(Math.floor(Number(campaign.startedAt) / HOUR_MS) * HOUR_MS)
      await begunBefore(1_000 * HOUR_MS)
      expect((await seriesOf()).intervals).to.have.length(48)
      await begunBefore(95 * 24 * HOUR_MS)
      expect((await seriesOf('?interval=day')).intervals).to.have.length(90)
      campaign = await createCampaign({ projectId: project.id })
      expect((await seriesOf()).intervals).to.deep.equal([])
      const refused = await client.get(`/campaigns/${campaign._id}/timeseries?interval=week`)
      expect(refused).to.deep.include({ status: 400, fields: ['interval'] })
    })

    it('has hours in the time zone of the project', async () => {
      await throughProjectCaches(() => Project.updateOne({ _id: project.id }, { timezone: 'Asia/Kathmandu' }))
      const first = Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS + HOUR_MS / 4
      await begunAt(first)
      await record(fact(await email(), { kind: 'sent' }))
      await countAt(first + HOUR_MS)
      const { timezone, intervals } = await seriesOf()
      expect(timezone).to.equal('Asia/Kathmandu')
      for (const { start } of intervals) expect(new Date(start).getUTCMinutes()).to.equal(15)
      expect(intervals.slice(0, 2).map(({ sent }) => sent)).to.deep.equal([0, 1])
    })
  })

  it('are deleted with the campaign, and its emails count no more', async () => {
    const clicked = await email()
    await record(fact(clicked, { kind: 'sent' }), click(clicked, SPRING))
    await dispatchAll(project.id)
    const stored = () =>
      Promise.all([
        CampaignLink.countDocuments({ projectId: project.id }),
        DailyCount.countDocuments({ projectId: project.id, origin: 'campaign' }),
      ])
    expect(await stored()).to.deep.equal([1, 1])
    await Campaign.updateOne({ _id: campaign._id, projectId: project.id }, { $set: { status: 'SENT' } })
    expect((await client.delete(`/campaigns/${campaign._id}`)).status).to.equal(200)
    await record(fact(clicked, { kind: 'delivered' }), click(clicked, SPRING))
    await dispatchAll(project.id)
    expect(await stored()).to.deep.equal([0, 0])
    for (const of of ['links', 'timeseries']) {
      expect((await client.get(`/campaigns/${campaign._id}/${of}`)).status).to.equal(404)
    }
  })
})
