import { expect } from 'chai'
import * as fc from 'fast-check'
import { describeClock, isOpenAt, nextOpening, type DelayWindow } from '../../../models/domain/delay-window.js'
import { runs } from '../../support/runs.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const at = (iso: string): number => Date.parse(iso)
const berlin = (days: number[], from: string, to: string): DelayWindow => ({
  days,
  from,
  to,
  timezone: 'Europe/Berlin',
})
const opening = (window: DelayWindow, from: string): string => new Date(nextOpening(window, at(from))).toISOString()

describe('nextOpening', () => {
  const weekdays = berlin([1, 2, 3, 4, 5], '09:00', '17:00')
  const nights = berlin([5], '22:00', '02:00')
  // 2026-03-02 is a Monday; Berlin is an hour ahead of UTC in winter.
  const table: [why: string, window: DelayWindow, from: string, opens: string][] = [
    ['is now while it is open', weekdays, '2026-03-02T10:30:15.250Z', '2026-03-02T10:30:15.250Z'],
    ['is now at its first moment', weekdays, '2026-03-02T08:00:00Z', '2026-03-02T08:00:00.000Z'],
    ['is the same day before it opens', weekdays, '2026-03-02T07:59:59.999Z', '2026-03-02T08:00:00.000Z'],
    ['is the next day from its last moment on', weekdays, '2026-03-02T16:00:00Z', '2026-03-03T08:00:00.000Z'],
    ['passes over the days that it leaves out', weekdays, '2026-03-06T20:00:00Z', '2026-03-09T08:00:00.000Z'],
    [
      'is a week later for a day that is over',
      berlin([1], '09:00', '10:00'),
      '2026-03-02T09:00:00Z',
      '2026-03-09T08:00:00.000Z',
    ],
    [
      'counts days where its clocks are',
      berlin([1], '00:00', '24:00'),
      '2026-03-01T22:59:00Z',
      '2026-03-01T23:00:00.000Z',
    ],
    ['is now after midnight of the day it opened', nights, '2026-03-07T00:30:00Z', '2026-03-07T00:30:00.000Z'],
    ['is a week later when that night is over', nights, '2026-03-07T01:00:00Z', '2026-03-13T21:00:00.000Z'],
    ['is not before midnight of the day after', nights, '2026-03-07T21:30:00Z', '2026-03-13T21:00:00.000Z'],
    ['is now until midnight', berlin([5], '22:00', '00:00'), '2026-03-06T22:59:59Z', '2026-03-06T22:59:59.000Z'],
    ['is over at midnight', berlin([5], '22:00', '00:00'), '2026-03-06T23:00:00Z', '2026-03-13T21:00:00.000Z'],
    ['is now all day', berlin([1], '00:00', '24:00'), '2026-03-02T22:59:59Z', '2026-03-02T22:59:59.000Z'],
    ['is over when such a day is', berlin([1], '00:00', '24:00'), '2026-03-02T23:00:00Z', '2026-03-08T23:00:00.000Z'],
  ]
  for (const [why, window, from, opens] of table) {
    it(why, () => {
      expect(opening(window, from)).to.equal(opens)
    })
  }

  // Berlin: clocks go from 02:00 to 03:00 on 2026-03-29, and from 03:00 back to 02:00 on 2026-10-25, both at 01:00 UTC.
  const changes: [why: string, window: DelayWindow, from: string, opens: string][] = [
    [
      'keeps to the clocks over a change to summer time',
      berlin([1], '09:00', '17:00'),
      '2026-03-28T12:00:00Z',
      '2026-03-30T07:00:00.000Z',
    ],
    [
      'keeps to the clocks over a change from summer time',
      berlin([1], '09:00', '17:00'),
      '2026-10-24T12:00:00Z',
      '2026-10-26T08:00:00.000Z',
    ],
    [
      'is the first moment after clocks that skip its beginning',
      berlin([7], '02:30', '17:00'),
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'is a week later where clocks skip all of it',
      berlin([7], '02:10', '02:50'),
      '2026-03-28T12:00:00Z',
      '2026-04-05T00:10:00.000Z',
    ],
    [
      'is the first of two times that begin it',
      berlin([7], '02:30', '17:00'),
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'is the second pass of an hour that comes twice',
      berlin([7], '01:00', '02:30'),
      '2026-10-25T00:40:00Z',
      '2026-10-25T01:00:00.000Z',
    ],
    [
      'is right where clocks skip midnight',
      { days: [5], from: '00:00', to: '06:00', timezone: 'Africa/Cairo' },
      '2026-04-23T12:00:00Z',
      '2026-04-23T22:00:00.000Z',
    ],
    [
      'is right where a whole day is skipped',
      { days: [5], from: '09:00', to: '17:00', timezone: 'Pacific/Apia' },
      '2011-12-29T20:00:00Z',
      '2012-01-05T19:00:00.000Z',
    ],
  ]
  for (const [why, window, from, opens] of changes) {
    it(why, () => {
      expect(opening(window, from)).to.equal(opens)
    })
  }
})

