import { expect } from 'chai'
import { clockChange, clockOffsetMs, isTimeZone, zoneClock } from '../../../models/domain/time-zone.js'

const HOUR_MS = 3_600_000
const at = (iso: string): number => Date.parse(iso)

describe('isTimeZone', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+1', 'Asia/Kathmandu']) {
    it(`knows ${name}`, () => expect(isTimeZone(name)).to.equal(true))
  }

  for (const name of ['', '+01:00', 'Europe/Atlantis', 'Berlin', 'UTC+1', 'Europe/Berlin ', '../etc/passwd']) {
    it(`refuses "${name}"`, () => expect(isTimeZone(name)).to.equal(false))
  }
})

describe('clockOffsetMs', () => {
  const table: [zone: string, iso: string, hours: number][] = [
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-01-01T00:00:00Z', 1],
    ['Europe/Berlin', '2026-07-01T00:00:00Z', 2],
    ['America/New_York', '2026-07-01T00:00:00Z', -4],
    ['Asia/Kathmandu', '2026-07-01T00:00:00Z', 5.75],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 11],
    ['Pacific/Marquesas', '2026-01-01T00:00:00Z', -9.5],
    ['Africa/Monrovia', '1971-01-01T00:00:00Z', -(44 / 60 + 30 / 3_600)],
  ]
  for (const [zone, iso, hours] of table) {
    it(`is ${hours.toFixed(2)} hours in ${zone} at ${iso}`, () => {
      expect(clockOffsetMs(zoneClock(zone), at(iso))).to.equal(Math.round(hours * HOUR_MS))
    })
  }
})

describe('clockChange', () => {
  it('is the moment at which summer time begins or ends', () => {
    const [from, to] = [at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')]
    const begins = clockChange(zoneClock('Europe/Berlin'), from, to)
    expect(begins).to.equal(at('2026-03-29T01:00:00Z'))
    expect(clockChange(zoneClock('Europe/Berlin'), begins ?? NaN, to)).to.equal(at('2026-10-25T01:00:00Z'))
  })

  it('is looked for up to the end and not beyond it', () => {
    const change = at('2026-03-29T01:00:00Z')
    expect(clockChange(zoneClock('Europe/Berlin'), change - 1, change)).to.equal(change)
    expect(clockChange(zoneClock('Europe/Berlin'), change - HOUR_MS, change - 1)).to.equal(null)
    expect(clockChange(zoneClock('Europe/Berlin'), change, change + 30 * 24 * HOUR_MS)).to.equal(null)
    expect(clockChange(zoneClock('Asia/Tokyo'), change, change + 365 * 24 * HOUR_MS)).to.equal(null)
  })

  it('finds a day that a zone left out', () => {
    const change = clockChange(zoneClock('Pacific/Apia'), at('2011-12-29T00:00:00Z'), at('2012-01-02T00:00:00Z'))
    expect(change).to.equal(at('2011-12-30T10:00:00Z'))
  })
})
