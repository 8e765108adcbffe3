import { z } from 'zod'
import { STARTERS } from '../../../models/domain/design/starters/starters.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StarterResponse } from '../../schemas/starter.js'

export const listStartersRoute = defineEndpoint({
  operationId: 'listStarters',
  method: 'get',
  path: '/designs/starters',
  access: 'project',
  summary: 'List the designs to start from',
  description:
    'The same for every project. Create a template from one with `POST /templates` and its `id` as `starter`.',
  response: z.array(StarterResponse),
  errors: [],
  handle: async () => STARTERS.map((starter) => ({ ...starter })),
})