/** What the clocks of a zone show, read in another way than the code does. */
function wallClock(zone: string, ms: number): { day: number; minute: number } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday'] ?? '') + 1
  return { day, minute: Number(parts['hour']) * 60 + Number(parts['minute']) }
}
const formats = new Map<string, Intl.DateTimeFormat>()

function showsTimeIn({ days, from, to, timezone }: DelayWindow, ms: number): boolean {
  const minuteOf = (time: string): number => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])
  const { day, minute } = wallClock(timezone, ms)
  const dayBefore = day === 1 ? 7 : day - 1
  const [opens, closes] = [minuteOf(from), minuteOf(to)]
  if (opens < closes) return days.includes(day) && opens <= minute && minute < closes
  return (days.includes(day) && minute >= opens) || (days.includes(dayBefore) && minute < closes)
}

describe('any window', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/St_Johns',
    'Asia/Beirut',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Pacific/Chatham',
  ]
  const time = fc
    .nat(24 * 60 - 1)
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  const windows = fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: time,
      to: fc.oneof(time, fc.constant('24:00')),
      timezone: fc.constantFrom(...zones),
    })
    .filter(({ from, to }) => from !== to)
  const anyTime = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2037-01-01T00:00:00Z') })
  // Most of a year is alike; what is near a change of the clocks is not.
  const changes = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-04-24',
    '2026-09-27',
    '2026-10-25',
    '2026-10-29',
    '2026-11-01',
    '2011-12-30',
  ]
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * DAY_MS, max: 2 * DAY_MS }))
    .map(([day, ms]) => at(`${day}T00:00:00Z`) + ms)
  const moments = fc.oneof(anyTime, nearChange)

  it('opens next at the first minute from now on at which the clocks show a time in it', function () {
    this.timeout(120_000)
    fc.assert(
      fc.property(windows, moments, (window, fromMs) => {
        const opensMs = nextOpening(window, fromMs)
        expect(showsTimeIn(window, opensMs)).to.equal(true)
        expect(opensMs).to.be.at.least(fromMs)
        if (opensMs === fromMs) return
        expect(opensMs % MINUTE_MS).to.equal(0)
        for (let ms = fromMs; ms < opensMs; ms = Math.floor(ms / MINUTE_MS + 1) * MINUTE_MS) {
          expect(showsTimeIn(window, ms), new Date(ms).toISOString()).to.equal(false)
        }
      }),
      runs(150),
    )
  })

  it('is open exactly while the clocks show a time in it', () => {
    fc.assert(
      fc.property(windows, moments, (window, ms) => {
        expect(isOpenAt(window, ms)).to.equal(showsTimeIn(window, ms))
      }),
      runs(500),
    )
  })

  it('opens again within a week, or two where clocks skip it', () => {
    fc.assert(
      fc.property(windows, moments, (window, fromMs) => {
        expect(nextOpening(window, fromMs) - fromMs).to.be.at.most(14 * DAY_MS)
      }),
      runs(500),
    )
  })
})

describe('describeClock', () => {
  it('says what the clocks of the zone show', () => {
    expect(describeClock(at('2026-03-30T07:00:00Z'), 'Europe/Berlin')).to.equal('Mon 09:00')
    expect(describeClock(at('2026-03-01T02:05:59Z'), 'America/New_York')).to.equal('Sat 21:05')
  })
})
