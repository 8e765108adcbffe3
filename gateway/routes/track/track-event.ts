import { trackEvent } from '../../../commands/automation/reactions/track-event.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TrackedEvent, TrackedResponse } from '../../schemas/track.js'

export const trackEventRoute = defineEndpoint({
  operationId: 'trackEvent',
  method: 'post',
  path: '/v1/track',
  access: 'publicKey',
  effect: 'keeps',
  summary: 'Record an event of a contact, which is created if unknown',
  description:
    'Starts the workflows of this event, and resumes the executions that wait for it. Every call records an event ' +
    'unless its `Idempotency-Key` was used before.\n\n' +
    'Anybody who reads a page can use the public key in it. For such a project set `publicKeyMayResubscribe` to false ' +
    '(`PATCH /users/@me/projects/{id}`): then `subscribed: true` acts on new contacts alone. `data` sets fields of contacts ' +
    'that are there, too: a field that prices or rights depend on belongs to the secret key.\n\n' +
    'New names of events and fields may take half of those that a project may have, and new fields half of those of a ' +
    'contact. Beyond that the event is stored with its name and its data, starts what listens for it, and the answer is 200; ' +
    'but the data is not stored on the contact, and the name is not among the known names.',
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
