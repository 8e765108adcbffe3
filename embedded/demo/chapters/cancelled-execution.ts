import { z } from 'zod'
import type { Api } from '../api.js'
import type { WorkflowPlan } from '../build-workflow.js'
import { hasMails, isBuilt } from '../claims.js'
import { Execution, oneExecution } from '../executions.js'
import { addressOf, STEP_MS, type Chapter } from '../scene.js'

const DELAY_SECONDS = 12
const WATCH_MS = 3_000
const SUBJECT = 'Your trial ends'

const Created = z.object({ id: z.string() })

export const cancelledExecution: Chapter = {
  title: 'A cancelled execution sends nothing more',
  async tell(scene) {
    const { story, api, inbox } = scene
    const emails = { erin: addressOf('erin', scene), frank: addressOf('frank', scene) }
    story.say(
      `A delay of ${DELAY_SECONDS} s, then a mail. Of two executions one is cancelled; the other shows the time.`,
    )
    const { id: workflowId } = await story.check(isBuilt(api, planOf(`trial_began_${scene.run}`)))
    const { erin } = await story.check({
      that: "Erin's and Frank's executions are started over the API",
      expected: 'two executions',
      // Frank's execution starts after Erin's, so that it is the last to wake up.
      look: async () => ({
        erin: await start(api, workflowId, emails.erin),
        frank: await start(api, workflowId, emails.frank),
      }),
      holds: () => true,
      tell: ({ erin, frank }) => `${erin.id}, ${frank.id}`,
    })
    const ofErin = { api, workflowId, contactId: erin.contactId }
    await story.eventually({
      ...oneExecution({
        ...ofErin,
        that: "Erin's waits out its delay",
        expected: 'WAITING at "Trial"',
        holds: ({ status, currentStep }) => status === 'WAITING' && currentStep?.name === 'Trial',
      }),
      withinMs: STEP_MS,
    })
    await story.check({
      that: 'DELETE cancels it at once',
      expected: 'CANCELLED',
      look: () => api.delete(`/workflows/${workflowId}/executions/${erin.id}`, Execution),
      holds: ({ status }) => status === 'CANCELLED',
      tell: ({ status }) => status,
    })
    await story.eventually({
      ...hasMails("Frank's sends its mail when the delay is over", inbox, emails.frank, [SUBJECT]),
      withinMs: STEP_MS,
    })
    await story.stays({
      ...hasMails("Erin's has sent nothing by then, and sends nothing after", inbox, emails.erin, []),
      forMs: WATCH_MS,
    })
    await story.check(
      oneExecution({
        ...ofErin,
        that: "Erin's is still cancelled",
        expected: 'CANCELLED',
        holds: ({ status }) => status === 'CANCELLED',
      }),
    )
  },
}

async function start(api: Api, workflowId: string, email: string): Promise<{ id: string; contactId: string }> {
  const { id: contactId } = await api.post('/contacts', { email }, Created)
  const { id } = await api.post(`/workflows/${workflowId}/executions`, { contactId }, Created)
  return { id, contactId }
}

function planOf(eventName: string): WorkflowPlan<'trial' | 'ending'> {
  return {
    name: 'Trial',
    eventName,
    steps: {
      trial: { type: 'DELAY', name: 'Trial', config: { amount: DELAY_SECONDS / 60, unit: 'minutes' } },
      ending: { type: 'SEND_EMAIL', name: 'Ending', mail: { subject: SUBJECT, body: '<p>Stay with us.</p>' } },
    },
    transitions: [
      ['trigger', 'trial'],
      ['trial', 'ending'],
    ],
  }
}
