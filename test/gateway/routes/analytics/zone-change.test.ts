import { expect } from 'chai'
import { dayIn } from '../../../../commands/base/counters/day-in.js'
import { completeEvents } from '../../../../commands/base/events/due-activity.js'
import { daysAfter, daysFrom, startOfDay } from '../../../../models/domain/calendar.js'
import { Event } from '../../../../models/event.js'
import { queueKeyOf, Outbox, type OutboxEntry } from '../../../../models/outbox-entry.js'
import { newId } from '../../../../runtime/ids.js'
import { createCampaign, createMember, createTemplate, createWorkflow } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAYS = 4

interface Day {
  date: string
  emails: number
  opens: number
}

describe('the figures after changes of the time zone', () => {
  const { gateway, project, client } = useProject()
  // From midnight in UTC on, some days ago, every twenty minutes.
  const from = new Date(Math.floor(Date.now() / DAY_MS - 10) * DAY_MS)
  const moments = Array.from({ length: DAYS * 72 }, (_, n) => new Date(from.getTime() + (20 * n + 7) * MINUTE_MS))

  async function createOrigins() {
    const projectId = project.id
    const { _id: campaign } = await createCampaign({ projectId, status: 'SENT', startedAt: from })
    const { _id: template } = await createTemplate({ projectId })
    const { _id: workflow } = await createWorkflow({ projectId })
    return { campaign, template, workflow }
  }

  /** Counts an email that was sent and opened, and its event, at each of some moments. */
  async function count(at: Date[], origins: Record<'campaign' | 'template' | 'workflow', string>): Promise<void> {
    const projectId = project.id
    const stored = { kind: 'event' as const, projectId, queueKey: queueKeyOf('event', projectId), owner: '' }
    const counts = { sent: 1, opened: 1 }
    const entries = at.map((createdAt): OutboxEntry => ({
      ...stored,
      _id: newId(),
      ids: [newId()],
      events: [{ contactId: null, name: 'email.sent', depth: 0 }],
      emailCounts: { sentTransactional: 1, opened: 1 },
      originCounts: Object.entries(origins).map(([origin, id]) => ({ origin: origin as 'template', id, counts })),
      createdAt,
    }))
    const event = { projectId, contactId: null, name: 'email.sent', data: {} }
    await Event.insertMany(entries.map(({ ids: [_id], createdAt }) => ({ ...event, _id, createdAt })))
    await Outbox.insertMany(entries)
    await completeEvents(entries)
  }

  it('are all there, cut into the days of the new zone, and the same in every call', async () => {
    const origins = await createOrigins()
    const owner = gateway.signedIn(await createMember({ projectId: project.id, role: 'OWNER' }))
    const read = async (path: string) => (await client.get(path)).body
    const moveTo = async (timezone: string): Promise<void> => {
      expect((await owner.patch(`/users/@me/projects/${project.id}`, { timezone })).status, timezone).to.equal(200)
    }
    // Events come before, between and after the changes, and the days of the first zone come again.
    const zones = ['America/New_York', 'Pacific/Chatham', 'UTC']
    for (const [n, zone] of zones.entries()) {
      await count(
        moments.filter((_, index) => index % zones.length === n),
        origins,
      )
      await moveTo(zone)
    }
    for (const zone of ['Asia/Kathmandu', 'America/New_York', 'Pacific/Marquesas', 'UTC']) {
      await moveTo(zone)
      const firstDay = dayIn(zone, new Date(from.getTime() - 2 * DAY_MS))
      const days = daysFrom(firstDay, daysAfter(firstDay, DAYS + 3), DAYS + 4)
      const right = days.map((date) => moments.filter((at) => dayIn(zone, at) === date).length)
      const range = `startDate=${days[0]}&endDate=${days.at(-1)}`
      for (const of of ['', `&templateId=${origins.template}`, `&workflowId=${origins.workflow}`]) {
        const series: Day[] = await read(`/analytics/timeseries?${range}${of}`)
        expect(
          series.map(({ emails }) => emails),
          `${zone}${of}`,
        ).to.deep.equal(right)
        expect(
          series.map(({ opens }) => opens),
          `${zone}${of}`,
        ).to.deep.equal(right)
      }
      const { intervals } = (await read(`/campaigns/${origins.campaign}/timeseries?interval=day`)).data
      const starts = new Map(
        (intervals as { start: string; sent: number }[]).map((one) => [Date.parse(one.start), one.sent]),
      )
      expect(
        days.map((day) => starts.get(startOfDay(zone, day).getTime()) ?? 0),
        zone,
      ).to.deep.equal(right)

      // The last of these ranges comes after days with mail, which decide about its trend.
      for (const [first, last] of [
        [2, 3],
        [2, 2],
        [4, 5],
      ] as const) {
        const sum = right.slice(first, last + 1).reduce((all, one) => all + one, 0)
        const some = `startDate=${days[first]}&endDate=${days[last]}`
        const stats = await read(`/activity/stats?${some}`)
        expect(stats, `${zone} ${some}`).to.include({ totalEvents: sum, totalEmailsSent: sum, totalEmailsOpened: sum })
        const [event] = await read(`/analytics/top-events?${some}`)
        const before = right.slice(first + first - last - 1, first).reduce((all, one) => all + one, 0)
        const trend = before === 0 ? null : Math.round((100 * (sum - before)) / before)
        expect(event, `${zone} ${some}`).to.deep.equal({ name: 'email.sent', count: sum, trend })
        for (const top of ['top-templates', 'top-workflows']) {
          expect((await read(`/analytics/${top}?${some}`))[0], `${zone} ${some}`).to.include({ sent: sum, opened: sum })
        }
        const [start, end] = [startOfDay(zone, days[first] ?? ''), startOfDay(zone, daysAfter(days[last] ?? '', 1))]
        const until = new Date(end.getTime() - 1).toISOString()
        const counted = await read(`/events/stats?startDate=${start.toISOString()}&endDate=${until}`)
        expect(counted, `${zone} ${some}`).to.deep.equal([{ name: 'email.sent', count: sum }])
      }
      expect(await read('/activity/stats'), zone).to.include({ totalEvents: moments.length, openRate: 100 })
    }
  })

  it('of the hours of a campaign begin with its first email, also where hours begin at a half', async () => {
    const origins = await createOrigins()
    const owner = gateway.signedIn(await createMember({ projectId: project.id, role: 'OWNER' }))
    await count(moments, origins)
    for (const [timezone, firstHour] of [
      ['UTC', 3],
      ['Asia/Kolkata', 2],
      ['Asia/Kathmandu', 1],
    ] as const) {
      await owner.patch(`/users/@me/projects/${project.id}`, { timezone })
      const { body } = await client.get(`/campaigns/${origins.campaign}/timeseries`)
      const sent = (body.data.intervals as { sent: number }[]).map((one) => one.sent)
      expect(sent, timezone).to.deep.equal([firstHour, ...Array.from({ length: 47 }, () => 3)])
    }
  })
})
