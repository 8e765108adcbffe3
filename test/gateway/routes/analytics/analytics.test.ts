import { expect } from 'chai'
import type { SourceType } from '../../../../models/domain/message-kinds.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { throughProjectCaches } from '../../../../commands/base/records/project-cache.js'
import { dayIn } from '../../../../commands/base/counters/day-in.js'
import { DailyCount } from '../../../../models/daily-count.js'
import { daysAfter } from '../../../../models/domain/calendar.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { Project } from '../../../../models/project.js'
import { awayFromMidnight } from '../../../support/away-from-midnight.js'
import {
  createCampaign,
  createContact,
  createEmail,
  createProject,
  createTemplate,
  createWorkflow,
} from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { dispatchAll } from '../../../support/dispatch-all.js'

const ZEROS = { emails: 0, delivered: 0, opens: 0, clicks: 0, bounces: 0, complaints: 0 }

interface Day {
  date: string
  emails: number
  opens: number
}

describe('analytics', () => {
  const { gateway, project, client, publicClient } = useProject()
  awayFromMidnight()

  const today = (zone = 'UTC') => dayIn(zone, new Date())
  let origins: Partial<EmailRecord> = {}
  const facts = async (sourceType: SourceType, ...kinds: Partial<EmailFact>[]): Promise<void> => {
    const contact = await createContact({ projectId: project.id })
    const about = { projectId: project.id, contactId: contact._id, to: contact.email, sourceType, ...origins }
    const email = await createEmail({ ...about, status: 'SENDING' })
    for (const [index, fact] of kinds.entries()) {
      const base = { projectId: project.id, emailId: email._id, at: new Date(), key: `k${index}`, messageId: 'm' }
      // A repeated notification counts once.
      for (let time = 0; time < 2; time += 1) await recordEmailFacts([{ ...base, ...fact } as EmailFact])
    }
  }
  const moveTo = (timezone: string) => throughProjectCaches(() => Project.updateOne({ _id: project.id }, { timezone }))
  const store = async (date: string, fields: { events: object }): Promise<void> => {
    await DailyCount.collection.insertOne({
      _id: `${project.id}:${date}`,
      projectId: project.id,
      date,
      ...fields,
    } as never)
  }

  it('count each outcome of an email once, however often it is notified', async () => {
    await facts('TRANSACTIONAL', { kind: 'sent' }, { kind: 'delivered' })
    const opened = { kind: 'opened', isMachine: false } as const
    const clicked = { kind: 'clicked', isMachine: false, link: 'https://example.com/' } as const
    await facts('WORKFLOW', { kind: 'sent' }, { kind: 'delivered' }, opened, { ...opened }, clicked)
    await facts('CAMPAIGN', { kind: 'sent' }, { kind: 'opened', isMachine: true })
    await facts('CAMPAIGN', { kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' })
    await facts('TRANSACTIONAL', { kind: 'bounced', bounceType: 'Transient', bounceSubType: 'General' })
    await facts('TRANSACTIONAL', { kind: 'sent' }, { kind: 'complained', feedbackType: 'abuse' })
    await facts('TEST', { kind: 'sent' })
    await dispatchAll(project.id)

    const { status, body } = await client.get('/analytics/timeseries')
    expect(status).to.equal(200)
    expect(body).to.have.lengthOf(30)
    const outcomes = { emails: 6, delivered: 2, opens: 1, clicks: 1, bounces: 1, complaints: 1 }
    expect(body.at(-1)).to.deep.equal({ date: today(), ...outcomes })
    expect(body[0]).to.deep.equal({ date: daysAfter(today(), -29), ...ZEROS })
    expect((body as Day[]).map(({ date }) => date)).to.deep.equal(
      Array.from({ length: 30 }, (_, n) => daysAfter(today(), n - 29)),
    )
  })

  it('include every day of a range once, also when the clock is changed', async () => {
    await moveTo('America/Santiago')
    // Midnight of 6 September 2026 does not exist in this zone.
    const { body } = await client.get('/analytics/timeseries?startDate=2026-09-05&endDate=2026-09-07')
    expect((body as Day[]).map(({ date }) => date)).to.deep.equal(['2026-09-05', '2026-09-06', '2026-09-07'])
  })

  it('refuse what is no range of ninety days at most', async () => {
    const refused: [query: string, said: RegExp][] = [
      ['startDate=2026-01-01&endDate=2026-04-01', /at most 90 days/],
      ['startDate=2026-02-02&endDate=2026-02-01', /must not be after/],
      ['startDate=2026-02-30', /startDate/],
      ['endDate=yesterday', /endDate/],
    ]
    const tops = ['top-campaigns', 'top-events', 'top-templates', 'top-workflows']
    for (const name of ['timeseries', 'campaign-stats', ...tops]) {
      for (const [query, said] of refused) {
        const { status, body } = await client.get(`/analytics/${name}?${query}`)
        expect([name, query, status]).to.deep.equal([name, query, 400])
        expect(JSON.stringify(body)).to.match(said)
      }
    }
    const { body } = await client.get('/analytics/timeseries?startDate=2026-01-01&endDate=2026-03-31')
    expect(body).to.have.lengthOf(90)
  })

  it('list the most frequent events, with their trend', async () => {
    for (const event of ['signed up', 'signed up', 'a.b$c']) {
      await publicClient.post('/v1/track', { email: 'ada@example.com', event })
    }
    await dispatchAll(project.id)
    await store(daysAfter(today(), -1), { events: { 'signed up': 2 } })
    await store(daysAfter(today(), -2), { events: { 'signed up': 5, gone: 9 } })
    const range = `startDate=${daysAfter(today(), -1)}&endDate=${today()}`
    expect((await client.get(`/analytics/top-events?${range}`)).body).to.deep.equal([
      { name: 'signed up', count: 4, trend: -20 },
      { name: 'a.b$c', count: 1, trend: null },
    ])
    expect((await client.get(`/analytics/top-events?limit=1&${range}`)).body).to.have.lengthOf(1)
  })

  it('list the campaigns that began in a range, with rates', async () => {
    const startedAt = new Date()
    const sent = { projectId: project.id, status: 'SENT' as const, startedAt }
    const best = await createCampaign({ ...sent, sentCount: 100, openedCount: 41, clickedCount: 10 })
    const other = await createCampaign({ ...sent, sentCount: 300, openedCount: 100, clickedCount: 1 })
    await createCampaign({ ...sent, sentCount: 0 })
    await createCampaign({ ...sent, startedAt: new Date('2026-01-01'), sentCount: 9, openedCount: 9 })
    await createCampaign({ projectId: project.id, status: 'SCHEDULED' })
    await createCampaign({ projectId: (await createProject()).id, status: 'SENT', startedAt, sentCount: 5 })

    const { body: top } = await client.get('/analytics/top-campaigns')
    expect(top.map(({ id, openRate, clickRate }: Record<string, unknown>) => [id, openRate, clickRate])).to.deep.equal([
      [best._id, 41, 10],
      [other._id, 33.33, 0.33],
    ])
    expect((await client.get('/analytics/campaign-stats')).body).to.deep.equal({
      total: 5,
      active: 1,
      completed: 4,
      averageOpenRate: 37.17,
      averageClickRate: 5.17,
    })
  })

  it('count the outcomes of each template and each workflow, by day and with rates', async () => {
    const [template, other, workflow] = [
      await createTemplate({ projectId: project.id, name: 'Welcome' }),
      await createTemplate({ projectId: project.id }),
      await createWorkflow({ projectId: project.id, name: 'Onboarding' }),
    ]
    const [opened, delivered] = [{ kind: 'opened', isMachine: false } as const, { kind: 'delivered' } as const]
    origins = { templateId: template._id, workflowId: workflow._id }
    await facts('WORKFLOW', delivered, opened)
    await facts('WORKFLOW', { kind: 'bounced', bounceType: 'Permanent', bounceSubType: 'General' })
    origins = { templateId: template._id }
    await facts('TRANSACTIONAL', delivered)
    await facts('TEST', delivered)
    origins = { templateId: other._id }
    await facts('TRANSACTIONAL', { kind: 'sent' })
    origins = {}
    await facts('TRANSACTIONAL', delivered)
    await dispatchAll(project.id)

    const BY_DAY = {
      [`templateId=${template._id}`]: { ...ZEROS, emails: 3, delivered: 2, opens: 1, bounces: 1 },
      [`workflowId=${workflow._id}`]: { ...ZEROS, emails: 2, delivered: 1, opens: 1, bounces: 1 },
    }
    for (const [query, counts] of Object.entries(BY_DAY)) {
      const { body } = await client.get(`/analytics/timeseries?${query}`)
      expect(body).to.have.lengthOf(30)
      expect(body.at(-1)).to.deep.equal({ date: today(), ...counts })
    }
    const { body: top } = await client.get('/analytics/top-templates')
    const none = { clicked: 0, complained: 0, clickRate: 0, complaintRate: 0 }
    const rates = { deliveryRate: 66.67, openRate: 33.33, bounceRate: 33.33 }
    const best = { id: template._id, name: 'Welcome', sent: 3, delivered: 2, opened: 1, bounced: 1, ...none, ...rates }
    expect(top[0]).to.deep.equal(best)
    expect(top.map(({ id }: { id: string }) => id)).to.deep.equal([template._id, other._id])
    expect((await client.get('/analytics/top-templates?limit=1')).body).to.have.lengthOf(1)
    const [only, ...others] = (await client.get('/analytics/top-workflows')).body
    expect(only).to.include({ id: workflow._id, name: 'Onboarding', sent: 2, openRate: 50, bounceRate: 50 })
    expect(others).to.deep.equal([])
    // The sums of the project do not depend on these.
    expect((await client.get('/activity/stats')).body.totalEmailsSent).to.equal(5)

    const stranger = gateway.as((await createProject()).secretKey)
    for (const list of ['top-templates', 'top-workflows', 'top-events'])
      expect((await stranger.get(`/analytics/${list}`)).body, list).to.deep.equal([])
    const both = `templateId=${template._id}&workflowId=${workflow._id}`
    expect((await client.get(`/analytics/timeseries?${both}`)).status).to.equal(400)
  })
})
