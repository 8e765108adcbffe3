import { expect } from 'chai'
import { countHits, findUncountedHits } from '../../../../commands/sending/emails/count-hits.js'
import { storeHits } from '../../../../commands/sending/emails/store-hits.js'
import type { EmailRecord } from '../../../../models/email.js'
import { Hit, type HitRecord } from '../../../../models/hit.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { createEmail, createProject } from '../../../support/factories.js'
import { Email, Event } from '../../../support/models.js'
import { operationsOf } from '../../../support/profiled.js'

const AT = new Date('2026-03-02T09:00:00.000Z')

describe('stored opens and clicks', () => {
  useDatabase()
  let email: EmailRecord

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    email = await createEmail({ projectId, status: 'SENT', sentAt: AT, messageId: 'm1' })
  })

  const about = (atMs: number) => ({
    _id: newId(),
    projectId: email.projectId,
    emailId: email._id,
    at: new Date(AT.getTime() + atMs),
    agent: 'firefox',
    isMachine: false,
    isProbe: false,
    count: 1,
  })
  const open = (atMs = 0): HitRecord => ({ ...about(atMs), kind: 'opened' })
  const click = (atMs = 0, link = 'a'): HitRecord => ({ ...about(atMs), kind: 'clicked', link, linkDigest: link })
  const countAll = () => countHits([{ projectId: email.projectId, emailId: email._id, at: AT }])
  const uncounted = async () => (await findUncountedHits(0)).filter(({ emailId }) => emailId === email._id)
  const stored = () => Email.findById(email._id).orFail().lean()

  it('are counted once, however often they are stored, before and after they were counted', async () => {
    const hits = [open(), click(10), { ...click(20), count: 3 }]
    await storeHits(hits)
    await storeHits([...hits, open(30)])
    await countAll()
    await storeHits(hits)
    await countAll()
    expect(await stored()).to.include({ opens: 2, clicks: 4, status: 'CLICKED' })
    const events = await Event.find({ emailId: email._id }).sort({ name: 1 }).lean()
    expect(events.map(({ name, data }) => [name, data['count']])).to.deep.equal([
      ['email.click', 4],
      ['email.open', 2],
    ])
  })

  it('are counted once by processes that count them at the same time', async () => {
    await storeHits([open(), click(10), click(20)])
    await Promise.allSettled(Array.from({ length: 6 }, countAll))
    await countAll()
    expect(await stored()).to.include({ opens: 1, clicks: 2 })
  })

  it('are counted once the clicks near them are known, and found by every process until then', async () => {
    await storeHits([click(Date.now() - AT.getTime()), click(0)])
    await countAll()
    expect(await stored()).to.include({ clicks: 1 })
    expect(await uncounted()).to.have.length(1)
  })

  it('are those of a machine when they follow three links within a moment, and those of a person before and after', async () => {
    await storeHits([click(0, 'a'), click(10_000, 'a'), click(10_100, 'b'), click(10_200, 'c'), click(20_000, 'a')])
    await countAll()
    const clicks = await Event.find({ emailId: email._id, name: 'email.click' }).lean()
    expect(clicks.filter(({ data }) => data['machine'])).to.have.length(3)
    expect(await stored()).to.include({ clicks: 2 })
  })

  it('of an email that was deleted are counted nowhere, and are looked at once', async () => {
    await storeHits([open()])
    await Email.deleteMany({ projectId: email.projectId })
    await countAll()
    expect(await Event.countDocuments({ projectId: email.projectId })).to.equal(0)
    expect(await uncounted()).to.deep.equal([])
  })

  it('are read by indexes alone', async () => {
    await storeHits([open(), click(10)])
    const queries = await operationsOf('hits', async () => {
      await findUncountedHits(0)
      await countAll()
    })
    for (const { planSummary } of queries.filter(({ planSummary: plan }) => plan !== undefined))
      expect(planSummary).to.match(/^IXSCAN/)
    expect(await Hit.countDocuments({ projectId: email.projectId })).to.equal(2)
  })
})
