import { z } from 'zod'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import { askWho, ASKS_WHO } from '../../http/request/presence.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { redirect, reply } from '../../http/response/reply.js'
import { checksCookie } from '../../oauth/checks-cookie.js'
import { beginOauth, requireProvider } from '../../oauth/providers.js'
import { OauthParams } from '../../schemas/oauth.js'
import { PresenceBody } from '../../schemas/user.js'

export const beginOauthRoute = defineEndpoint({
  operationId: 'beginOauth',
  method: 'get',
  path: '/oauth/:provider',
  access: 'open',
  summary: 'Sign in with an external account',
  description: 'Redirects the browser to GitHub or Google. Returns 404 for a provider that is not set up.',
  request: { params: OauthParams },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, context) {
    const { location, cookie } = await begin(params.provider, null, context)
    return redirect(location, { 'Set-Cookie': cookie })
  },
})

export const connectOauthRoute = defineEndpoint({
  operationId: 'connectOauth',
  method: 'post',
  path: '/oauth/:provider',
  access: 'user',
  summary: 'Connect an external account',
  description:
    'Returns the URL of GitHub or Google to which the dashboard redirects the browser, and sets a cookie that the ' +
    "browser brings back. After that, the external account can sign in to the user's account. The browser must " +
    "return with the same session, and the user's email address must be confirmed. " +
    ASKS_WHO,
  limit: 'account',
  example: { body: { password: 'correct horse battery staple' } },
  request: { params: OauthParams, body: PresenceBody },
  response: z
    .object({ location: z.url().meta({ examples: ['https://github.com/login/oauth/authorize?client_id=a1b2c3'] }) })
    .meta({ id: 'OauthLocation' }),
  statuses: [200],
  envelope: 'success',
  errors: ['RESOURCE_NOT_FOUND', 'FORBIDDEN', 'INVALID_CREDENTIALS'],
  async handle({ params, body }, context) {
    await askWho(body, context)
    const { location, cookie } = await begin(params.provider, context.user.session._id, context)
    return reply(200, { location }, undefined, { 'Set-Cookie': cookie })
  },
})

async function begin(
  name: string,
  connectsTo: string | null,
  { services: { config } }: OpenContext,
): Promise<{ location: string; cookie: string }> {
  const provider = requireProvider(name, config)
  const { location, checks } = await beginOauth(provider, config)
  return { location, cookie: checksCookie(provider, { ...checks, connectsTo }, config) }
}
