import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'chai'
import type { ExecutionActivities } from '../../activities/execution.js'
import type { NextStep, StepToRun, StepRef } from '../../models/domain/next-step.js'
import { EVENT_RECEIVED } from '../../workflows/contracts.js'
import { walkExecution } from '../../workflows/walk-execution.js'
import { useTimeSkipping } from '../support/time-skipping.js'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
const END: NextStep = { kind: 'END', status: 'COMPLETED' }

describe('walkExecution, as time passes', () => {
  const time = useTimeSkipping()
  const step = (kind: StepToRun['kind'], sequence: number, fields: Partial<StepToRun> = {}): StepToRun => ({
    kind,
    stepId: `step-${sequence}`,
    sequence,
    name: kind,
    ...fields,
  })
  const input = (next: NextStep) => ({ projectId: 'p', executionId: 'e', versionId: 'w:1', next })

  let begunAt: number
  let done: { what: string; afterMs: number }[]
  beforeEach(async () => {
    begunAt = await time.now()
    done = []
  })
  const note = async (what: string): Promise<void> => {
    done.push({ what, afterMs: (await time.now()) - begunAt })
  }

  it('sleeps through delays of days, and goes on when each is over', async () => {
    const activities: Partial<ExecutionActivities> = {
      beginDelay: async (ref: StepRef) => step('DELAY', ref.sequence, { wakeAtMs: (await time.now()) + 90 * DAY_MS }),
      completeDelay: async ({ sequence }: StepRef) => {
        await note(`delay ${sequence}`)
        return sequence === 1 ? step('DELAY', 2) : END
      },
    }
    const first = step('DELAY', 1, { wakeAtMs: begunAt + 3 * DAY_MS })
    expect(await time.run(walkExecution, input(first), activities)).to.equal('COMPLETED')
    expect(done.map(({ what }) => what)).to.deep.equal(['delay 1', 'delay 2'])
    expect(done[0]?.afterMs).to.be.within(3 * DAY_MS, 3 * DAY_MS + HOUR_MS)
    expect(done[1]?.afterMs).to.be.within(93 * DAY_MS, 93 * DAY_MS + HOUR_MS)
  })

  it('goes on after a delay with the condition behind it, which records the end of the delay', async () => {
    const refs: StepRef[] = []
    const activities: Partial<ExecutionActivities> = {
      evaluateCondition: async (ref: StepRef) => {
        refs.push(ref)
        return { ...END, name: 'Done' }
      },
    }
    const followedBy = { stepId: 'check', name: 'Subscribed?' }
    const first = step('DELAY', 4, { wakeAtMs: begunAt + DAY_MS, retries: 1, followedBy })
    expect(await time.run(walkExecution, input(first), activities)).to.equal('COMPLETED · Done')
    expect(refs).to.deep.equal([
      { projectId: 'p', executionId: 'e', versionId: 'w:1', stepId: 'check', sequence: 5, retries: 1, endsDelay: true },
    ])
  })

  const waiting: Partial<ExecutionActivities> = {
    openWait: async () => null,
    completeWait: async () => {
      await note('settled')
      return END
    },
  }
  const wait = () => step('WAIT_FOR_EVENT', 1, { wakeAtMs: begunAt + 14 * DAY_MS })

  it('ends a wait at its time-out when no event comes', async () => {
    expect(await time.run(walkExecution, input(wait()), waiting)).to.equal('COMPLETED')
    expect(done[0]?.afterMs).to.be.within(14 * DAY_MS, 14 * DAY_MS + HOUR_MS)
  })

  it('ends a wait with its event long before the time-out, and not with one for another step', async () => {
    await time.run(walkExecution, input(wait()), waiting, async (handle) => {
      await time.pass('1 day')
      await handle.signal(EVENT_RECEIVED, { sequence: 7 })
      await time.pass('1 day')
      await handle.signal(EVENT_RECEIVED, { sequence: 1 })
    })
    expect(done[0]?.afterMs).to.be.within(2 * DAY_MS, 3 * DAY_MS)
  })

  it('tries a step’s email for a day, and then tells why it could not be sent', async () => {
    let attempts = 0
    const activities: Partial<ExecutionActivities> = {
      sendStepEmail: async () => {
        attempts += 1
        throw ApplicationFailure.create({ message: 'The provider is full', type: 'DEFERRED' })
      },
      failStep: async (_ref: StepRef, reason: string) => {
        await note(reason)
        return END
      },
    }
    await time.run(walkExecution, input(step('SEND_EMAIL', 1)), activities)
    expect(done.map(({ what }) => what)).to.deep.equal(['The provider is full'])
    expect(done[0]?.afterMs).to.be.within(DAY_MS - HOUR_MS, DAY_MS + HOUR_MS)
    // Every ten minutes at last.
    expect(attempts).to.be.within(140, 170)
  })
})
