import { expect } from 'chai'
import { addActivity, summarise } from '../../../../commands/base/events/activity.js'
import { nameLimits, setNameLimits } from '../../../../commands/base/records/name-limits.js'
import { Contact } from '../../../../models/contact.js'
import { CAMPAIGNS_WITH_RECEIPTS, RECEIPTS } from '../../../../models/domain/campaign-receipt.js'
import { MAX_DATA_KEYS } from '../../../../models/domain/data.js'
import { slugOf } from '../../../../models/domain/segment-slug.js'
import { MOST_EVENT_NAMES, MOST_FIELDS } from '../../../../runtime/config/limits.js'
import { MOST_SEGMENTS } from '../../../../runtime/config/quotas.js'
import { newId } from '../../../../runtime/ids.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { setData } from './set-data.js'

const MIB = 1024 * 1024
const MAX_DATA_BYTES = 256 * 1024
const MAX_NAME_LENGTH = 255
// More campaigns than a contact holds receipts of.
const CAMPAIGNS = 2 * CAMPAIGNS_WITH_RECEIPTS

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** A name of almost the most bytes: a character of three bytes counts as one, and a character of four as two. */
const longName = (n: number): string => '世'.repeat(MAX_NAME_LENGTH - 6) + String(n).padStart(6, '0')

/**
 * Data that takes all the room in JSON and the most in the database: long keys, escaped, and an array of short numbers.
 */
function largestData(): Record<string, unknown> {
  const keys = times(MAX_DATA_KEYS - 1, (n) => '.'.repeat(252) + String(n).padStart(3, '0'))
  const data = Object.fromEntries(keys.map((key) => [key, 1]))
  const numbers = (MAX_DATA_BYTES - JSON.stringify({ ...data, numbers: [] }).length) / 2
  return { ...data, numbers: times(Math.floor(numbers), () => 1) }
}

/** The names of the events of every segment, with slugs of letters of four bytes, which no normal form shortens. */
function segmentEvents(): string[] {
  const slug = slugOf('𐐨'.repeat(MAX_NAME_LENGTH))
  return times(MOST_SEGMENTS, (n) => ['entry', 'exit'].map((change) => `segment.${slug}-${n}.${change}`)).flat()
}

describe('the largest contact that the limits allow', () => {
  useDatabase()
  const production = { ...nameLimits() }
  before(() => setNameLimits({ eventNames: MOST_EVENT_NAMES, fields: MOST_FIELDS }))
  after(() => setNameLimits(production))

  it('stays below 15 MiB with all event names, fields and segments, and the receipts of all campaigns that it holds', async () => {
    const projectId = (await createProject()).id
    const { _id: contactId, email } = await createContact({ projectId })
    const these = { _id: contactId, projectId }
    await setData(projectId, { email }, largestData())
    await dispatchAll(projectId)
    const names = [...times(MOST_EVENT_NAMES, longName), ...segmentEvents()]
    const activity = summarise(names.map((name) => ({ name, at: new Date() })))
    const segments = times(MOST_SEGMENTS, newId)
    await Contact.updateOne(these, { $set: { activity, segments } })
    const again = times(CAMPAIGNS, (n) => ({
      projectId,
      contactId,
      name: names.at(-1 - (n % 2)) ?? '',
      at: new Date(),
      receipt: { campaignNumber: n + 1, receipt: RECEIPTS.clicked },
    }))
    expect(await inTransaction((session) => addActivity(again, session))).to.equal(true)
    const contact = await Contact.findOne(these).orFail().lean()
    expect(Object.keys(contact.campaigns ?? {})).to.have.length(CAMPAIGNS_WITH_RECEIPTS)
    expect(Object.keys(contact.data)).to.have.length(MAX_DATA_KEYS)
    expect(Object.keys(contact.activity ?? {})).to.have.length(MOST_EVENT_NAMES + 2 * MOST_SEGMENTS)
    const [size] = await Contact.aggregate<{ bytes: number }>([
      { $match: these },
      { $project: { bytes: { $bsonSize: '$$ROOT' } } },
    ])
    expect(size?.bytes).to.be.within(10 * MIB, 15 * MIB)
  })
})
