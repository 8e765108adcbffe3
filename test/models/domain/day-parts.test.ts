import { expect } from 'chai'
import { daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { beginOf, partOf, quarterOf, utcDays } from '../../../models/domain/day-parts.js'

describe('the parts of a day', () => {
  it('begin wherever a day begins in a time zone, in summer and in winter', () => {
    const cut: string[] = []
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const day of ['2026-01-15', '2026-07-15', '2028-01-15', '2028-07-15']) {
        const start = startOfDay(zone, day)
        const { date, quarter } = quarterOf(start)
        const begin = beginOf({ date, quarter: partOf(quarter) })
        if (begin.getTime() !== start.getTime()) cut.push(`${zone} ${day}`)
      }
    }
    expect(cut).to.deep.equal([])
  })

  it('are hours, cut where a day begins, and fewer than forty', () => {
    const begins = [...new Set(Array.from({ length: 96 }, (_, quarter) => partOf(quarter)))]
    expect(begins).to.have.length(37)
    expect(begins.slice(0, 4)).to.deep.equal([0, 4, 8, 10])
  })

  const day = (date: string, from: number, to: number) => ({ date, from, to })
  for (const [from, to, whole, cut] of [
    ['2026-03-02T00:00Z', '2026-03-04T00:00Z', ['2026-03-02', '2026-03-03'], []],
    ['2026-03-01T23:00Z', '2026-03-02T23:00Z', null, [day('2026-03-01', 92, 96), day('2026-03-02', 0, 92)]],
    [
      '2026-03-01T18:15Z',
      '2026-03-03T18:15Z',
      ['2026-03-02', '2026-03-02'],
      [day('2026-03-01', 73, 96), day('2026-03-03', 0, 73)],
    ],
    ['2026-03-02T05:00Z', '2026-03-02T07:00Z', null, [day('2026-03-02', 20, 28)]],
    ['2026-03-02T05:00Z', null, ['2026-03-03', '9'], [day('2026-03-02', 20, 96)]],
    [null, '2026-03-02T00:00Z', ['0', '2026-03-01'], []],
    [null, null, ['0', '9'], []],
    ['2026-03-02T05:00Z', '2026-03-02T05:00Z', null, []],
  ] as [string | null, string | null, [string, string] | null, object[]][]) {
    it(`of ${from ?? 'ever'} to ${to ?? 'ever'} are whole days and those at the ends`, () => {
      const found = utcDays({ from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined })
      expect(found).to.deep.equal({ whole: whole && { first: whole[0], last: whole[1] }, cut })
    })
  }

  it('are of one calendar day each', () => {
    expect(quarterOf(new Date('2026-03-01T23:59:59.999Z'))).to.deep.equal({ date: '2026-03-01', quarter: 95 })
    expect(quarterOf(new Date(`${daysAfter('2026-03-01', 1)}T00:00Z`))).to.deep.equal({
      date: '2026-03-02',
      quarter: 0,
    })
  })
})
