import { expect } from 'chai'
import { completeEvents } from '../../../../commands/base/events/due-activity.js'
import { throughProjectCaches } from '../../../../commands/base/records/project-cache.js'
import { Event } from '../../../../models/event.js'
import { Execution } from '../../../../models/execution.js'
import { queueKeyOf, Outbox, type OutboxEntry } from '../../../../models/outbox-entry.js'
import { Project } from '../../../../models/project.js'
import { newId } from '../../../../runtime/ids.js'
import { createContact } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

const HOUR_MS = 3_600_000

describe('the days on which the clock is changed in Berlin', () => {
  const { project, client } = useProject()

  /** The emails of a project that sends one each hour, at half past. */
  async function sendHourly(from: Date, hours: number): Promise<void> {
    const projectId = project.id
    const { _id: contactId } = await createContact({ projectId })
    const own = { projectId, workflowId: 'w', workflowVersion: 1, contactId }
    const entries: OutboxEntry[] = []
    for (let hour = 0; hour < hours; hour += 1) {
      const createdAt = new Date(from.getTime() + (hour + 0.5) * HOUR_MS)
      const event = { _id: newId(), projectId, contactId, name: 'email.sent', data: {}, createdAt }
      await Event.create(event)
      await Execution.create({ ...own, temporalWorkflowId: newId(), startedAt: createdAt })
      const events = [{ contactId, name: 'email.sent', depth: 0 }]
      const stored = { ids: [event._id], events, emailCounts: { sentCampaign: 1 }, owner: '' }
      entries.push({
        _id: newId(),
        kind: 'event',
        projectId,
        queueKey: queueKeyOf('event', projectId),
        ...stored,
        createdAt,
      })
    }
    await Outbox.insertMany(entries)
    await completeEvents(entries)
  }

  for (const { days, hours, from } of [
    // The first hour of the first day is the last of the day before in UTC.
    { days: ['2026-03-28', '2026-03-29', '2026-03-30'], hours: [24, 23, 24], from: '2026-03-27T23:00:00Z' },
    { days: ['2026-10-24', '2026-10-25', '2026-10-26'], hours: [24, 25, 24], from: '2026-10-23T22:00:00Z' },
  ]) {
    const [first, changed, last] = days
    it(`${changed} has ${hours[1]} hours, and as many counts of an hourly event`, async () => {
      await throughProjectCaches(() => Project.updateOne({ _id: project.id }, { $set: { timezone: 'Europe/Berlin' } }))
      const begin = new Date(new Date(from).getTime() - 6 * HOUR_MS)
      await sendHourly(begin, 6 + 24 + (hours[1] ?? 0) + 24 + 6)

      const range = `startDate=${first}&endDate=${last}`
      const { body } = await client.get(`/analytics/timeseries?${range}`)
      const found = (body as { date: string; emails: number }[]).map(({ date, emails }) => [date, emails])
      expect(found).to.deep.equal(days.map((date, n) => [date, hours[n]]))
      const total = hours.reduce((sum, count) => sum + count, 0)
      const top = await client.get(`/analytics/top-events?${range}`)
      expect(top.body[0]).to.include({ name: 'email.sent', count: total })

      for (const [n, day] of days.entries()) {
        const ofDay = `startDate=${day}&endDate=${day}`
        const stats = await client.get(`/activity/stats?${ofDay}`)
        const each = { totalEvents: hours[n], totalEmailsSent: hours[n], totalWorkflowsStarted: hours[n] }
        expect(stats.body, day).to.include(each)
        const feed = await client.get(`/activity?limit=100&types=email.sent&${ofDay}`)
        expect(feed.body.data, day).to.have.length(hours[n] ?? 0)
      }
    })
  }
})
