import { expect } from 'chai'
import type { CampaignActivities } from '../../activities/campaign.js'
import { CAMPAIGN_CHANGED } from '../../workflows/contracts.js'
import { sendCampaign } from '../../workflows/send-campaign.js'
import { sendCampaignPart } from '../../workflows/send-campaign-part.js'
import { useTimeSkipping } from '../support/time-skipping.js'

const DAY_MS = 24 * 60 * 60 * 1_000
const HOUR_MS = DAY_MS / 24
// The longest pause is five minutes. A slow machine adds some seconds to each.
const PAUSE_MS = 60_000

describe('sendCampaign, as time passes', () => {
  const time = useTimeSkipping()
  let begunAt: number
  let dueAt: number
  let done: { what: string; afterMs: number }[]

  beforeEach(async () => {
    begunAt = await time.now()
    dueAt = begunAt + 30 * DAY_MS
    done = []
  })
  const note = async (what: string): Promise<void> => {
    done.push({ what, afterMs: (await time.now()) - begunAt })
  }
  const activities = (): Partial<CampaignActivities> => ({
    beginCampaign: async () => {
      await note('asked')
      const waitMs = dueAt - (await time.now())
      return waitMs > 0 ? { state: 'waiting', waitMs, at: new Date(dueAt).toISOString() } : { state: 'sending' }
    },
    freezeAudience: async () => {
      await note('frozen')
      const isDone = done.filter(({ what }) => what === 'frozen').length > 1
      return { isDone, parts: 0, recipients: 0 }
    },
    finishCampaign: async () => {
      await note('finished')
      return done.filter(({ what }) => what === 'finished').length > 1
    },
  })
  const ref = { projectId: 'p', campaignId: 'c' }

  it('sleeps until it is due, then freezes its audience by calls until it has all, and ends when all is settled', async () => {
    await time.run(sendCampaign, ref, activities())
    expect(done.map(({ what }) => what)).to.deep.equal(['asked', 'asked', 'frozen', 'frozen', 'finished', 'finished'])
    expect(done[1]?.afterMs).to.be.within(30 * DAY_MS, 30 * DAY_MS + HOUR_MS)
  })

  it('asks again for its time when it is told of a change, and begins by the new one', async () => {
    await time.run(sendCampaign, ref, activities(), async (handle) => {
      await time.pass('1 day')
      dueAt = begunAt + 5 * DAY_MS
      await handle.signal(CAMPAIGN_CHANGED)
    })
    expect(done.map(({ what }) => what).slice(0, 4)).to.deep.equal(['asked', 'asked', 'asked', 'frozen'])
    expect(done[2]?.afterMs).to.be.within(5 * DAY_MS, 5 * DAY_MS + HOUR_MS)
  })

  it('ends at once when it is cancelled while it waits, and says so', async () => {
    const cancelled: Partial<CampaignActivities> = {
      ...activities(),
      recordCampaignCancellation: async () => note('cancelled'),
    }
    const outcome = await time
      .run(sendCampaign, ref, cancelled, async (handle) => {
        await time.pass('1 day')
        await handle.cancel()
      })
      .catch((error: unknown) => error)
    expect(outcome).to.have.property('name', 'WorkflowFailedError')
    expect(done.map(({ what }) => what)).to.deep.equal(['asked', 'cancelled', 'finished', 'finished'])
    expect(done[1]?.afterMs).to.be.within(DAY_MS, 2 * DAY_MS)
  })

  it('sends to a part as soon as it has recipients, and to the others while it freezes on', async () => {
    let sent: (part: number) => void = () => undefined
    const isSent = new Promise<void>((resolve) => (sent = (part) => part === 1 && resolve()))
    const frozen = [
      { isDone: false, parts: 1, recipients: 1 },
      { isDone: false, parts: 2, recipients: 2 },
      { isDone: true, parts: 3, recipients: 3 },
    ]
    const concurrent: Partial<CampaignActivities> = {
      ...activities(),
      freezeAudience: async ({ begun }) => {
        // The last call ends only when the parts before it have sent.
        if (begun === 2) await isSent
        await note(`frozen after ${begun}`)
        return frozen[begun] ?? { isDone: true, parts: 0, recipients: 0 }
      },
      sendSlice: async ({ part }) => {
        await note(`part ${part}`)
        sent(part)
        const next = { after: '', isHalfOpen: false, deferredSinceMs: null, revisitAfterMs: 60_000 }
        return { resolved: 1, isDone: true, isPaused: false, pauseMs: 0, next }
      },
    }
    dueAt = begunAt
    await time.run(sendCampaign, ref, concurrent)
    const order = done.map(({ what }) => what)
    const freezes = ['frozen after 0', 'frozen after 1', 'frozen after 2']
    expect(order).to.have.members(['asked', ...freezes, 'part 0', 'part 1', 'part 2', 'finished', 'finished'])
    expect(order.indexOf('part 1')).to.be.below(order.indexOf('frozen after 2'))
    expect(order.indexOf('part 2')).to.be.below(order.indexOf('finished'))
  })

  it('waits twice as long after each slice in which the provider took nothing, and briefly after one that it took', async () => {
    const startedAt: number[] = []
    const next = { after: '', deferredSinceMs: null, revisitAfterMs: 60_000 }
    const sendSlice = async () => {
      startedAt.push(await time.now())
      const isHalfOpen = startedAt.length !== 9
      return {
        resolved: 0,
        isDone: startedAt.length === 11,
        isPaused: false,
        pauseMs: PAUSE_MS,
        next: { ...next, isHalfOpen },
      }
    }
    await time.run(sendCampaignPart, { ...ref, part: 0 }, { sendSlice })
    const pauses = startedAt.slice(1).map((at, index) => Math.floor((at - (startedAt[index] ?? 0)) / PAUSE_MS))
    expect(pauses).to.deep.equal([1, 2, 4, 5, 5, 5, 5, 5, 5, 1])
  })
})
