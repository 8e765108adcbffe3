import { countEventsOf } from '../../../commands/base/events/count-events.js'
import { findEventUsage } from '../../../commands/lifecycle/erasure/find-field-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventNameParams } from '../../schemas/event.js'
import { EventUsage } from '../../schemas/usage.js'

export const getEventUsageRoute = defineEndpoint({
  operationId: 'getEventUsage',
  method: 'get',
  path: '/events/:eventName/usage',
  access: 'project',
  summary: 'Get the usage of an event',
  description:
    'Returns the segments and campaigns with conditions on the event, the workflows that use it in a trigger, wait ' +
    'or condition, and the number of recorded events.',
  request: { params: EventNameParams },
  response: EventUsage,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle({ params: { eventName } }, { projectId }) {
    const [usage, counts] = await Promise.all([
      findEventUsage(projectId, eventName),
      countEventsOf(projectId, eventName),
    ])
    return { ...usage, ...counts }
  },
})
