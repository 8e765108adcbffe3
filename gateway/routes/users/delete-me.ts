import { deleteUser } from '../../../commands/users/delete-user.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { emptied } from '../../http/response/reply.js'

export const deleteMeRoute = defineEndpoint({
  operationId: 'deleteMe',
  method: 'delete',
  path: '/users/@me',
  access: 'user',
  summary: 'Delete the account of the signed-in user',
  description:
    'Removes the user with sessions, connected identities, memberships, the invitations that the user has sent, and ' +
    'the personal data in mail to a confirmed address; clears the cookie. Answers 409 to the owner of a project, ' +
    'with `details.projectIds`.',
  response: null,
  errors: ['CONFLICT'],
  async handle(_input, { user, sessions }) {
    await deleteUser(user._id)
    return emptied({ 'Set-Cookie': sessions.clearingCookie })
  },
})
