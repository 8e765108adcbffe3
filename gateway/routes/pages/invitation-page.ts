import type { z } from 'zod'
import { acceptInvitation, findInvitation } from '../../../commands/accounts/members/accept-invitation.js'
import { signUpInvited } from '../../../commands/accounts/members/sign-up-invited.js'
import { logIn } from '../../../commands/accounts/users/log-in.js'
import { hasProvedAccount } from '../../../commands/accounts/users/proved-account.js'
import { AppError, invalid } from '../../../models/domain/errors.js'
import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { requireOwnOrigin } from '../../http/request/own-origins.js'
import { signedInUser } from '../../http/request/sign-in.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { acceptedPage, invitationPage } from '../../pages/invitation-page.js'
import { AccountPageQuery, InvitationForm } from '../../schemas/page.js'
import { asLink } from './account-pages.js'
import { pageEndpoint } from './page-endpoint.js'

const EXAMPLE_TOKEN = 'q8Rk2vN5xT7yW1zB4dG6hJ9lM0pS3uV5aC7eF2iO4wE'
const LINKED = 'Target of links in invitations.'

export const showInvitationPageRoute = defineEndpoint({
  ...pageEndpoint,
  operationId: 'showInvitationPage',
  method: 'get',
  path: '/accept-invitation',
  summary: 'Show the invitation page',
  description: `${LINKED} Changes nothing, because email scanners follow links too.`,
  example: { query: { token: EXAMPLE_TOKEN } },
  request: { query: AccountPageQuery },
  async handle({ query: { token } }, context) {
    const { email } = await asLink(() => findInvitation(token))
    const user = await signedInUser(context)
    return invitationPage({
      email,
      maySignUp: !(await hasProvedAccount(email)),
      signedInAs: user?.email ?? null,
      acceptLanguage: context.headers['accept-language'],
    })
  },
})

export const answerInvitationPageRoute = defineEndpoint({
  ...pageEndpoint,
  // Passwords are tried and hashed here.
  limit: 'account',
  operationId: 'answerInvitationPage',
  method: 'post',
  path: '/accept-invitation',
  summary: 'Accept an invitation from the page',
  description: `${LINKED} Joins with the signed-in account, with a new account for the invited address, or with another account.`,
  example: {
    query: { token: EXAMPLE_TOKEN },
    body: { action: 'signUp', newPassword: 'correct horse battery staple' },
  },
  request: { query: AccountPageQuery, body: new FormFields(InvitationForm) },
  errors: [
    ...pageEndpoint.errors,
    'FORBIDDEN',
    'UNAUTHORIZED',
    'INVALID_CREDENTIALS',
    'EMAIL_VERIFICATION_REQUIRED',
    'CONFLICT',
    'VALIDATION_ERROR',
  ],
  async handle({ query: { token }, body }, context) {
    // A foreign page must not let a visitor join a project unasked.
    requireOwnOrigin(context.headers, context.services.config, { optional: body.action !== 'accept' })
    await asLink(() => accept(token, body, context))
    return acceptedPage(context.headers['accept-language'])
  },
})

async function accept(token: string, form: z.output<typeof InvitationForm>, context: OpenContext): Promise<void> {
  const { clientNetwork, services } = context
  if (form.action === 'signUp') {
    const password = required(form.newPassword, 'newPassword')
    const { email } = await findInvitation(token)
    const { ENCRYPTION_KEY: encryptionKeys } = services.config
    await signUpInvited({ token, email, password, encryptionKeys, clientNetwork })
    return
  }
  if (form.action === 'signIn') {
    const [email, password] = [required(form.email, 'email'), required(form.password, 'password')]
    await findInvitation(token)
    await acceptInvitation(token, await logIn({ email, password, clientNetwork }))
    return
  }
  const user = await signedInUser(context)
  if (!user) throw new AppError('UNAUTHORIZED', 'Not signed in')
  await acceptInvitation(token, user)
}

function required(value: string | undefined, field: string): string {
  if (value !== undefined) return value
  throw invalid([{ field, code: 'required', message: 'Required' }])
}
