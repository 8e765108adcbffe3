import { findToken } from '../../../commands/accounts/users/account-tokens.js'
import { resetPassword } from '../../../commands/accounts/users/reset-password.js'
import { verifyAddress } from '../../../commands/accounts/users/verify-address.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { signedInUser, signIn } from '../../http/request/sign-in.js'
import { content, type Content } from '../../http/response/reply.js'
import { accountPage, type AccountPageKind } from '../../pages/account-page.js'
import { AccountPageQuery, AccountResetForm, AccountVerificationForm } from '../../schemas/page.js'
import { pageEndpoint } from './page-endpoint.js'

const EXAMPLES = {
  verify: { query: { token: 'h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2' } },
  reset: { query: { token: 'b7Wq2kT5nX8vZ1mC4rF6yH9jL0pD3sG5aE7uI2oQ4wR' } },
}
const LINKED = 'Target of links in emails to users.'
const PURPOSES = { verify: ['verify', 'change'], reset: ['reset'] } as const

const showAccountPageOf = (kind: AccountPageKind, path: `/${string}`, operationId: string, summary: string) =>
  defineEndpoint({
    ...pageEndpoint,
    operationId,
    method: 'get',
    path,
    summary,
    description: `${LINKED} Changes nothing, because email scanners follow links too.`,
    example: EXAMPLES[kind],
    request: { query: AccountPageQuery },
    async handle({ query: { token } }, context) {
      const { userId, purpose } = await asLink(() => findToken(token, ...PURPOSES[kind]))
      const isHolder = (await signedInUser(context))?._id === userId
      const isClaimable = purpose !== 'change'
      return accountPage(kind, {
        isDone: false,
        isHolder,
        isClaimable,
        acceptLanguage: context.headers['accept-language'],
      })
    },
  })

export const showVerificationPageRoute = showAccountPageOf(
  'verify',
  '/verify-email',
  'showVerificationPage',
  'Show the page to confirm an address',
)
export const showResetPageRoute = showAccountPageOf(
  'reset',
  '/reset-password',
  'showResetPage',
  'Show the page to reset a password',
)

export const answerVerificationPageRoute = defineEndpoint({
  ...pageEndpoint,
  limit: 'account',
  operationId: 'answerVerificationPage',
  method: 'post',
  path: '/verify-email',
  summary: 'Confirm an address from the page',
  description: `${LINKED} Has the same requirements as POST /auth/verify-email.`,
  example: { ...EXAMPLES.verify, body: { newPassword: 'correct horse battery staple' } },
  request: { query: AccountPageQuery, body: new FormFields(AccountVerificationForm) },
  errors: [...pageEndpoint.errors, 'UNAUTHORIZED', 'INVALID_CREDENTIALS', 'CONFLICT'],
  async handle({ query: { token }, body }, context) {
    const { clientNetwork, headers, services } = context
    const { ENCRYPTION_KEY: encryptionKeys } = services.config
    const signedInAs = await signedInUser(context)
    const changed = await asLink(() => verifyAddress(token, { ...body, clientNetwork, encryptionKeys, signedInAs }))
    const page = done('verify', headers)
    if (!changed || changed._id !== signedInAs?._id) return page
    const { headers: cookie } = await signIn(changed, context)
    return content(page.contentType, page.body, { ...page.headers, ...cookie })
  },
})

export const answerResetPageRoute = defineEndpoint({
  ...pageEndpoint,
  limit: 'account',
  operationId: 'answerResetPage',
  method: 'post',
  path: '/reset-password',
  summary: 'Reset a password from the page',
  description: LINKED,
  example: { ...EXAMPLES.reset, body: { newPassword: 'an even longer horse battery staple' } },
  request: { query: AccountPageQuery, body: new FormFields(AccountResetForm) },
  async handle({ query: { token }, body: { newPassword } }, { headers, services, clientNetwork }) {
    const by = { encryptionKeys: services.config.ENCRYPTION_KEY, clientNetwork }
    await asLink(() => resetPassword(token, newPassword, by))
    return done('reset', headers)
  },
})

function done(kind: AccountPageKind, headers: OpenContext['headers']): Content {
  return accountPage(kind, {
    isDone: true,
    isHolder: false,
    isClaimable: false,
    acceptLanguage: headers['accept-language'],
  })
}

/** For a person, a used or expired token is a broken link. */
export async function asLink<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error
    throw new AppError('RESOURCE_NOT_FOUND', 'Invalid link', { cause: error })
  }
}
