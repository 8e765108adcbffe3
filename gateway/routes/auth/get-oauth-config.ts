import { z } from 'zod'
import { defineEndpoint } from '../../http/endpoint.js'

export const getOauthConfig = defineEndpoint({
  operationId: 'getOauthConfig',
  method: 'get',
  path: '/auth/oauth-config',
  access: 'open',
  summary: 'Tell with which other services one can sign in',
  response: z.object({
    github: z.boolean().meta({ examples: [false] }),
    google: z.boolean().meta({ examples: [false] }),
  }),
  envelope: 'success',
  errors: [],
  async handle() {
    // There are no settings for them yet, so none can be configured.
    return { github: false, google: false }
  },
})
