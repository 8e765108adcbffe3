import { expect } from 'chai'
import { crossedDates } from '../../../../models/domain/conditions/crossed-dates.js'
import type { Filter } from '../../../../models/domain/conditions/tree.js'
import { zoneClock } from '../../../../models/domain/time-zone.js'
import { only } from '../../../support/conditions.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FROM = new Date('2026-03-10T12:00:00Z')
const TO = new Date(FROM.getTime() + HOUR_MS)
const before = (days: number) => ({
  from: new Date(FROM.getTime() - days * DAY_MS),
  to: new Date(TO.getTime() - days * DAY_MS),
})

describe('crossedDates', () => {
  const crossedBy = (filter: Filter, { from = FROM, to = TO, zone = 'UTC' } = {}) =>
    crossedDates([only(filter)], { from, to, clock: zoneClock(zone) })
  const days = { value: 7, unit: 'days' } as const

  it('has both ends of a range of creation dates', () => {
    const created = (...ranges: object[]) => ranges.map((range) => ({ kind: 'createdAt', ...range }))
    const within = crossedBy({ field: 'createdAt', operator: 'within', ...days })
    expect(within).to.deep.equal(created(before(7), before(0)))
    const ahead = crossedBy({ field: 'contact.createdAt', operator: 'withinNext', ...days })
    expect(ahead).to.deep.equal(created(before(0), before(-7)))
    const millisecondEarlier = ({ from, to }: { from: Date; to: Date }) => ({
      from: new Date(from.getTime() - 1),
      to: new Date(to.getTime() - 1),
    })
    const older = crossedBy({ field: 'createdAt', operator: 'olderThan', ...days })
    expect(older).to.deep.equal(created(millisecondEarlier(before(7))))
  })

  it('has the dates of events as far back as their filters look, and counts a click as an open', () => {
    for (const operator of ['triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'] as const) {
      const events = crossedBy({ field: 'event.opened app', operator, ...days })
      expect(events, operator).to.deep.equal([{ kind: 'event', names: ['opened app'], ...before(7) }])
    }
    const opened = crossedBy({ field: 'email.opened', operator: 'triggeredWithin', ...days })
    expect(opened).to.deep.equal([{ kind: 'event', names: ['email.open', 'email.click'], ...before(7) }])
  })

  it('has none for an anniversary until the next day of the project begins', () => {
    const birthday: Filter = { field: 'data.birthday', operator: 'anniversary', value: 3 }
    expect(crossedBy(birthday)).to.deep.equal([])
    expect(crossedBy(birthday, { to: new Date(FROM.getTime() + DAY_MS) })).to.equal(null)
    expect(
      crossedBy(birthday, { from: new Date('2026-03-10T22:30:00Z'), to: new Date('2026-03-10T23:30:00Z') }),
    ).to.deep.equal([])
    const inBerlin = {
      from: new Date('2026-03-10T22:30:00Z'),
      to: new Date('2026-03-10T23:30:00Z'),
      zone: 'Europe/Berlin',
    }
    expect(crossedBy(birthday, inBerlin)).to.equal(null)
  })

  it('cannot tell of dates in fields and of changes, and needs none where time changes nothing', () => {
    for (const operator of ['within', 'withinNext', 'olderThan'] as const) {
      expect(crossedBy({ field: 'data.renews', operator, ...days }), operator).to.equal(null)
      expect(crossedBy({ field: 'updatedAt', operator, ...days }), operator).to.equal(null)
    }
    expect(crossedBy({ field: 'createdAt', operator: 'greaterThan', value: '2026-03-10T12:30:00Z' })).to.deep.equal([])
  })
})
