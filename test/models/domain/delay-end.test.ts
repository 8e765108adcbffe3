import { expect } from 'chai'
import { delayEnd, delayLacks, describeDelay, readMoment, type DelayConfig } from '../../../models/domain/delay-end.js'

const now = new Date('2026-03-01T12:00:00.000Z')
const window = { days: [1], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' }

describe('delayEnd', () => {
  const table: [config: DelayConfig, ends: string | null][] = [
    [{ amount: 2, unit: 'hours' }, '2026-03-01T14:00:00.000Z'],
    [{ amount: 365, unit: 'days' }, '2027-03-01T12:00:00.000Z'],
    [{ until: '2027-01-01T09:00:00+01:00' }, '2027-01-01T08:00:00.000Z'],
    [{ until: '2027-01-01' }, '2027-01-01T00:00:00.000Z'],
    [{ until: '1999-12-31T23:59Z' }, '1999-12-31T23:59:00.000Z'],
    [{ until: '{{ data.renewalDate }}' }, null],
    [{ window }, '2026-03-02T08:00:00.000Z'],
    [{ window: { ...window, days: [7], from: '10:00' } }, now.toISOString()],
  ]
  for (const [config, ends] of table) {
    it(`of ${JSON.stringify(config)} is ${ends ?? 'yet to be found out'}`, () => {
      expect(delayEnd(config, now)?.toISOString() ?? null).to.equal(ends)
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
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(readMoment(text)?.toISOString()).to.equal(iso)
    })
  }

  const others = [
    '',
    ' ',
    'tomorrow',
    '2027',
    '2027-02-29',
    '2027-13-01',
    '2027-03-01T09:00',
    '2027-03-01T24:00Z',
    '03/01/2027',
    '1772366400',
    '2027-03-01 09:00Z',
    '2027-W09-1',
  ]
  for (const text of others) {
    it(`takes "${text}" for no moment`, () => {
      expect(readMoment(text)).to.equal(null)
    })
  }
})

describe('describeDelay', () => {
  const table: [config: DelayConfig, ends: string, words: string][] = [
    [{ amount: 3, unit: 'days' }, '2026-03-04T12:00:00Z', '3 days'],
    [{ amount: 365, unit: 'days' }, '2027-03-01T12:00:00Z', '365 days'],
    [{ window }, '2026-03-02T08:00:00Z', 'until Mon 09:00 Europe/Berlin'],
    [{ until: '2027-03-01T10:00+01:00' }, '2027-03-01T09:00:00Z', 'until 2027-03-01 09:00 UTC'],
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
