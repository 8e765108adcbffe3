import { Api } from '../../../embedded/demo/api.js'
import { buildWorkflow } from '../../../embedded/demo/build-workflow.js'
import type { CreatedProject } from '../../../commands/tenancy/projects/create-project.js'
import type { Site } from '../site.js'
import { EVENTS } from './track.js'

/** The subjects of the mails of an execution: the first, the one after the event, the one after the time-out. */
export const JOURNEY_MAILS = {
  first: 'Journey: welcome',
  event: 'Journey: thanks',
  timeout: 'Journey: still here',
} as const

/** How long an execution waits for its event. */
export const WAIT_SECONDS = 45

/** A workflow of send, delay, webhook, wait for an event, condition and send; answers with its id. */
export async function buildJourney(cluster: Site, project: CreatedProject): Promise<string> {
  const { signal } = new AbortController()
  const api = new Api({ origin: cluster.origins.gateway, key: project.secretKey, signal })
  const mail = (subject: string) => ({
    type: 'SEND_EMAIL',
    name: subject,
    mail: { subject, body: '<p>Hello {{ email }}</p><p><a href="https://shop.example/journey">Go on</a></p>' },
  })
  const { id } = await buildWorkflow(api, {
    name: 'Journey',
    eventName: EVENTS.start,
    steps: {
      first: mail(JOURNEY_MAILS.first),
      pause: { type: 'DELAY', name: 'Pause', config: { amount: 0.05, unit: 'minutes' } },
      hook: {
        type: 'WEBHOOK',
        name: 'Tell the shop',
        config: {
          url: `http://${cluster.webhookAddress}/hook`,
          maxAttempts: 10,
          body: { execution: '{{ execution.id }}' },
        },
      },
      wait: { type: 'WAIT_FOR_EVENT', name: 'Upgrade', config: { eventName: EVENTS.next, timeout: WAIT_SECONDS } },
      check: { type: 'CONDITION', name: 'Known?', config: { field: 'email', operator: 'contains', value: '@' } },
      thanks: mail(JOURNEY_MAILS.event),
      reminder: mail(JOURNEY_MAILS.timeout),
      end: { type: 'EXIT', name: 'End', config: { reason: 'Done' } },
    },
    transitions: [
      ['trigger', 'first'],
      ['first', 'pause'],
      ['pause', 'hook'],
      ['hook', 'wait', 'success'],
      ['wait', 'check', 'event'],
      ['wait', 'reminder', 'timeout'],
      ['check', 'thanks', 'yes'],
      ['thanks', 'end'],
      ['reminder', 'end'],
    ],
  })
  return id
}
