import { expect } from 'chai'
import type { Addressed } from '../../../../commands/audience/contacts/audience.js'
import { estimateRecipients } from '../../../../commands/sending/campaigns/estimate-recipients.js'
import { ContactCount } from '../../../../models/contact-count.js'
import { Contact } from '../../../../models/contact.js'
import { newId } from '../../../../runtime/ids.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createProject, createSegment } from '../../../support/factories.js'
import { operationsOf } from '../../../support/profiled.js'

const CONTACTS = 20_000
const SUBSCRIBED = 15_000
// More than a slow machine takes to count them.
const PATIENCE_MS = 60_000
const ON_SEVEN = only({ field: 'email', operator: 'contains', value: '7@' })

describe('estimateRecipients', () => {
  useDatabase()

  let projectId: string

  before(async () => {
    projectId = (await createProject()).id
    await populate()
  })

  const campaign = (fields: Partial<Addressed> = {}): Addressed => ({
    projectId,
    type: 'MARKETING',
    audienceType: 'ALL',
    segmentId: null,
    audienceCondition: null,
    ...fields,
  })
  const populate = async (): Promise<void> => {
    const contacts = Array.from({ length: CONTACTS }, (_, n) => ({
      _id: newId(),
      projectId,
      email: `c${n}@example.com`,
      subscribed: n < SUBSCRIBED,
    }))
    await Contact.collection.insertMany(contacts as never[])
    await ContactCount.create({ _id: projectId, projectId, contacts: CONTACTS, subscribed: SUBSCRIBED })
  }

  it('reads the number of all contacts from the counters, however many there are', async () => {
    const operations = await operationsOf('contacts', async () => {
      expect(await estimateRecipients(campaign())).to.equal(SUBSCRIBED)
      expect(await estimateRecipients(campaign({ type: 'TRANSACTIONAL' }))).to.equal(CONTACTS)
    })
    for (const { docsExamined } of operations) expect(docsExamined).to.equal(0)
  })

  it('stops counting when it takes too long, and estimates the number from a part of the contacts', async () => {
    const filtered = campaign({ audienceType: 'FILTERED', audienceCondition: ON_SEVEN })
    expect(await estimateRecipients(filtered, PATIENCE_MS)).to.equal(SUBSCRIBED / 10)
    // Few groups of neighbouring addresses are read, some of which are all subscribed or all not.
    expect(await estimateRecipients(filtered, 1)).to.be.within(0.02 * SUBSCRIBED, 0.14 * SUBSCRIBED)
    const transactional = { ...filtered, type: 'TRANSACTIONAL' } as const
    expect(await estimateRecipients(transactional, 1)).to.be.within(0.07 * CONTACTS, 0.13 * CONTACTS)
  })

  it('returns the subscribed share of the stored size of a segment, without reading contacts', async () => {
    const stored = { condition: ON_SEVEN, memberCount: 1_996, storesMembers: true, computedAt: new Date() }
    const { _id: segmentId } = await createSegment({ projectId, ...stored })
    const operations = await operationsOf('contacts', async () => {
      expect(await estimateRecipients(campaign({ audienceType: 'SEGMENT', segmentId }))).to.equal(1_497)
    })
    for (const { docsExamined } of operations) expect(docsExamined).to.equal(0)
  })

  it('counts a segment whose members are not computed yet, and returns its last size when that takes too long', async () => {
    const { _id: segmentId } = await createSegment({ projectId, condition: ON_SEVEN, memberCount: 1_996 })
    const toSegment = campaign({ audienceType: 'SEGMENT', segmentId })
    expect(await estimateRecipients(toSegment, PATIENCE_MS)).to.equal(SUBSCRIBED / 10)
    expect(await estimateRecipients(toSegment, 1)).to.equal(1_497)
  })

  it('returns 0 for a segment that is gone', async () => {
    expect(await estimateRecipients(campaign({ audienceType: 'SEGMENT', segmentId: newId() }))).to.equal(0)
  })
})
