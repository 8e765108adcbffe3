import { expect } from 'chai'
import { MAX_ENGAGEMENT_EVENTS } from '../../../commands/emails/engagement.js'
import { recordEmailFacts } from '../../../commands/emails/record-email-facts.js'
import type { EngagementFact } from '../../../models/domain/email-facts.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { useDatabase } from '../../support/database.js'
import { createEmail, createProject } from '../../support/factories.js'
import { operationsOf } from '../../support/profiled.js'

const START_MS = Date.UTC(2026, 2, 2, 9)
const MINUTE_MS = 60_000

describe('an email with as many opens and clicks as events can hold', () => {
  useDatabase()
  let email: EmailRecord

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(START_MS), messageId: 'm1' })
  })

  const click = (minute: number, changes: { isMachine?: boolean; source?: string; last?: number } = {}) => {
    const { isMachine = false, source = `s${minute}`, last = 0 } = changes
    const at = new Date(START_MS + minute * MINUTE_MS)
    const hits = [{ source, ranges: [[0, last] as [number, number]] }]
    const about = { projectId: email.projectId, emailId: email._id, messageId: null, key: source }
    return { ...about, kind: 'clicked', at, isMachine, link: 'https://shop.example/', hits } satisfies EngagementFact
  }
  const minutes = (from: number, to: number, isMachine = false) =>
    Array.from({ length: to - from }, (_, index) => click(from + index, { isMachine }))
  const clicks = async (): Promise<number> => (await Email.findById(email._id).orFail().lean()).clicks
  const rows = (isMachine = false): Promise<number> =>
    Event.countDocuments({
      emailId: email._id,
      name: 'email.click',
      'data.machine': isMachine ? true : { $exists: false },
    })

  it('counts further ones without an event, each once, however often they are recorded', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS + 20))
    const further = [click(500, { last: 99 }), click(501)]
    expect(await recordEmailFacts(further)).to.deep.equal([])
    await recordEmailFacts(further)
    await Promise.all([recordEmailFacts([click(500, { last: 100 })]), recordEmailFacts([click(500, { last: 100 })])])

    expect(await clicks()).to.equal(MAX_ENGAGEMENT_EVENTS + 20 + 102)
    expect(await rows()).to.equal(MAX_ENGAGEMENT_EVENTS)
  })

  it('goes on counting in the event of a minute that was stored before', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS))
    await recordEmailFacts([click(7, { last: 4 }), click(8, { source: 'other', last: 1 })])

    expect(await clicks()).to.equal(MAX_ENGAGEMENT_EVENTS + 4 + 2)
    expect(await rows()).to.equal(MAX_ENGAGEMENT_EVENTS)
    expect(await Event.countDocuments({ emailId: email._id, 'data.count': { $gt: 1 } })).to.equal(2)
  })

  it('has the events of machines beside those of persons, and stores none beyond as many', async () => {
    for (let from = 0; from < MAX_ENGAGEMENT_EVENTS + 60; from += 60) {
      await recordEmailFacts(minutes(from, from + 60, true))
    }
    await recordEmailFacts([click(0)])

    expect([await rows(true), await rows(), await clicks()]).to.deep.equal([MAX_ENGAGEMENT_EVENTS, 1, 1])
  })

  it('is found by the index of the events of an email', async () => {
    await recordEmailFacts(minutes(0, 5, true))
    const [query] = (await operationsOf('events', () => recordEmailFacts(minutes(5, 7, true)))).filter(
      ({ op, command }) => op === 'command' && command !== undefined && 'aggregate' in command,
    )
    expect(query).to.include({ planSummary: 'IXSCAN { emailId: 1, createdAt: 1, _id: 1 }' })
  })
})
