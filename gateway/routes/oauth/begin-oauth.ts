import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { redirect, type Redirect } from '../../http/response/reply.js'
import { checksCookie } from '../../oauth/checks-cookie.js'
import { beginOauth, requireProvider } from '../../oauth/providers.js'
import { OauthParams } from '../../schemas/oauth.js'

export const beginOauthRoute = defineEndpoint({
  operationId: 'beginOauth',
  method: 'get',
  path: '/oauth/:provider',
  access: 'open',
  summary: 'Sign in by another service',
  description: 'Redirects the browser to GitHub or Google. Answers 404 for a service that is not set up.',
  request: { params: OauthParams },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  handle: ({ params }, context) => sendTo(params.provider, null, context),
})

export const connectOauthRoute = defineEndpoint({
  operationId: 'connectOauth',
  method: 'post',
  path: '/oauth/:provider',
  access: 'user',
  summary: 'Connect the account of another service',
  description:
    'A form of the dashboard sends this request. Redirects the browser to GitHub or Google, whose account can then ' +
    'sign in to the account of the user. The address of the user has to be confirmed.',
  request: { params: OauthParams },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  handle: ({ params }, context) => sendTo(params.provider, context.user._id, context),
})

async function sendTo(
  name: string,
  connectsTo: string | null,
  { services: { config } }: OpenContext,
): Promise<Redirect> {
  const provider = requireProvider(name, config)
  const { location, checks } = await beginOauth(provider, config)
  return redirect(location, { 'Set-Cookie': checksCookie(provider, { ...checks, connectsTo }, config) })
}
