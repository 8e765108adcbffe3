import { trackEvent } from '../../../commands/automation/reactions/track-event.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TrackedEvent, TrackedResponse } from '../../schemas/track.js'

export const trackEventRoute = defineEndpoint({
  operationId: 'trackEvent',
  method: 'post',
  path: '/v1/track',
  access: 'publicKey',
  effect: 'keeps',
  summary: 'Track an event',
  description:
    'Starts workflows with this event and resumes executions that wait for it. Creates the contact if the address ' +
    'is unknown. Every call records an event unless its `Idempotency-Key` was used before.\n\n' +
    'Anyone can use a public key from a web page. If a page contains the key, set `publicKeyMayResubscribe` to ' +
    'false (`PATCH /users/@me/projects/{id}`): then `subscribed: true` applies to new contacts only. `data` also ' +
    'sets fields of existing contacts. Set fields that prices or permissions depend on with the secret key only.\n\n' +
    'With the public key, new event and field names can use half of the names a project can have, and new fields ' +
    'half of those of a contact. Above that, the event is still stored with its name and data and starts workflows, ' +
    'and the response is 200; but the data is not stored on the contact, and the name is not listed.',
  example: { body: { email: 'ada@example.com', event: 'signed up', data: { plan: 'pro' } } },
  request: { body: TrackedEvent },
  response: TrackedResponse,
  envelope: 'success',
  idempotent: true,
  errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_KEY_REUSED'],
  async handle({ body }, { projectId, project, idempotency }) {
    const { contact, event } = await trackEvent({
      projectId,
      who: { email: body.email },
      name: body.event,
      patch: body.data,
      subscribed: body.subscribed,
      claim: idempotency,
      byPublicKey: { mayResubscribe: project.publicKeyMayResubscribe },
    })
    return { contact: contact._id, event: event._id, timestamp: event.createdAt.toISOString() }
  },
})
