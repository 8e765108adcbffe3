import { z } from 'zod'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { findUnreachable } from '../../../runtime/readiness.js'

export const getReadinessRoute = defineEndpoint({
  operationId: 'getReadiness',
  method: 'get',
  path: '/ready',
  access: 'open',
  limit: { exempt: 'health' },
  summary: 'Check that MongoDB and Temporal are reachable',
  response: z.object({ status: z.literal('ready'), mongodb: z.literal(true), temporal: z.literal(true) }),
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { services }) {
    const unreachable = await findUnreachable(services.temporal)
    if (unreachable.length > 0) {
      const details = { mongodb: !unreachable.includes('MongoDB'), temporal: !unreachable.includes('Temporal') }
      throw new AppError('SERVICE_UNAVAILABLE', `${unreachable.join(' and ')} cannot be reached`, { details })
    }
    return { status: 'ready' as const, mongodb: true as const, temporal: true as const }
  },
})
