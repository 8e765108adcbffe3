import { expect } from 'chai'
import { scalesOf, valuesOf } from '../../dashboard/shared/chart/chart-scales.js'
import { csvOf, fileNameOf, labelledRows, rowsOf, stepRow } from '../../dashboard/shared/chart/series.js'

const SERIES = [
  {
    id: 'sent',
    label: 'Sent',
    points: [
      { at: '2026-03-02', value: 3 },
      { at: '2026-03-01', value: 1 },
    ],
  },
  { id: 'opened', label: '=Opened, all', points: [{ at: '2026-03-02', value: 2 }] },
]

describe('the rows of a chart', () => {
  it('are the times of all series in order, with a gap when one has no value', () => {
    expect(rowsOf(SERIES)).to.deep.equal([
      { at: '2026-03-01', values: [1, undefined] },
      { at: '2026-03-02', values: [3, 2] },
    ])
  })

  it('become a CSV file in which no name is a formula', () => {
    expect(csvOf('Day', SERIES)).to.equal(`Day,Sent,"'=Opened, all"\r\n2026-03-01,1,\r\n2026-03-02,3,2\r\n`)
    expect(fileNameOf('Emails: sent & read')).to.equal('emails-sent-read.csv')
  })

  it('are measured in whole numbers, also where nothing was counted', () => {
    const valuesUpTo = (most: number) => valuesOf(scalesOf([{ at: '2026-03-01', values: [most] }], 'line', 600).y)
    expect([0, 1, 3, 40].map(valuesUpTo)).to.deep.equal([
      [0, 1],
      [0, 1],
      [0, 1, 2, 3],
      [0, 10, 20, 30, 40],
    ])
  })

  it('get as many labels as fit, the last one included', () => {
    expect(labelledRows(3, 10)).to.deep.equal([0, 1, 2])
    expect(labelledRows(90, 6)).to.deep.equal([14, 29, 44, 59, 74, 89])
    expect(labelledRows(5, 0)).to.deep.equal([4])
    expect(labelledRows(0, 5)).to.deep.equal([])
  })

  it('can be selected with the keys, and stop at their ends', () => {
    expect(stepRow(1, 'ArrowRight', 3)).to.equal(2)
    expect(stepRow(2, 'ArrowRight', 3)).to.equal(2)
    expect(stepRow(2, 'Home', 3)).to.equal(0)
    expect(stepRow(0, 'End', 3)).to.equal(2)
    expect(stepRow(0, 'j', 3)).to.equal(null)
  })
})
