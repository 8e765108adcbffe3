import { expect } from 'chai'
import { estimateAudience } from '../../../../commands/sending/audiences/estimate-audience.js'
import { countUnsaved } from '../../../../commands/sending/audiences/count-unsaved.js'
import type { Addressed } from '../../../../commands/audience/contacts/audience.js'
import { Contact, Suppression } from '../../../support/models.js'
import { ContactCount } from '../../../../models/contact-count.js'
import { newId } from '../../../../runtime/ids.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { UNKNOWN_ID } from '../../../support/endpoint-calls.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { operationsOf } from '../../../support/profiled.js'
import { useProject } from '../../../support/project.js'
import { createContactsOn, IS_PRO } from '../../../support/segments.js'

const CONTACTS = 10_000
// A slow machine counts them in less.
const PATIENCE_MS = 60_000
const ON_SEVEN = only({ field: 'email', operator: 'contains', value: '7@' })

describe('POST /audiences/count', () => {
  const { project, client } = useProject()

  const count = async (audience: object) => {
    const { status, body } = await client.post('/audiences/count', audience)
    expect(status, JSON.stringify(body)).to.equal(200)
    const { sample, ...counted } = body as { sample: { id: string; email: string }[] }
    return { counted, sample }
  }
  /** Six on the plan pro: one left, one pauses, one is suppressed, one left and is suppressed; one on free. */
  const populate = async () => {
    const contacts = await createContactsOn(project.id, ['pro', 'pro', 'pro', 'pro', 'pro', 'pro', 'free'])
    const [, , left, paused, bounced, both] = contacts
    const leavers = [left?._id ?? '', paused?._id ?? '', both?._id ?? '']
    for (const id of leavers) await client.patch(`/contacts/${id}`, { subscribed: false })
    const snoozedUntil = new Date(Date.now() + 3_600_000)
    await Contact.updateOne({ _id: paused?._id ?? '' }, { $set: { snoozedUntil } })
    const addresses = [bounced?.email ?? '', both?.email ?? '', 'nobody@example.com']
    await Suppression.insertMany(
      addresses.map((email) => ({ projectId: project.id, email, reason: 'BOUNCE' as const })),
    )
    await createContact({ projectId: (await createProject()).id })
    return contacts
  }

  it('counts all contacts, those of a condition and those of a segment, and lists some of them', async () => {
    const contacts = await populate()
    const everyone = { total: 7, eligible: 3, unsubscribed: 3, suppressed: 1, snoozed: 1, exact: true }
    const all = await count({})
    expect(all.counted).to.deep.equal(everyone)
    expect(all.sample.map(({ id }) => id)).to.have.members(contacts.map(({ _id }) => _id))
    const [detail] = (await client.get('/contacts?limit=1')).body.data
    expect(detail).to.have.all.keys([...Object.keys(all.sample[0] ?? {}), 'suppression', 'optedOut'])
    const transactional = { total: 7, eligible: 5, unsubscribed: 0, suppressed: 2, snoozed: 0, exact: true }
    expect((await count({ type: 'TRANSACTIONAL' })).counted).to.deep.equal(transactional)
    const pro = await count({ condition: IS_PRO })
    expect(pro.counted).to.deep.equal({ ...everyone, total: 6, eligible: 2 })
    expect(pro.sample).to.have.length(6)
    const dynamic = await createSegment({ projectId: project.id, condition: IS_PRO })
    expect((await count({ segmentId: dynamic._id })).counted).to.deep.equal(pro.counted)
    const fixed = await createSegment({ projectId: project.id })
    const member = contacts[6]?._id ?? ''
    await Contact.updateOne({ _id: member }, { $set: { segments: [fixed._id] } })
    const ofOne = { total: 1, eligible: 1, unsubscribed: 0, suppressed: 0, snoozed: 0, exact: true }
    const one = await count({ segmentId: fixed._id, condition: null })
    expect(one.counted).to.deep.equal(ofOne)
    expect(one.sample.map(({ id }) => id)).to.deep.equal([member])
  })

  it('lists at most ten contacts, and none of a project without contacts', async () => {
    const none = { total: 0, eligible: 0, unsubscribed: 0, suppressed: 0, snoozed: 0, exact: true }
    expect(await count({})).to.deep.equal({ counted: none, sample: [] })
    expect(await count({ condition: IS_PRO })).to.deep.equal({ counted: none, sample: [] })
    for (let n = 0; n < 11; n += 1) await createContact({ projectId: project.id })
    for (const audience of [{}, { condition: only({ field: 'subscribed', operator: 'equals', value: true }) }]) {
      const { counted, sample } = await count(audience)
      expect(counted).to.include({ total: 11 })
      expect(new Set(sample.map(({ id }) => id)).size).to.equal(10)
    }
  })

  it('names an invalid field of an audience', async () => {
    const bad: [object, string][] = [
      [{ condition: {} }, 'condition.logic'],
      [{ condition: IS_PRO, segmentId: UNKNOWN_ID }, 'segmentId'],
      [{ segmentId: 'no-id' }, 'segmentId'],
      [{ type: 'LETTER' }, 'type'],
    ]
    for (const [audience, field] of bad) {
      const { status, fields } = await client.post('/audiences/count', audience)
      expect(status, JSON.stringify(audience)).to.equal(422)
      expect(fields, JSON.stringify(audience)).to.include(field)
    }
  })
})

