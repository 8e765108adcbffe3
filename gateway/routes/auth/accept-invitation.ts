import { acceptInvitation } from '../../../commands/accounts/members/accept-invitation.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { AcceptedInvitationResponse } from '../../schemas/member.js'
import { TokenBody } from '../../schemas/user.js'

export const acceptInvitationRoute = defineEndpoint({
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/auth/accept-invitation',
  access: 'user',
  limit: 'account',
  summary: 'Accept an invitation to a project',
  description:
    'The account becomes a member, whatever its email address. The address must be confirmed; the token of an ' +
    'invitation to that address confirms it. A token works once, within seven days, unless the invitation is ' +
    'revoked. A person without an account signs up with the token instead.',
  example: { body: { token: 'q8Rk2vN5xT7yW1zB4dG6hJ9lM0pS3uV5aC7eF2iO4wE' } },
  request: { body: TokenBody },
  response: AcceptedInvitationResponse,
  envelope: 'success',
  errors: ['BAD_REQUEST', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT', 'FORBIDDEN'],
  handle: ({ body }, { user }) => acceptInvitation(body.token, user),
})
