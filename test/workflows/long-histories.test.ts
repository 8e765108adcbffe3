import { activityInfo } from '@temporalio/activity'
import { expect } from 'chai'
import type { RoundsProgress } from '../../activities/rounds.js'
import type { NextStep, StepRef } from '../../models/domain/next-step.js'
import { importContacts as inSlices } from '../../workflows/jobs.js'
import { sweepSegments as sweep } from '../../workflows/rounds.js'
import { sendCampaignPart } from '../../workflows/send-campaign-part.js'
import { startScheduledWorkflow } from '../../workflows/start-scheduled-workflow.js'
import { walkExecution } from '../../workflows/walk-execution.js'
import { useTimeSkipping } from '../support/time-skipping.js'

// The client reads a workflow's type from the name of its function, and a function made by another has none.
const importContacts = Object.defineProperty(inSlices, 'name', { value: 'importContacts' })
const sweepSegments = Object.defineProperty(sweep, 'name', { value: 'sweepSegments' })
// Temporal suggests a new run for a history of 4 MiB: some calls fill it.
const PADDING = 'x'.repeat(500_000)
const CALLS = 12

describe('a workflow whose history is long goes on in a new run', () => {
  const time = useTimeSkipping()
  let runs: Set<string>
  beforeEach(() => {
    runs = new Set()
  })
  afterEach(() => {
    expect(runs.size, 'runs').to.be.greaterThan(1)
  })

  /** An activity that answers each call with its number, from 1, and notes the run that called it. */
  const numbered = <Input, Result>(calls: Input[], answer: (number: number, input: Input) => Result) => {
    return async (input: Input): Promise<Result> => {
      runs.add(activityInfo().workflowExecution?.runId ?? '')
      return answer(calls.push(input), input)
    }
  }
  const inOrder = Array.from({ length: CALLS }, (_, index) => index)

  it('where the rounds of a schedule have come, and tells in the end what all runs have done', async () => {
    const calls: RoundsProgress[] = []
    const sweepSegmentsOfProjects = numbered(calls, (number, from): RoundsProgress => ({
      ...from,
      round: number + 1,
      after: String(number),
      done: { segments: number },
      failed: [{ projectId: 'p', reason: number === CALLS ? 'Error' : PADDING }],
      isDone: number === CALLS,
    }))
    const ended = await time.run(sweepSegments, undefined, { sweepSegmentsOfProjects })
    expect(ended).to.deep.equal({ done: { segments: CALLS }, failed: [{ projectId: 'p', reason: 'Error' }] })
    expect(calls.map(({ after }) => Number(after))).to.deep.equal(inOrder)
    expect(new Set(calls.map(({ beganMs }) => beganMs)).size).to.equal(1)
  })

  it('behind the last contact that the schedule of a workflow has started, under the name of its first run', async () => {
    const calls: { run: string; beganMs: number; after: string | null }[] = []
    const startExecutions = numbered(calls, (number) => ({
      after: number === CALLS ? null : `${number} ${PADDING}`,
      started: 10,
    }))
    const ended = await time.run(startScheduledWorkflow, { projectId: 'p', workflowId: 'w' }, { startExecutions })
    expect(ended).to.deep.equal({ started: CALLS * 10 })
    expect(calls.map(({ after }) => Number.parseInt(after ?? '0', 10))).to.deep.equal(inOrder)
    expect(new Set(calls.map(({ run, beganMs }) => `${run} ${beganMs}`)).size).to.equal(1)
  })

  it('behind the last slice of a job', async () => {
    const calls: { jobId: string }[] = []
    const importRows = numbered(calls, (number) => ({ isDone: number === CALLS, progress: number, padding: PADDING }))
    await time.run(importContacts, { projectId: 'p', jobId: 'j' }, { importRows })
    expect(calls.map(({ jobId }) => jobId)).to.deep.equal(inOrder.map(() => 'j'))
  })

  it('behind the last slice of a part of a campaign', async () => {
    const calls: { campaignId: string; part: number; start?: { after: string } }[] = []
    const sendSlice = numbered(calls, (number) => ({
      resolved: 1,
      isDone: number === CALLS,
      isPaused: false,
      pauseMs: 0,
      next: { after: `${number} ${PADDING}`, isHalfOpen: false, deferredSinceMs: null, revisitAfterMs: 60_000 },
    }))
    await time.run(sendCampaignPart, { projectId: 'p', campaignId: 'c', part: 3 }, { sendSlice })
    expect(calls.map(({ start }) => Number.parseInt(start?.after ?? '0', 10))).to.deep.equal(inOrder)
    expect(new Set(calls.map(({ campaignId, part }) => `${campaignId} ${part}`))).to.have.all.keys('c 3')
  })

  it('with the next step of an execution', async () => {
    const calls: StepRef[] = []
    const updateStepContact = numbered(calls, (number): NextStep => {
      if (number === CALLS) return { kind: 'END', status: 'COMPLETED' }
      return { kind: 'UPDATE_CONTACT', stepId: `${number} ${PADDING}`, sequence: number + 1, name: 'Next' }
    })
    const next: NextStep = { kind: 'UPDATE_CONTACT', stepId: '0', sequence: 1, name: 'First' }
    const input = { projectId: 'p', executionId: 'e', versionId: 'w:1', next }
    expect(await time.run(walkExecution, input, { updateStepContact })).to.equal('COMPLETED')
    expect(calls.map(({ sequence }) => sequence - 1)).to.deep.equal(inOrder)
    expect(new Set(calls.map(({ executionId, versionId }) => `${executionId} ${versionId}`))).to.have.all.keys('e w:1')
  })
})
