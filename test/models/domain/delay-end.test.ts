import { expect } from 'chai'
import { delayEnd, delayLacks, describeDelay, readMoment, type DelayConfig } from '../../../models/domain/delay-end.js'
import { words } from '../../support/words.js'

const now = new Date('2026-03-01T12:00:00.000Z')
const window = { days: [1], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' }

describe('delayEnd', () => {
  const table: [config: DelayConfig, ends: string | null][] = [
    [{ amount: 2, unit: 'hours' }, '2026-03-01T14:00:00.000Z'],
    [{ amount: 365, unit: 'days' }, '2027-03-01T12:00:00.000Z'],
    [{ window: { ...window, timezone: '{{ data.timezone }}' } }, null],
    [{ amount: 1, unit: 'days', timezone: '{{ data.timezone }}' }, null],
    [{ amount: 24, unit: 'hours', timezone: '{{ data.timezone }}' }, '2026-03-02T12:00:00.000Z'],
    [{ until: '2027-01-01T09:00:00+01:00' }, '2027-01-01T08:00:00.000Z'],
    [{ until: '2027-01-01' }, '2027-01-01T00:00:00.000Z'],
    [{ until: '1999-12-31T23:59Z' }, '1999-12-31T23:59:00.000Z'],
    [{ until: '{{ data.renewalDate }}' }, null],
    [{ window }, '2026-03-02T08:00:00.000Z'],
    [{ window: { ...window, days: [7], from: '10:00' } }, now.toISOString()],
  ]
  for (const [config, ends] of table) {
    it(`of ${JSON.stringify(config)} is ${ends ?? 'yet to be found out'}`, () => {
      expect(delayEnd(config, now, 'Pacific/Auckland')?.toISOString() ?? null).to.equal(ends)
    })
  }
})

describe('a delay of whole days', () => {
  // At each `from`, clocks in the zone show a time of day that they show again at the end.
  const table: [config: DelayConfig, zone: string, from: string, ends: string][] = [
    [{ amount: 1, unit: 'days' }, 'Europe/Berlin', '2026-03-28T08:00:00.500Z', '2026-03-29T07:00:00.500Z'],
    [{ amount: 1, unit: 'days' }, 'Europe/Berlin', '2026-10-24T07:00Z', '2026-10-25T08:00Z'],
    [{ amount: 1, unit: 'weeks' }, 'Europe/Berlin', '2026-03-24T08:00Z', '2026-03-31T07:00Z'],
    [{ amount: 4, unit: 'weeks' }, 'America/New_York', '2026-02-20T14:00Z', '2026-03-20T13:00Z'],
    [{ amount: 365, unit: 'days' }, 'Europe/Berlin', '2026-03-29T01:00Z', '2027-03-29T01:00Z'],
    [{ amount: 2, unit: 'days' }, 'Australia/Lord_Howe', '2026-10-03T00:00Z', '2026-10-04T23:30Z'],
    [{ amount: 1, unit: 'days' }, 'Asia/Kathmandu', '2026-03-28T08:00Z', '2026-03-29T08:00Z'],
    [{ amount: 1, unit: 'days' }, 'UTC', '2026-03-28T08:00Z', '2026-03-29T08:00Z'],
    // The step's own time zone goes before the project's.
    [{ amount: 1, unit: 'days', timezone: 'Europe/Berlin' }, 'UTC', '2026-03-28T08:00Z', '2026-03-29T07:00Z'],
    [{ amount: 1, unit: 'days', timezone: 'UTC' }, 'Europe/Berlin', '2026-03-28T08:00Z', '2026-03-29T08:00Z'],
    // 02:30 does not occur on the day of the change, and reads 03:30; where it occurs twice, it is the first.
    [{ amount: 1, unit: 'days' }, 'Europe/Berlin', '2026-03-28T01:30Z', '2026-03-29T01:30Z'],
    [{ amount: 1, unit: 'days' }, 'Europe/Berlin', '2026-10-24T00:30Z', '2026-10-25T00:30Z'],
    // From the second 02:30 on.
    [{ amount: 1, unit: 'days' }, 'Europe/Berlin', '2026-10-25T01:30Z', '2026-10-26T01:30Z'],
    // A midnight that does not occur, and a day that did not.
    [{ amount: 1, unit: 'days' }, 'America/Santiago', '2026-09-05T04:00Z', '2026-09-06T04:00Z'],
    [{ amount: 1, unit: 'days' }, 'Pacific/Apia', '2011-12-29T22:00Z', '2011-12-30T22:00Z'],
    // Hours, minutes and parts of days are exact.
    [{ amount: 24, unit: 'hours' }, 'Europe/Berlin', '2026-03-28T08:00Z', '2026-03-29T08:00Z'],
    [{ amount: 1_440, unit: 'minutes' }, 'Europe/Berlin', '2026-03-28T08:00Z', '2026-03-29T08:00Z'],
    [{ amount: 1.5, unit: 'days' }, 'Europe/Berlin', '2026-03-28T08:00Z', '2026-03-29T20:00Z'],
    [{ amount: 0.5, unit: 'weeks' }, 'Europe/Berlin', '2026-03-26T08:00Z', '2026-03-29T20:00Z'],
  ]
  for (const [config, zone, from, ends] of table) {
    it(`of ${JSON.stringify(config)} in ${zone} from ${from} ends at ${ends}`, () => {
      expect(delayEnd(config, new Date(from), zone)).to.deep.equal(new Date(ends))
    })
  }
})

describe('readMoment', () => {
  const moments: [text: string, iso: string][] = [
    ['2027-03-01T09:00:00Z', '2027-03-01T09:00:00.000Z'],
    ['2027-03-01T09:00:00.250Z', '2027-03-01T09:00:00.250Z'],
    ['2027-03-01T09:00+05:30', '2027-03-01T03:30:00.000Z'],
    ['2027-03-01T09:00:00-0800', '2027-03-01T17:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['  2027-03-01\n', '2027-03-01T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
  ]
  for (const [text, iso] of moments) {
    it(`reads ${JSON.stringify(text)}`, () => expect(readMoment(text)?.toISOString()).to.equal(iso))
  }

  const others = [
    '',
    ' ',
    '2027-03-01 09:00Z',
    ...words(`
      tomorrow 2027 2027-02-29 2027-13-01 2027-03-01T09:00 2027-03-01T24:00Z 03/01/2027 1772366400 2027-W09-1
    `),
  ]
  for (const text of others) {
    it(`takes "${text}" for no moment`, () => expect(readMoment(text)).to.equal(null))
  }
})

describe('describeDelay', () => {
  const table: [config: DelayConfig, ends: string, words: string][] = [
    [{ amount: 3, unit: 'days' }, '2026-03-04T12:00:00Z', '3 days'],
    [{ amount: 365, unit: 'days' }, '2027-03-01T12:00:00Z', '365 days'],
    [{ window }, '2026-03-02T08:00:00Z', 'until Mon 09:00 Europe/Berlin'],
    [{ until: '2027-03-01T10:00+01:00' }, '2027-03-01T09:00:00Z', 'until 2027-03-01 09:00 UTC'],
    [{ window: { ...window, timezone: '{{ data.secret }}' } }, '2026-03-02T08:00:00Z', 'until 2026-03-02 08:00 UTC'],
    [{ amount: 1, unit: 'weeks', timezone: '{{ data.secret }}' }, '2026-03-08T12:00:00Z', '7 days'],
    [{ until: '{{ data.secret }}' }, '2027-03-01T09:00:00Z', 'until 2027-03-01 09:00 UTC'],
  ]
  for (const [config, ends, words] of table) {
    it(`reads ${JSON.stringify(config)} as ${words}`, () => {
      expect(describeDelay(config, new Date(ends))).to.equal(words)
    })
  }
})

describe('delayLacks', () => {
  const table: [config: object, lacking: string[]][] = [
    [{}, ['amount', 'unit']],
    [{ amount: 1 }, ['unit']],
    [{ unit: 'days' }, ['amount']],
    [{ amount: 1, unit: 'days' }, []],
    [{ until: '{{ data.renewalDate }}' }, []],
    [{ window: {} }, ['window.days', 'window.from', 'window.to', 'window.timezone']],
    [{ window: { days: [1], from: '09:00', to: '17:00' } }, ['window.timezone']],
    [{ window }, []],
  ]
  for (const [config, lacking] of table) {
    it(`finds that ${JSON.stringify(config)} lacks ${lacking.join(' and ') || 'nothing'}`, () => {
      expect(delayLacks(config as Record<string, unknown>).map(([field]) => field)).to.deep.equal(lacking)
    })
  }
})
