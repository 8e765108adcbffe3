import {
  confirmTestAddress,
  findPendingAddress,
} from '../../../commands/accounts/test-addresses/confirm-test-address.js'
import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { testAddressPage } from '../../pages/test-address-page.js'
import { AccountPageQuery, EmptyForm } from '../../schemas/page.js'
import { asLink } from './account-pages.js'
import { pageEndpoint } from './page-endpoint.js'

const EXAMPLE = { query: { token: 't4Lm9cX2vB7nQ1wE5rY8uI0oP3aS6dF4gH7jK9lZ2xC' } }
const LINKED = 'Target of links in emails to test addresses.'

export const showTestAddressPageRoute = defineEndpoint({
  ...pageEndpoint,
  operationId: 'showTestAddressPage',
  method: 'get',
  path: '/confirm-test-address',
  summary: 'Show the page to confirm a test address',
  description: `${LINKED} Changes nothing, because email scanners follow links too.`,
  example: EXAMPLE,
  request: { query: AccountPageQuery },
  async handle({ query: { token } }, { headers }) {
    const { email } = await asLink(() => findPendingAddress(token))
    return testAddressPage({ email, isDone: false, acceptLanguage: headers['accept-language'] })
  },
})

export const answerTestAddressPageRoute = defineEndpoint({
  ...pageEndpoint,
  operationId: 'answerTestAddressPage',
  method: 'post',
  path: '/confirm-test-address',
  summary: 'Confirm a test address from the page',
  description: LINKED,
  example: { ...EXAMPLE, body: {} },
  request: { query: AccountPageQuery, body: new FormFields(EmptyForm) },
  async handle({ query: { token } }, { headers }) {
    const { email } = await asLink(() => confirmTestAddress(token))
    return testAddressPage({ email, isDone: true, acceptLanguage: headers['accept-language'] })
  },
})
