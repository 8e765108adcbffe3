import { expect } from 'chai'
import { readIsoDate } from '../../../../models/domain/conditions/iso-dates.js'
import { Contact } from '../../../../models/contact.js'
import { meets, storeContacts, type Row } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { wronglyJudged } from './wrongly-judged.js'
import { words } from '../../../support/words.js'

const PROJECT = 'project'
const TEXTS_PROJECT = 'project with texts'

// Conditions look back from noon of 15 March 2026, in UTC.
const contact = {
  createdAt: new Date('2026-03-01T10:00:00.000Z'),
  updatedAt: new Date('2026-03-15T11:00:00.000Z'),
  data: {
    day: '2026-03-01',
    utc: '2026-03-01T10:00:00.000Z',
    oslo: '2026-03-01T00:30:00+02:00',
    compact: '2026-03-01T12:00:00+0200',
    minutes: '2026-03-01T10:00Z',
    fraction: '2026-03-01T10:00:00.1234567Z',
    local: '2026-03-01T10:00:00',
    recent: '2026-03-15T11:30:00Z',
    now: '2026-03-15T12:00:00Z',
    future: '2026-03-15T12:00:00.001Z',
    edge: '2026-03-08T12:00:00.000Z',
    beyond: '2026-03-08T11:59:59.999Z',
    today: '2026-03-15',
    yesterday: '2026-03-14',
    tomorrow: '2026-03-16',
    week: '2026-03-22',
    renews: '2026-03-22T12:00:00.000Z',
    soon: '2026-03-15T16:00+01:00',
    last: '9999-12-31',
    born: '1984-03-15',
    bornAt: '1984-03-15T23:59:59Z',
    bornThere: '1984-03-16T00:30:00+02:00',
    invalid: '2026-02-31',
    leap: '2024-02-29',
    notLeap: '2026-02-29',
    line: '2026-03-01\n',
    spaced: '2026-03-01 10:00:00Z',
    german: '01.03.2026',
    stamp: 1_772_366_400_000,
    dates: ['2026-03-01T23:59:59Z', 'other'],
    plan: 'pro',
    nothing: null,
    trip: { start: '2026-03-10T08:00:00-05:00' },
  },
}

