import { defineEndpoint } from '../../http/endpoint.js'
import { presentUser } from '../../presenters/user.js'
import { UserResponse } from '../../schemas/user.js'

export const getMeRoute = defineEndpoint({
  operationId: 'getMe',
  method: 'get',
  path: '/users/@me',
  access: 'user',
  summary: 'Get the signed-in user',
  response: UserResponse,
  errors: [],
  async handle(_input, { user }) {
    return presentUser(user, user.session.expiresAt)
  },
})
