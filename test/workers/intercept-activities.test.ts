import type { ApplicationFailure } from '@temporalio/common'
import type { Context } from '@temporalio/activity'
import { expect } from 'chai'
import { pino } from 'pino'
import { AppError } from '../../models/domain/errors.js'
import { interceptActivity } from '../../workers/intercept-activities.js'

const info = {
  activityType: 'sendStepEmail',
  taskQueue: 'executions',
  attempt: 3,
  workflowType: 'walkExecution',
  workflowExecution: { workflowId: 'execution:e', runId: 'r' },
} as Context['info']
const ids = {
  activity: 'sendStepEmail',
  queue: 'executions',
  attempt: 3,
  workflowType: 'walkExecution',
  workflowId: 'execution:e',
  runId: 'r',
  projectId: 'p',
  executionId: 'e',
}

describe('an activity that fails', () => {
  let lines: Record<string, unknown>[]
  beforeEach(() => (lines = []))

  const fail = async (error: Error): Promise<ApplicationFailure> => {
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
    const input = { headers: {}, args: [{ projectId: 'p', executionId: 'e', to: 'ada@example.com' }] }
    const { execute } = interceptActivity(log, info)
    try {
      await execute?.(input, async () => {
        throw error
      })
    } catch (failure) {
      return failure as ApplicationFailure
    }
    return expect.fail('It went through')
  }

  it('logs its ids and the masked error, of which the history gets the name alone', async () => {
    const failure = await fail(new TypeError('E11000 dup key: { to: "ada@example.com" }'))
    expect(failure).to.include({ message: 'TypeError', type: 'TypeError' })
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ ...ids, level: 40, msg: 'activity failed, Temporal will try again' })
    expect(JSON.stringify(lines)).to.include('dup key').and.not.include('ada@')
  })

  it('logs the code alone of an error of the product, which is not tried again', async () => {
    const failure = await fail(new AppError('TEMPLATE_NOT_FOUND', 'Template of ada@example.com not found'))
    expect(failure).to.include({ type: 'TEMPLATE_NOT_FOUND', nonRetryable: true })
    expect(lines[0]).to.include({ ...ids, code: 'TEMPLATE_NOT_FOUND', msg: 'activity failed' })
    expect(JSON.stringify(lines)).to.not.include('ada@')
  })
})
