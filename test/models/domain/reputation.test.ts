import { expect } from 'chai'
import {
  isHarmful,
  judgeReputation,
  type ReputationLevel,
  type ReputationMeasure,
} from '../../../models/domain/reputation.js'

const NONE = { total: 0, bounces: 0, complaints: 0 }

describe('the reputation of a project', () => {
  const ROWS: [measure: ReputationMeasure, total: number, count: number, level: ReputationLevel][] = [
    ['bounce7Day', 100, 4, 'healthy'],
    ['bounce7Day', 100, 5, 'warning'],
    ['bounce7Day', 100, 9, 'warning'],
    ['bounce7Day', 100, 14, 'warning'],
    ['bounce7Day', 140, 14, 'warning'],
    ['bounce7Day', 150, 15, 'critical'],
    ['bounce7Day', 99, 99, 'healthy'],
    ['bounceAllTime', 1_000, 39, 'healthy'],
    ['bounceAllTime', 1_000, 40, 'warning'],
    ['bounceAllTime', 1_000, 80, 'critical'],
    ['complaint7Day', 10_000, 7, 'healthy'],
    ['complaint7Day', 2_000, 2, 'warning'],
    ['complaint7Day', 100, 4, 'warning'],
    ['complaint7Day', 3_000, 5, 'critical'],
    ['complaintAllTime', 10_000, 2, 'healthy'],
    ['complaintAllTime', 10_000, 3, 'warning'],
    ['complaintAllTime', 10_000, 12, 'critical'],
  ]
  for (const [measure, total, count, level] of ROWS) {
    it(`is ${level} by ${measure} with ${count} of ${total}`, () => {
      const counts = {
        total,
        ...(measure.startsWith('bounce') ? { bounces: count, complaints: 0 } : { bounces: 0, complaints: count }),
      }
      const isRecent = measure.endsWith('7Day')
      const judged = judgeReputation({ sevenDay: isRecent ? counts : NONE, allTime: isRecent ? NONE : counts })
      expect(judged.levels[measure]).to.equal(level)
      expect(judged.violations).to.have.lengthOf(level === 'critical' ? 1 : 0)
      expect(judged.warnings).to.have.lengthOf(level === 'warning' ? 1 : 0)
    })
  }

  it('is judged by the given counts, and shows the rates of all', () => {
    const all = { total: 400, bounces: 40, complaints: 0 }
    const { sevenDay, judged, levels } = judgeReputation(
      { sevenDay: all, allTime: all },
      { sevenDay: NONE, allTime: { total: 200, bounces: 8, complaints: 0 } },
    )
    expect([sevenDay.bounceRate, judged.sevenDay.bounceRate, judged.allTime.bounceRate]).to.deep.equal([10, 0, 4])
    expect(levels).to.include({ bounce7Day: 'healthy', bounceAllTime: 'warning' })
  })

  for (const [total, bounces, complaints, harmful] of [
    [99, 99, 99, false],
    [150, 14, 4, false],
    [200, 15, 0, false],
    [187, 15, 0, true],
    [4_200, 0, 5, false],
    [4_000, 0, 5, true],
    [100_000, 0, 119, false],
  ] as const) {
    it(`${harmful ? 'pauses' : 'leaves'} a campaign with ${bounces} bounces and ${complaints} complaints of ${total}`, () => {
      expect(isHarmful({ total, bounces, complaints })).to.equal(harmful)
    })
  }

  it('has true rates below a hundred messages too', () => {
    const { sevenDay, allTime } = judgeReputation({ sevenDay: { total: 3, bounces: 1, complaints: 0 }, allTime: NONE })
    expect(sevenDay).to.include({ bounceRate: 33.333, complaintRate: 0 })
    expect(allTime).to.include({ bounceRate: 0, complaintRate: 0 })
  })
})
