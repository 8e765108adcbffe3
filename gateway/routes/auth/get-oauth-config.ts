import { z } from 'zod'
import { offersProvider } from '../../oauth/providers.js'
import { defineEndpoint } from '../../http/endpoint.js'

export const getOauthConfigRoute = defineEndpoint({
  operationId: 'getOauthConfig',
  method: 'get',
  path: '/auth/oauth-config',
  access: 'open',
  summary: 'List external sign-in providers',
  response: z
    .object({ github: z.boolean().meta({ examples: [false] }), google: z.boolean().meta({ examples: [false] }) })
    .meta({ title: 'OfferedProviders' }),
  envelope: 'success',
  errors: [],
  async handle(_input, { services: { config } }) {
    return { github: offersProvider('github', config), google: offersProvider('google', config) }
  },
})
