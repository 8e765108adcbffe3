import { z } from 'zod'
import { defineEndpoint } from '../../http/endpoint.js'

export const getHealthRoute = defineEndpoint({
  operationId: 'getHealth',
  method: 'get',
  path: '/health',
  access: 'open',
  limit: { exempt: 'health' },
  summary: 'Check that the process is alive',
  response: z.object({ status: z.literal('ok') }),
  errors: [],
  async handle() {
    return { status: 'ok' as const }
  },
})
