import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { Contact, Event, Execution } from '../support/models.js'
import { runs } from '../support/runs.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeWorkflow } from '../support/workflows.js'
import { outcomesOf } from '../support/walks.js'

// RUNS=200 npm test -- test/end-to-end/event-races.test.ts
const TIMES = runs(40).numRuns
const AT_ONCE = 10

describe('an event that races with the step that waits for it', () => {
  const posthorn = useStack()

  it(`ends ${TIMES} waits each by the event or by the time-out, and never loses an event`, async () => {
    const workflowId = await makeWorkflow(posthorn.api, {
      name: 'Race',
      eventName: 'start',
      steps: [{ name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'go', timeout: 4 } }],
    })
    const answeredAt = new Map<string, number>()
    const hasStatus = (email: string, ...statuses: ('WAITING' | 'COMPLETED')[]) =>
      eventually(
        async () => {
          const contact = await Contact.findOne({ projectId: posthorn.project.id, email }).lean()
          return contact && Execution.exists({ workflowId, contactId: contact._id, status: { $in: statuses } })
        },
        (found) => found !== null,
      )
    const race = async (n: number): Promise<void> => {
      const email = `race-${n}@example.com`
      await posthorn.track(email, 'start')
      // Some events come within the wait, unless the machine stands still for as long, and some after it.
      if (n % 20 === 1) await hasStatus(email, 'WAITING', 'COMPLETED')
      else if (n % 20 === 2) await hasStatus(email, 'COMPLETED')
      // The other events come from before the step begins to after its time-out, most of them close to its begin.
      else await delay(n % 10 === 0 ? 3_800 + n * 2 : (n * 7) % 240)
      await posthorn.track(email, 'go')
      answeredAt.set(email, Date.now())
    }
    await mapConcurrent(
      Array.from({ length: TIMES }, (_, n) => n),
      AT_ONCE,
      race,
    )
    await eventuallyEquals(() => Execution.countDocuments({ workflowId, status: 'COMPLETED' }), TIMES)

    const executions = await Execution.find({ workflowId }).lean()
    const branches = { event: 0, timeout: 0 }
    for (const { _id, contactId, projectId } of executions) {
      const [walked, ...more] = await outcomesOf(_id)
      const go = await Event.findOne({ projectId, contactId, name: 'go' }).orFail().lean()
      expect(more, 'a step walked twice').to.be.empty
      const branch = walked?.branch === 'event' ? 'event' : 'timeout'
      branches[branch] += 1
      const { email } = await Contact.findById(contactId).orFail().lean()
      const [began, came] = [Number(walked?.startedAt), Number(go.createdAt)]
      // An event that is not answered yet may not be stored yet. Each came after the trigger.
      const answered = answeredAt.get(email) ?? 0
      if (branch === 'timeout') expect(answered > began + 3_900, `lost: ${began} ${came} ${answered}`).to.equal(true)
    }
    expect(branches.event).to.be.greaterThan(0)
    expect(branches.timeout).to.be.greaterThan(0)
  })
})
