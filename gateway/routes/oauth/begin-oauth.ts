import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import { redirect } from '../../http/response/reply.js'
import { checksCookie } from '../../oauth/checks-cookie.js'
import { beginOauth as begin, requireProvider } from '../../oauth/providers.js'
import { OauthParams } from '../../schemas/oauth.js'

export const beginOauth = defineEndpoint({
  operationId: 'beginOauth',
  method: 'get',
  path: '/oauth/:provider',
  access: 'open',
  summary: 'Sign in by another service',
  description: 'Redirects the browser to GitHub or Google; 404 for a service that is not set up.',
  request: { params: OauthParams },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { services: { config }, headers }) {
    const provider = requireProvider(params.provider, config)
    const { location, checks } = await begin(provider, config)
    // A foreign page could have signed the browser in there as somebody else, who would be let into this account.
    const connects = headers['sec-fetch-site'] !== 'cross-site'
    return redirect(location, { 'Set-Cookie': checksCookie(provider, { ...checks, connects }, config) })
  },
})