describe('the estimate of an audience', () => {
  let projectId: string
  useDatabase()
  before(async () => {
    ;({ id: projectId } = await createProject())
    const snoozedUntil = new Date(Date.now() + 3_600_000)
    const contacts = Array.from({ length: CONTACTS }, (_, n) => ({
      _id: newId(),
      projectId,
      email: `c${n}@example.com`,
      subscribed: n % 4 !== 0,
      snoozedUntil: n % 8 === 0 ? snoozedUntil : null,
    }))
    await Contact.collection.insertMany(contacts as never[])
    await ContactCount.create({ _id: projectId, projectId, contacts: CONTACTS, subscribed: (CONTACTS * 3) / 4 })
    const bounced = contacts.filter((_, n) => n % 10 === 7)
    await Suppression.insertMany(bounced.map(({ email }) => ({ projectId, email, reason: 'BOUNCE' as const })))
  })

  const audience = (fields: Partial<Addressed> = {}): Addressed => ({
    projectId,
    type: 'MARKETING',
    audienceType: 'ALL',
    segmentId: null,
    audienceCondition: null,
    ...fields,
  })

  it('replaces counts that would take too long, and is marked', async () => {
    const filtered = audience({ audienceType: 'FILTERED', audienceCondition: ON_SEVEN })
    const exact = await countUnsaved(filtered, PATIENCE_MS)
    expect(exact.isExact).to.equal(true)
    expect(exact.counted).to.deep.equal({ total: 1_000, eligible: 0, unsubscribed: 0, suppressed: 1_000, snoozed: 0 })
    const { isExact, counted, sample } = await countUnsaved(filtered, 0)
    expect(isExact).to.equal(false)
    expect(counted.total).to.be.within(780, 1_220)
    expect(counted.suppressed).to.equal(counted.total)
    expect(sample).to.have.length(10)
    for (const { email } of sample) expect(email).to.match(/7@example\.com$/)
  })

  it('is close to the exact count, from a part of the contacts', async () => {
    let estimate: Awaited<ReturnType<typeof estimateAudience>> | undefined
    const operations = await operationsOf('contacts', async () => {
      estimate = await estimateAudience(audience())
    })
    expect(estimate).to.include({ total: CONTACTS })
    // Seven standard deviations of what a part of 5,000 contacts tells about all.
    expect(estimate?.unsubscribed).to.be.within(CONTACTS / 4 - 310, CONTACTS / 4 + 310)
    expect(estimate?.snoozed).to.be.within(CONTACTS / 8 - 240, CONTACTS / 8 + 240)
    expect(estimate?.suppressed).to.be.within(CONTACTS / 10 - 220, CONTACTS / 10 + 220)
    for (const { docsExamined = 0 } of operations) expect(docsExamined).to.be.at.most(0.6 * CONTACTS)
  })
})
