import { z } from 'zod'
import { resetPassword } from '../../../commands/users/reset-password.js'
import { verifyAddress } from '../../../commands/users/verify-address.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { accountPage, type AccountPageKind } from '../../pages/account-page.js'
import { AccountPageQuery, AccountResetForm } from '../../schemas/page.js'
import { pageEndpoint } from './page-endpoint.js'

const EXAMPLE = { query: { token: 'h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2' } }
const NO_DASHBOARD = 'The link of a mail leads here where there is no dashboard.'

const showAccountPageOf = (kind: AccountPageKind, path: `/${string}`, operationId: string, summary: string) =>
  defineEndpoint({
    ...pageEndpoint,
    limit: 'address',
    operationId,
    method: 'get',
    path,
    summary,
    description: `${NO_DASHBOARD} Changes nothing, because programs that scan mail follow its links too.`,
    example: EXAMPLE,
    request: { query: AccountPageQuery },
    handle: async (_input, { headers }) =>
      accountPage(kind, { isDone: false, acceptLanguage: headers['accept-language'] }),
  })

export const showVerificationPage = showAccountPageOf(
  'verify',
  '/verify-email',
  'showVerificationPage',
  'Show a user the page that confirms the address',
)
export const showResetPage = showAccountPageOf(
  'reset',
  '/reset-password',
  'showResetPage',
  'Show a user the page for a new password',
)

export const answerVerificationPage = defineEndpoint({
  ...pageEndpoint,
  limit: 'account',
  operationId: 'answerVerificationPage',
  method: 'post',
  path: '/verify-email',
  summary: 'Confirm the address from the page',
  description: NO_DASHBOARD,
  example: { ...EXAMPLE, body: {} },
  request: { query: AccountPageQuery, body: new FormFields(z.object({})) },
  async handle({ query: { token } }, { headers }) {
    await asLink(() => verifyAddress(token))
    return accountPage('verify', { isDone: true, acceptLanguage: headers['accept-language'] })
  },
})

export const answerResetPage = defineEndpoint({
  ...pageEndpoint,
  limit: 'account',
  operationId: 'answerResetPage',
  method: 'post',
  path: '/reset-password',
  summary: 'Choose a new password on the page',
  description: NO_DASHBOARD,
  example: {
    query: { token: 'b7Wq2kT5nX8vZ1mC4rF6yH9jL0pD3sG5aE7uI2oQ4wR' },
    body: { newPassword: 'an even longer horse battery staple' },
  },
  request: { query: AccountPageQuery, body: new FormFields(AccountResetForm) },
  async handle({ query: { token }, body: { newPassword } }, { headers }) {
    await asLink(() => resetPassword(token, newPassword))
    return accountPage('reset', { isDone: true, acceptLanguage: headers['accept-language'] })
  },
})

/** A token that is used or expired is a broken link to a person. */
async function asLink(use: () => Promise<void>): Promise<void> {
  try {
    await use()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error
    throw new AppError('RESOURCE_NOT_FOUND', 'The link is broken', { cause: error })
  }
}
