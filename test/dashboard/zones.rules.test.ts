import { expect } from 'chai'
import { offsetAt, readingsOf, readWallTime, wallTimeAt, zonesFrom } from '../../dashboard/shared/zones.js'

const BERLIN = 'Europe/Berlin'

describe('a wall-clock time in a zone', () => {
  for (const [title, date, time, zone, reading] of [
    ['in winter', '2026-12-01', '09:00', BERLIN, { kind: 'once', at: '2026-12-01T08:00:00.000Z' }],
    ['in summer', '2026-07-01', '09:00', BERLIN, { kind: 'once', at: '2026-07-01T07:00:00.000Z' }],
    [
      'an hour before the clocks go forward',
      '2026-03-29',
      '01:59',
      BERLIN,
      { kind: 'once', at: '2026-03-29T00:59:00.000Z' },
    ],
    ['right after they went forward', '2026-03-29', '03:00', BERLIN, { kind: 'once', at: '2026-03-29T01:00:00.000Z' }],
    [
      'before the hour that comes twice',
      '2026-10-25',
      '01:59',
      BERLIN,
      { kind: 'once', at: '2026-10-24T23:59:00.000Z' },
    ],
    ['after the hour that came twice', '2026-10-25', '03:00', BERLIN, { kind: 'once', at: '2026-10-25T02:00:00.000Z' }],
    [
      'with an offset of a quarter of an hour',
      '2026-05-05',
      '12:00',
      'Asia/Kathmandu',
      { kind: 'once', at: '2026-05-05T06:15:00.000Z' },
    ],
    ['in UTC', '2026-10-25', '02:30', 'UTC', { kind: 'once', at: '2026-10-25T02:30:00.000Z' }],
    ['without a time', '2026-10-25', '', BERLIN, { kind: 'none' }],
    ['without a date', '', '09:00', BERLIN, { kind: 'none' }],
  ] as const) {
    it(`is one moment, or invalid: ${title}`, () => {
      expect(readWallTime({ date, time }, zone)).to.deep.equal(reading)
    })
  }

  it('may not exist when clocks go forward, and then is moved before or after by the length of the gap', () => {
    expect(readWallTime({ date: '2026-03-29', time: '02:30' }, BERLIN)).to.deep.equal({
      kind: 'skipped',
      moments: ['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    })
    // The clocks of Lord Howe Island move by half an hour.
    expect(readWallTime({ date: '2026-10-04', time: '02:15' }, 'Australia/Lord_Howe')).to.deep.equal({
      kind: 'skipped',
      moments: ['2026-10-03T15:15:00.000Z', '2026-10-03T15:45:00.000Z'],
    })
  })

  it('may occur twice, the earlier moment first', () => {
    expect(readWallTime({ date: '2026-10-25', time: '02:30' }, BERLIN)).to.deep.equal({
      kind: 'twice',
      moments: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    })
    expect(readWallTime({ date: '2026-11-01', time: '01:00' }, 'America/New_York')).to.deep.equal({
      kind: 'twice',
      moments: ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z'],
    })
  })

  it('is the time that the clocks of the zone show at its moment', () => {
    for (const zone of [BERLIN, 'America/St_Johns', 'Pacific/Apia', 'Africa/Casablanca']) {
      for (let day = 1; day <= 365; day += 1) {
        const at = new Date(Date.UTC(2026, 0, day, 12, 30)).toISOString()
        const reading = readWallTime(wallTimeAt(at, zone), zone)
        expect('at' in reading && reading.at, `${zone} ${at}`).to.equal(at)
      }
    }
  })
})

describe('the zones of a moment', () => {
  it('show the offset from UTC', () => {
    expect(offsetAt('2026-07-01T00:00:00Z', BERLIN)).to.equal('UTC+02:00')
    expect(offsetAt('2026-07-01T00:00:00Z', 'America/St_Johns')).to.equal('UTC-02:30')
    expect(offsetAt('2026-12-01T00:00:00Z', 'Europe/London')).to.equal('UTC')
  })

  it('are shown once when two of them show the same', () => {
    const zones = (...names: string[]) => readingsOf('2026-12-01T08:00:00Z', ...names).map(({ zone }) => zone)
    expect(zones(BERLIN, 'Europe/Paris')).to.deep.equal([BERLIN, 'UTC'])
    expect(zones('Europe/London', BERLIN)).to.deep.equal(['Europe/London', BERLIN])
  })

  it('are offered with the likely ones first, each once', () => {
    const zones = zonesFrom(BERLIN, 'UTC')
    expect(zones.slice(0, 2)).to.deep.equal([BERLIN, 'UTC'])
    expect(new Set(zones).size).to.equal(zones.length)
  })
})
