import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { Event } from '../../models/event.js'
import { Execution } from '../../models/execution.js'
import { StepExecution } from '../../models/step-execution.js'
import { eventually } from '../support/eventually.js'
import { useStack } from '../support/stack.js'
import { makeWorkflow } from '../support/workflows.js'

const TIMES = 200
const AT_ONCE = 10

describe('an event that races with the step that waits for it', () => {
  const posthorn = useStack()

  it(`ends ${TIMES} waits each by the event or by the time-out, and never loses an event`, async function () {
    this.timeout(300_000)
    const workflowId = await makeWorkflow(posthorn.api, {
      name: 'Race',
      eventName: 'start',
      steps: [{ name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'go', timeout: 4 } }],
    })
    const race = async (n: number): Promise<void> => {
      const email = `race-${n}@example.com`
      await posthorn.track(email, 'start')
      // From before the step begins to after its time-out, most of them close to its begin.
      await delay(n % 10 === 0 ? 3_800 + n * 2 : (n * 7) % 240)
      await posthorn.track(email, 'go')
    }
    await mapConcurrent(
      Array.from({ length: TIMES }, (_, n) => n),
      AT_ONCE,
      race,
    )
    await eventually(
      () => Execution.countDocuments({ workflowId, status: 'COMPLETED' }),
      (count) => count === TIMES,
      120_000,
    )

    const executions = await Execution.find({ workflowId }).lean()
    const branches = { event: 0, timeout: 0 }
    for (const { _id, contactId, projectId } of executions) {
      const [walked, ...more] = await StepExecution.find({ projectId, executionId: _id }).lean()
      const go = await Event.findOne({ projectId, contactId, name: 'go' }).orFail().lean()
      expect(more, 'a step walked twice').to.be.empty
      const branch = walked?.branch === 'event' ? 'event' : 'timeout'
      branches[branch] += 1
      const [began, ended, came] = [walked?.startedAt, walked?.completedAt, go.createdAt].map(Number)
      const wasInTime = (came ?? 0) >= (began ?? 0)
      if (branch === 'event') expect(wasInTime, 'an event of before the step').to.equal(true)
      else expect(!wasInTime || (came ?? 0) > (began ?? 0) + 3_900, `lost: ${began} ${came} ${ended}`).to.equal(true)
    }
    expect(branches.event).to.be.greaterThan(0)
    expect(branches.timeout).to.be.greaterThan(0)
  })
})