const table: Row[] = [
  // A date alone means its UTC day.
  ['data.day', 'equals', '2026-03-01', true],
  ['data.utc', 'equals', '2026-03-01', true],
  ['data.oslo', 'equals', '2026-02-28', true],
  ['data.oslo', 'equals', '2026-03-01', false],
  ['data.dates', 'equals', '2026-03-01', true],
  ['data.dates', 'equals', '2026-03-02', false],
  ['data.plan', 'equals', '2026-03-01', false],
  ['data.stamp', 'equals', '2026-03-01', false],
  ['data.line', 'equals', '2026-03-01', false],
  ['data.spaced', 'equals', '2026-03-01', false],
  ['data.local', 'equals', '2026-03-01', false],
  ['data.local', 'equals', '2026-03-01T10:00:00', true],
  ['data.trip.start', 'equals', '2026-03-10', true],
  ['data.day', 'notEquals', '2026-03-01', false],
  ['data.utc', 'notEquals', '2026-03-02', true],
  ['data.oslo', 'notEquals', '2026-03-01', true],
  ['data.plan', 'notEquals', '2026-03-01', true],
  ['data.nothing', 'notEquals', '2026-03-01', false],
  ['data.missing', 'notEquals', '2026-03-01', false],
  ['data.dates', 'notEquals', '2026-03-01', false],
  // A full date-time is an instant, whatever its offset.
  ['data.utc', 'equals', '2026-03-01T10:00:00Z', true],
  ['data.utc', 'equals', '2026-03-01T12:00:00+02:00', true],
  ['data.compact', 'equals', '2026-03-01T10:00:00Z', true],
  ['data.minutes', 'equals', '2026-03-01T10:00:00.000Z', true],
  ['data.fraction', 'equals', '2026-03-01T10:00:00.123Z', true],
  ['data.utc', 'equals', '2026-03-01T10:00:00.001Z', false],
  ['data.day', 'equals', '2026-03-01T00:00:00Z', true],
  ['data.day', 'equals', '2026-03-01T10:00:00Z', false],
  ['data.oslo', 'notEquals', '2026-02-28T22:30:00Z', false],
  // Days that do not exist are text.
  ['data.invalid', 'equals', '2026-02-31', true],
  ['data.invalid', 'equals', '2026-03-03', false],
  ['data.notLeap', 'equals', '2026-02-29', true],
  ['data.leap', 'equals', '2024-02-29T00:00:00Z', true],
  ['data.german', 'equals', '01.03.2026', true],
  // Lists.
  ['data.utc', 'in', ['2026-02-01', '2026-03-01'], true],
  ['data.utc', 'in', ['2026-02-01', 'x'], false],
  ['data.plan', 'in', ['2026-02-01', 'pro'], true],
  ['data.dates', 'in', ['2026-03-01'], true],
  ['data.dates', 'in', ['other', '2026-04-01'], true],
  ['data.oslo', 'notIn', ['2026-03-01'], true],
  ['data.oslo', 'notIn', ['2026-02-28'], false],
  ['data.nothing', 'notIn', ['2026-02-28'], false],
  // Contains stays with the text.
  ['data.utc', 'contains', '2026-03-01', true],
  ['data.oslo', 'contains', '2026-02-28', false],
  ['data.dates', 'contains', '2026-03-01', false],
  ['data.utc', 'startsWith', '2026-03', true],
  // Ordering: instants, a date alone as its whole day.
  ['data.utc', 'greaterThan', '2026-03-01', false],
  ['data.utc', 'lessThan', '2026-03-01', false],
  ['data.utc', 'lessThanOrEqual', '2026-03-01', true],
  ['data.utc', 'greaterThanOrEqual', '2026-03-01', true],
  ['data.utc', 'greaterThan', '2026-02-28', true],
  ['data.day', 'greaterThan', '2026-03-01', false],
  ['data.day', 'greaterThanOrEqual', '2026-03-01', true],
  ['data.oslo', 'lessThan', '2026-03-01', true],
  ['data.oslo', 'lessThan', '2026-02-28T22:30:00Z', false],
  ['data.oslo', 'lessThanOrEqual', '2026-02-28T22:30:00Z', true],
  ['data.compact', 'greaterThanOrEqual', '2026-03-01T10:00:00Z', true],
  ['data.trip.start', 'greaterThan', '2026-03-10T12:59:59Z', true],
  ['data.leap', 'lessThan', '2024-03-01', true],
  ['data.plan', 'greaterThan', '2026-03-01', false],
  ['data.plan', 'lessThan', '2026-03-01', false],
  ['data.invalid', 'greaterThan', '2026-01-01', false],
  ['data.invalid', 'lessThan', '2026-12-31', false],
  ['data.utc', 'greaterThan', 'a', false],
  ['data.utc', 'lessThan', 'z', false],
  ['data.day', 'greaterThan', '0', false],
  ['data.local', 'greaterThan', '2026-03-01T09:00:00', true],
  ['data.stamp', 'greaterThan', '2026-03-01', false],
  ['data.dates', 'greaterThan', '2026-01-01', false],
  ['data.nothing', 'lessThan', '2026-01-01', false],
  ['data.missing', 'lessThanOrEqual', '2026-01-01', false],
  // Looking back.
  ['data.recent', 'within', 1, true, 'hours'],
  ['data.recent', 'within', 29, false, 'minutes'],
  ['data.recent', 'within', 0.5, true, 'hours'],
  ['data.edge', 'within', 7, true, 'days'],
  ['data.edge', 'within', 1, true, 'weeks'],
  ['data.beyond', 'within', 7, false, 'days'],
  ['data.now', 'within', 0, true, 'days'],
  ['data.future', 'within', 7, false, 'days'],
  ['data.oslo', 'within', 3, true, 'weeks'],
  ['data.trip.start', 'within', 6, true, 'days'],
  ['data.today', 'within', 1, false, 'days'],
  ['data.day', 'within', 52, false, 'weeks'],
  ['data.local', 'within', 52, false, 'weeks'],
  ['data.german', 'within', 52, false, 'weeks'],
  ['data.stamp', 'within', 52, false, 'weeks'],
  ['data.dates', 'within', 52, false, 'weeks'],
  ['data.missing', 'within', 52, false, 'weeks'],
  ['data.oslo', 'within', 1e300, true, 'weeks'],
  ['data.beyond', 'olderThan', 7, true, 'days'],
  ['data.edge', 'olderThan', 7, false, 'days'],
  ['data.utc', 'olderThan', 2, true, 'weeks'],
  ['data.future', 'olderThan', 0, false, 'minutes'],
  ['data.recent', 'olderThan', 0, true, 'minutes'],
  ['data.day', 'olderThan', 1, false, 'days'],
  ['data.plan', 'olderThan', 1, false, 'days'],
  ['data.nothing', 'olderThan', 1, false, 'days'],
  ['data.utc', 'olderThan', 1e300, false, 'weeks'],
  // Looking ahead: from now on, and a day as a whole.
  ['data.now', 'withinNext', 0, true, 'days'],
  ['data.future', 'withinNext', 7, true, 'days'],
  ['data.recent', 'withinNext', 7, false, 'days'],
  ['data.renews', 'withinNext', 7, true, 'days'],
  ['data.renews', 'withinNext', 1, true, 'weeks'],
  ['data.renews', 'withinNext', 6.99, false, 'days'],
  ['data.soon', 'withinNext', 3, true, 'hours'],
  ['data.soon', 'withinNext', 179, false, 'minutes'],
  ['data.today', 'withinNext', 0, true, 'days'],
  ['data.yesterday', 'withinNext', 7, false, 'days'],
  ['data.tomorrow', 'withinNext', 11, false, 'hours'],
  ['data.tomorrow', 'withinNext', 12, true, 'hours'],
  ['data.week', 'withinNext', 7, true, 'days'],
  ['data.week', 'withinNext', 6, false, 'days'],
  ['data.week', 'withinNext', 1, true, 'weeks'],
  ['data.week', 'withinNext', 1e300, true, 'weeks'],
  ['data.last', 'withinNext', 1e300, true, 'weeks'],
  ['data.local', 'withinNext', 52, false, 'weeks'],
  ['data.dates', 'withinNext', 52, false, 'weeks'],
  ['data.plan', 'withinNext', 52, false, 'weeks'],
  ['data.nothing', 'withinNext', 52, false, 'weeks'],
  ['data.missing', 'withinNext', 52, false, 'weeks'],
  ['createdAt', 'withinNext', 52, false, 'weeks'],
  // The month and the day alone.
  ['data.born', 'anniversary', undefined, true],
  ['data.bornAt', 'anniversary', undefined, true],
  ['data.bornThere', 'anniversary', undefined, true],
  ['data.bornThere', 'anniversary', 1, false],
  ['data.today', 'anniversary', 0, true],
  ['data.today', 'anniversary', 365, true],
  ['data.yesterday', 'anniversary', undefined, false],
  ['data.yesterday', 'anniversary', 364, true],
  ['data.tomorrow', 'anniversary', undefined, false],
  ['data.tomorrow', 'anniversary', 1, true],
  ['data.day', 'anniversary', 351, true],
  ['data.leap', 'anniversary', 350, true],
  ['data.leap', 'anniversary', 351, false],
  ['data.last', 'anniversary', 291, true],
  ['data.dates', 'anniversary', 351, false],
  ['data.stamp', 'anniversary', 351, false],
  ['data.invalid', 'anniversary', 350, false],
  ['data.german', 'anniversary', 351, false],
  ['data.nothing', 'anniversary', undefined, false],
  ['data.missing', 'anniversary', undefined, false],
  ['createdAt', 'anniversary', 351, true],
  ['createdAt', 'anniversary', undefined, false],
  ['updatedAt', 'anniversary', undefined, true],
  ['updatedAt', 'anniversary', 1.5, false],
  // The contact's own dates.
  ['createdAt', 'equals', '2026-03-01', true],
  ['createdAt', 'equals', '2026-03-02', false],
  ['createdAt', 'equals', '2026-03-01T11:00:00+01:00', true],
  ['createdAt', 'notEquals', '2026-03-01', false],
  ['createdAt', 'notEquals', '2026-03-02', true],
  ['createdAt', 'notEquals', '2026-03-01T10:00:00.001Z', true],
  ['contact.createdAt', 'greaterThan', '2026-03-01', false],
  ['contact.createdAt', 'greaterThan', '2026-02-28', true],
  ['createdAt', 'greaterThan', '2026-03-01T10:00:00Z', false],
  ['createdAt', 'greaterThanOrEqual', '2026-03-01T10:00:00Z', true],
  ['createdAt', 'lessThan', '2026-03-01T12:00:00+01:00', true],
  ['createdAt', 'lessThanOrEqual', '2026-03-01', true],
  ['createdAt', 'lessThan', '2026-03-01', false],
  ['createdAt', 'lessThanOrEqual', '2026-02-28', false],
  ['createdAt', 'within', 15, true, 'days'],
  ['createdAt', 'within', 14, false, 'days'],
  ['createdAt', 'olderThan', 14, true, 'days'],
  ['createdAt', 'olderThan', 15, false, 'days'],
  ['updatedAt', 'within', 1, true, 'hours'],
  ['updatedAt', 'olderThan', 59, true, 'minutes'],
  ['createdAt', 'equals', 'yesterday', false],
]

