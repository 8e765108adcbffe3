import { z } from 'zod'
import { dropSession, endSessions } from '../../../commands/accounts/users/sessions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { requireOwnOrigin } from '../../http/request/own-origins.js'
import { reply } from '../../http/response/reply.js'

const logOutBy = (operationId: string, method: 'get' | 'post') =>
  defineEndpoint({
    operationId,
    method,
    path: '/auth/logout',
    access: 'open',
    summary: 'Sign out',
    description: 'Clears the cookie. With `everywhere`, also ends all other sessions of the user.',
    request: {
      query: z.object({
        everywhere: z
          .enum(['true', 'false'])
          .transform((value) => value === 'true')
          .optional()
          .meta({ override: { type: 'boolean', enum: undefined } }),
      }),
    },
    response: z.null(),
    statuses: [200],
    envelope: 'success',
    errors: ['FORBIDDEN'],
    async handle({ query }, { services, sessions, headers }) {
      const session = sessions.read(headers.cookie)
      // A link on a foreign page may end the session of the browser, but not all sessions of the user.
      if (session && (query.everywhere || method === 'post')) {
        requireOwnOrigin(headers, services.config, { optional: method === 'get' })
      }
      if (session) await (query.everywhere ? endSessions(session) : dropSession(session))
      return reply(200, null, 'Signed out', { 'Set-Cookie': sessions.clearingCookie })
    },
  })

export const logOutRoute = logOutBy('logOut', 'post')

/** Signs out by following a link. */
export const followLogOutRoute = logOutBy('followLogOut', 'get')
