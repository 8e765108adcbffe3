import { expect } from 'chai'
import { MAX_ENGAGEMENT_EVENTS } from '../../../../commands/sending/emails/engagement.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import type { EngagementFact } from '../../../../models/domain/email-facts.js'
import { Email, Event } from '../../../support/models.js'
import type { EmailRecord } from '../../../../models/email.js'
import { enqueued } from '../../../support/outbox.js'
import { useDatabase } from '../../../support/database.js'
import { createEmail, createProject } from '../../../support/factories.js'
import { operationsOf } from '../../../support/profiled.js'

const START_MS = Date.UTC(2026, 2, 2, 9)
const MINUTE_MS = 60_000

describe('an email with as many opens and clicks as events can hold', () => {
  useDatabase()
  let email: EmailRecord

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(START_MS), messageId: 'm1' })
  })

  const click = (minute: number, changes: { isMachine?: boolean; keys?: string[]; link?: string } = {}) => {
    const { isMachine = false, keys = [`k${minute}`], link = 'https://shop.example/' } = changes
    const at = new Date(START_MS + minute * MINUTE_MS)
    const hits = { count: 0, keys }
    const about = { projectId: email.projectId, emailId: email._id, messageId: null, key: 'k' }
    return { ...about, kind: 'clicked', at, isMachine, link, hits } satisfies EngagementFact
  }
  const open = (minute: number, changes: { isMachine?: boolean; keys?: string[] } = {}) => {
    const { link: _link, ...fact } = click(minute, changes)
    return { ...fact, kind: 'opened' } satisfies EngagementFact
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

  it('counts further ones without storing an event, each once, however often they are recorded', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS + 20))
    const keys = Array.from({ length: 50 }, (_, index) => `further${index}`)
    const further = [click(500, { keys }), click(501)]
    expect(await enqueued(() => recordEmailFacts(further))).to.deep.equal([])
    await recordEmailFacts(further)
    const more = click(500, { keys: [...keys, 'one more'] })
    await Promise.all([recordEmailFacts([more]), recordEmailFacts([more])])

    expect(await clicks()).to.equal(MAX_ENGAGEMENT_EVENTS + 20 + 52)
    expect(await rows()).to.equal(MAX_ENGAGEMENT_EVENTS)
  })

  it('still counts into the event of a minute that was stored before', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS))
    await recordEmailFacts([click(7, { keys: ['k7', 'a', 'b'] }), click(8, { keys: ['c'] })])
    await recordEmailFacts([{ ...click(9), hits: { count: 4, keys: [] } }])

    expect(await clicks()).to.equal(MAX_ENGAGEMENT_EVENTS + 2 + 1 + 4)
    expect(await rows()).to.equal(MAX_ENGAGEMENT_EVENTS)
    expect(await Event.countDocuments({ emailId: email._id, 'data.count': { $gt: 1 } })).to.equal(3)
  })

  it('stores as many events of machines apart from those of persons, and no more', async () => {
    for (let from = 0; from < MAX_ENGAGEMENT_EVENTS + 60; from += 60) {
      await recordEmailFacts(minutes(from, from + 60, true))
    }
    await recordEmailFacts([click(0)])

    expect([await rows(true), await rows(), await clicks()]).to.deep.equal([MAX_ENGAGEMENT_EVENTS, 1, 1])
  })

  it('counts the hits on each link and on the pixel separately', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS))
    for (let minute = 0; minute < MAX_ENGAGEMENT_EVENTS; minute += 50) {
      await recordEmailFacts(Array.from({ length: 50 }, (_, index) => open(minute + index)))
    }
    const further = [
      click(500, { keys: ['a1', 'a2', 'a3'], link: 'https://shop.example/a' }),
      click(500, { keys: ['b1', 'b2'], link: 'https://shop.example/b' }),
      open(500, { keys: ['o1', 'o2', 'o3', 'o4', 'o5'] }),
    ]
    for (const fact of [...further, ...further]) await recordEmailFacts([fact])
    await recordEmailFacts(further)

    const { clicks: clicked, opens } = await Email.findById(email._id).orFail().lean()
    expect({ clicked, opens }).to.deep.equal({ clicked: MAX_ENGAGEMENT_EVENTS + 5, opens: MAX_ENGAGEMENT_EVENTS + 5 })
  })

  it('stores no more events of machines when several gateways record them at the same time', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS - 1, true))
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => recordEmailFacts([click(500 + index, { isMachine: true })])),
    )
    expect(await rows(true)).to.equal(MAX_ENGAGEMENT_EVENTS)
  })

  it('stores no more events for a recorder that read the email before the last ones', async () => {
    await recordEmailFacts(minutes(0, MAX_ENGAGEMENT_EVENTS - 1, true))
    const read = [await Email.findById(email._id).orFail().lean()]
    for (const minute of [500, 501]) await recordEmailFacts([click(minute, { isMachine: true })], { read })
    expect(await rows(true)).to.equal(MAX_ENGAGEMENT_EVENTS)
  })

  it('counts its events in the email itself, opens and clicks of persons and machines apart', async () => {
    const facts = [click(0), click(1), open(0), click(0, { isMachine: true }), open(3, { isMachine: true })]
    await recordEmailFacts([...facts, ...facts])
    await recordEmailFacts([...facts, open(4, { isMachine: true })])
    expect(await Email.findById(email._id).orFail().lean()).to.include({
      clickEvents: 2,
      openEvents: 1,
      machineClickEvents: 1,
      machineOpenEvents: 2,
    })
  })

  it('is checked without reading the stored events', async () => {
    await recordEmailFacts(minutes(0, 5, true))
    const work = () => recordEmailFacts([...minutes(5, 7, true), ...minutes(0, MAX_ENGAGEMENT_EVENTS + 5)])
    const queries = await operationsOf('events', work)
    expect(queries.filter(({ command }) => command !== undefined && 'aggregate' in command)).to.deep.equal([])
  })
})
