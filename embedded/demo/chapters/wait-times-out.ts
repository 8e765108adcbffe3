import type { WorkflowPlan } from '../build-workflow.js'
import { hasMails, isBuilt, isTracked } from '../claims.js'
import { oneExecution } from '../executions.js'
import { addressOf, STEP_MS, type Chapter } from '../scene.js'

const TIMEOUT_SECONDS = 2
const REMINDER = 'Your basket misses you'

export const waitTimesOut: Chapter = {
  title: 'A wait that times out takes the other branch',
  async tell(scene) {
    const { story, api, tracker, inbox } = scene
    const email = addressOf('dave', scene)
    const eventName = `basket_filled_${scene.run}`
    story.say(`The workflow waits ${TIMEOUT_SECONDS} s for an event that does not come.`)
    const { id: workflowId } = await story.check(isBuilt(api, planOf(eventName, `basket_paid_${scene.run}`)))
    const { contact: contactId } = await story.check(isTracked(tracker, { email, event: eventName }))
    await story.eventually({
      ...hasMails('The mail of the branch "timeout" arrives', inbox, email, [REMINDER]),
      withinMs: STEP_MS,
    })
    await story.eventually({
      ...oneExecution({
        api,
        workflowId,
        contactId,
        that: 'The execution ends',
        expected: 'COMPLETED',
        holds: ({ status }) => status === 'COMPLETED',
      }),
      withinMs: STEP_MS,
    })
    await story.check(hasMails('The branch "event" has sent nothing', inbox, email, [REMINDER]))
  },
}

function planOf(filled: string, paid: string): WorkflowPlan<'wait' | 'thanks' | 'reminder'> {
  return {
    name: 'Left basket',
    eventName: filled,
    steps: {
      wait: { type: 'WAIT_FOR_EVENT', name: 'Paid', config: { eventName: paid, timeout: TIMEOUT_SECONDS } },
      thanks: { type: 'SEND_EMAIL', name: 'Thanks', mail: { subject: 'Thank you', body: '<p>It is paid.</p>' } },
      reminder: { type: 'SEND_EMAIL', name: 'Reminder', mail: { subject: REMINDER, body: '<p>Come back.</p>' } },
    },
    transitions: [
      ['trigger', 'wait'],
      ['wait', 'thanks', 'event'],
      ['wait', 'reminder', 'timeout'],
    ],
  }
}
