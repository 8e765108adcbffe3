import type { WorkflowPlan } from '../build-workflow.js'
import { hasMails, isBuilt, isTracked } from '../claims.js'
import { oneExecution } from '../executions.js'
import { addressOf, STEP_MS, type Chapter, type Scene } from '../scene.js'

const WELCOME = 'Welcome, Carol'
const PRO = 'Carol, your pro plan is ready'

export const twoMails: Chapter = {
  title: 'An event starts a workflow: mail, delay, wait for a second event, condition, mail',
  async tell(scene) {
    const { story, api, tracker, inbox } = scene
    const email = addressOf('carol', scene)
    const events = { start: `signed_up_${scene.run}`, next: `plan_chosen_${scene.run}` }
    const { id: workflowId } = await story.check(isBuilt(api, planOf(events)))
    const { contact: contactId } = await story.check(
      isTracked(tracker, { email, event: events.start, data: { firstName: 'Carol' } }),
    )
    await story.eventually({ ...hasMails('The first mail arrives', inbox, email, [WELCOME]), withinMs: STEP_MS })
    const execution = { api, workflowId, contactId }
    const [waiting] = await story.eventually({
      ...oneExecution({
        ...execution,
        that: 'After a delay of 3 s the execution waits for a second event',
        expected: 'WAITING at "Plan chosen"',
        holds: ({ status, currentStep }) => status === 'WAITING' && currentStep?.name === 'Plan chosen',
      }),
      withinMs: STEP_MS,
    })
    tellWhereToLook(scene, waiting?.temporalWorkflowId ?? '')
    await story.check(isTracked(tracker, { email, event: events.next, data: { plan: 'pro' } }))
    await story.eventually({
      ...oneExecution({
        ...execution,
        that: 'That event set data.plan to "pro", the condition says yes, and the execution ends',
        expected: 'EXITED, "Is on pro"',
        holds: ({ status, exitReason }) => status === 'EXITED' && exitReason === 'Is on pro',
      }),
      withinMs: STEP_MS,
    })
    await story.eventually({
      ...hasMails('Both mails are there, in order, each once', inbox, email, [WELCOME, PRO]),
      withinMs: STEP_MS,
    })
  },
}

function tellWhereToLook({ story, stack }: Scene, temporalWorkflowId: string): void {
  const { temporalUi } = stack()
  if (!temporalUi) return
  story.say("This execution in Temporal's web UI:")
  story.say(`  ${temporalUi}/namespaces/default/workflows/${encodeURIComponent(temporalWorkflowId)}`)
}

type Step = 'welcome' | 'pause' | 'wait' | 'isPro' | 'pro' | 'end'

function planOf(events: { start: string; next: string }): WorkflowPlan<Step> {
  return {
    name: 'Welcome and upgrade',
    eventName: events.start,
    steps: {
      welcome: {
        type: 'SEND_EMAIL',
        name: 'Welcome',
        mail: { subject: 'Welcome, {{ firstName ?? there }}', body: '<p>It is good to have you here.</p>' },
      },
      pause: { type: 'DELAY', name: 'Pause', config: { amount: 0.05, unit: 'minutes' } },
      wait: { type: 'WAIT_FOR_EVENT', name: 'Plan chosen', config: { eventName: events.next, timeout: 600 } },
      isPro: { type: 'CONDITION', name: 'Is pro', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
      pro: {
        type: 'SEND_EMAIL',
        name: 'Pro plan',
        mail: { subject: '{{ firstName }}, your {{ plan }} plan is ready', body: '<p>Enjoy it.</p>' },
      },
      end: { type: 'EXIT', name: 'End', config: { reason: 'Is on pro' } },
    },
    transitions: [
      ['trigger', 'welcome'],
      ['welcome', 'pause'],
      ['pause', 'wait'],
      ['wait', 'isPro', 'event'],
      ['isPro', 'pro', 'yes'],
      ['pro', 'end'],
    ],
  }
}
