import { expect } from 'chai'
import {
  judgeCampaign,
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

  for (const [total, bounces, complaints, judgement] of [
    [99, 99, 99, 'undecided'],
    [99, 14, 0, 'harmless'],
    [99, 0, 5, 'undecided'],
    [150, 14, 4, 'harmless'],
    [200, 15, 0, 'harmless'],
    [187, 15, 0, 'harmful'],
    [4_200, 0, 5, 'harmless'],
    [4_000, 0, 5, 'harmful'],
    [100_000, 0, 119, 'harmless'],
  ] as const) {
    it(`finds a campaign with ${bounces} bounces and ${complaints} complaints of ${total} ${judgement}`, () => {
      expect(judgeCampaign({ total, bounces, complaints })).to.equal(judgement)
    })
  }

  it('is undecided while a measure is only not critical because of the small number of mails', () => {
    const isUndecided = (sevenDay: object, allTime: object): boolean =>
      judgeReputation({ sevenDay: { ...NONE, ...sevenDay }, allTime: { ...NONE, ...allTime } }).isUndecided
    expect(isUndecided({ total: 99, bounces: 15 }, {})).to.equal(true)
    expect(isUndecided({ total: 99, bounces: 14 }, {})).to.equal(false)
    expect(isUndecided({ total: 100, bounces: 15 }, { total: 100, bounces: 15 })).to.equal(false)
    expect(isUndecided({ total: 99, complaints: 5 }, { total: 10_000, complaints: 5 })).to.equal(true)
  })

  it('has true rates below a hundred messages too', () => {
    const { sevenDay, allTime } = judgeReputation({ sevenDay: { total: 3, bounces: 1, complaints: 0 }, allTime: NONE })
    expect(sevenDay).to.include({ bounceRate: 33.333, complaintRate: 0 })
    expect(allTime).to.include({ bounceRate: 0, complaintRate: 0 })
  })
})
