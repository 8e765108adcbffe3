import { isInvited } from '../../../commands/members/accept-invitations.js'
import { createUser } from '../../../commands/users/create-user.js'
import { platformSettings } from '../../../commands/platform/platform.js'
import { requestVerification } from '../../../commands/users/verify-address.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { requireOwnOrigin } from '../../http/request/own-origins.js'
import { signInHeaders } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { SignupBody, UserResponse } from '../../schemas/user.js'

export const signUp = defineEndpoint({
  operationId: 'signUp',
  method: 'post',
  path: '/auth/signup',
  access: 'open',
  summary: 'Create an account and sign in',
  description:
    'Answers 403 if the installation does not allow sign-ups and the address is not invited to a project, and 409 if the address already has an account. Where the installation sends mail to its users, the address is confirmed by a link in a mail.',
  example: { body: { email: 'joan@example.com', password: 'correct horse battery staple' } },
  request: { body: SignupBody },
  response: UserResponse,
  statuses: [201],
  envelope: 'success',
  errors: ['CONFLICT', 'FORBIDDEN'],
  async handle({ body }, context) {
    const { services, headers } = context
    const platform = platformSettings(services.config)
    requireOwnOrigin(headers, services.config, { optional: true })
    if (services.config.DISABLE_SIGNUPS && !(await isInvited(body.email)))
      throw new AppError('FORBIDDEN', 'Sign-up is switched off here')
    const user = await createUser({ ...body, isVerified: platform.from === null })
    const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
    services.relay.enqueue(await requestVerification(user, language, platform))
    return reply(201, presentUser(user), undefined, await signInHeaders(user, context))
  },
})
