import { deleteUser } from '../../../commands/lifecycle/erasure/delete-user.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { askWho, ASKS_WHO } from '../../http/request/presence.js'
import { emptied } from '../../http/response/reply.js'
import { PresenceBody } from '../../schemas/user.js'

export const deleteMeRoute = defineEndpoint({
  operationId: 'deleteMe',
  method: 'delete',
  path: '/users/@me',
  access: 'user',
  summary: "Delete the signed-in user's account",
  description:
    'Deletes the user with sessions, connected accounts, memberships, sent invitations and the personal data in ' +
    'emails to a confirmed address. Clears the cookie. Returns 409 if the user owns a project, with ' +
    `\`details.projectIds\`. ${ASKS_WHO}`,
  limit: 'account',
  example: { body: { password: 'correct horse battery staple' } },
  request: { body: PresenceBody },
  response: null,
  errors: ['CONFLICT', 'FORBIDDEN', 'INVALID_CREDENTIALS'],
  async handle({ body }, context) {
    await askWho(body, context)
    const { user, sessions } = context
    await deleteUser(user._id)
    return emptied({ 'Set-Cookie': sessions.clearingCookie })
  },
})
