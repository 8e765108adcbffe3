import { expect } from 'chai'
import { campaignRates, type CampaignProgress } from '../../../models/domain/campaign-stats.js'

const START = new Date('2026-03-01T09:00:00.000Z')
const after = (seconds: number): Date => new Date(START.getTime() + 1_000 * seconds)

const campaign = (fields: Partial<CampaignProgress>): CampaignProgress => ({
  status: 'SENDING',
  totalRecipients: 1_000,
  sentCount: 0,
  deliveredCount: 0,
  openedCount: 0,
  clickedCount: 0,
  bouncedCount: 0,
  complainedCount: 0,
  unsubscribedCount: 0,
  failedCount: 0,
  skippedCount: 0,
  startedAt: START,
  sentAt: null,
  pausedAt: null,
  pausedMs: 0,
  ...fields,
})

describe('campaignRates', () => {
  it('is in percent of what was sent, in hundredths', () => {
    const counts = { deliveredCount: 7, openedCount: 2, clickedCount: 1, bouncedCount: 0, unsubscribedCount: 3 }
    const rates = campaignRates(campaign({ sentCount: 7, complainedCount: 7, ...counts }), after(1))
    expect(rates).to.include({
      deliveryRate: 100,
      openRate: 28.57,
      clickRate: 14.29,
      bounceRate: 0,
      complaintRate: 100,
      unsubscribeRate: 42.86,
    })
  })

  it('is 0 when nothing was sent, with any other counts', () => {
    const rates = campaignRates(campaign({ failedCount: 5, openedCount: 1 }), after(1))
    expect(rates).to.include({ openRate: 0, deliveryRate: 0, unsubscribeRate: 0 })
  })

  const settled = { sentCount: 50, failedCount: 30, skippedCount: 20 }
  const SPEEDS: [what: string, fields: Partial<CampaignProgress>, perSecond: number | null, doneAt: number | null][] = [
    ['has not begun', { status: 'DRAFT', startedAt: null }, null, null],
    ['waits for its time', { status: 'SCHEDULED', startedAt: null }, null, null],
    ['has no outcome yet', {}, 0, null],
    ['has some outcomes in 40 s', settled, 2.5, 40 + 360],
    ['was paused for 20 of them', { ...settled, pausedMs: 20_000 }, 5, 40 + 180],
    ['is paused since the tenth', { ...settled, pausedAt: after(10) }, 10, null],
    ['is paused again', { ...settled, pausedAt: after(30), pausedMs: 10_000 }, 5, null],
    ['was paused as soon as it began', { pausedAt: START }, 0, null],
    ['has more outcomes than recipients were foreseen', { ...settled, totalRecipients: 90 }, 2.5, 40],
    ['was sent after 20 s', { ...settled, status: 'SENT', sentAt: after(20) }, 5, null],
    ['was cancelled', { ...settled, status: 'CANCELLED' }, null, null],
    ['has no end in sight', { sentCount: 1, totalRecipients: 1e12 }, 0.03, null],
  ]
  for (const [what, fields, perSecond, doneAt] of SPEEDS) {
    it(`says how fast a campaign goes that ${what}`, () => {
      const { recipientsPerSecond, estimatedCompletionAt } = campaignRates(campaign(fields), after(40))
      expect(recipientsPerSecond).to.equal(perSecond)
      expect(estimatedCompletionAt).to.deep.equal(doneAt === null ? null : after(doneAt))
    })
  }

  it('makes no speed of a clock that went back', () => {
    expect(campaignRates(campaign(settled), after(-5))).to.include({
      recipientsPerSecond: 0,
      estimatedCompletionAt: null,
    })
  })
})