describe('filters of dates, judged by the database', () => {
  useDatabase()

  it('hold as the table says', async () => {
    const [contactId = ''] = await storeContacts(PROJECT, [contact])
    const who = { projectId: PROJECT, contactId }
    expect(await wronglyJudged(table, (tree) => meets(who, tree))).to.deep.equal([])
  })

  it('read every text as the reader of requests does', async () => {
    const texts = words(`
      2026-03-01 0000-01-01 0004-02-29 0100-02-28 9999-12-31 1900-03-01 2000-02-29 2026-03-01T10:00Z
      2026-03-01T10:00+05:30 2026-03-01T10:00:00-0030 2026-03-01T23:59:59+23:59 2026-03-01T10:00:00.1Z
      2026-03-01T10:00:00.12Z 2026-03-01T10:00:00.123456789Z 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999-12:00
      1969-12-31T23:59:59.999Z
    `)
    await storeContacts(
      TEXTS_PROJECT,
      texts.map((text) => ({ data: { text } })),
    )
    const parsed = await Contact.aggregate<{ text: string; date: Date }>([
      { $match: { projectId: TEXTS_PROJECT } },
      { $project: { text: '$data.text', date: { $dateFromString: { dateString: '$data.text' } } } },
    ])
    expect(parsed.length).to.equal(texts.length)
    for (const { text, date } of parsed) expect(readIsoDate(text)?.from, text).to.deep.equal(date)
  })
})

describe('readIsoDate', () => {
  it('takes no other text for a date', () => {
    const others = [
      '',
      ' 2026-03-01',
      '2026-03-01 ',
      '2026-03-01\n',
      '2026-03-01T10:00:00Z\n',
      ...words(`
        2026 2026-03 2026-3-1 2026-00-01 2026-13-01 2026-01-00 2026-04-31 1900-02-29 20260301 2026-060 2026-W10-1
        +002026-03-01 2026-03-01T10:00:00 2026-03-01T24:00:00Z 2026-03-01T10:60Z 2026-03-01T10:00:60Z 2026-03-01T10Z
        2026-03-01t10:00:00z 2026-03-01T10:00:00,5Z 2026-03-01T10:00:00.Z 2026-03-01T10:00:00+02
        2026-03-01T10:00:00+24:00 ２０２６-03-01
      `),
    ]
    for (const text of others) expect(readIsoDate(text), JSON.stringify(text)).to.equal(null)
  })
})
