import { defineEndpoint } from '../../http/endpoint.js'
import { showPage } from '../../pages/serve-page.js'
import { PageParams } from '../../schemas/page.js'
import { aPage } from './a-page.js'

export const showManagePage = defineEndpoint({
  ...aPage,
  operationId: 'showManagePage',
  method: 'get',
  path: '/manage/:token',
  summary: 'Show a recipient the page of their subscription',
  description: 'Changes nothing: programs that look at mail follow its links too.',
  request: { params: PageParams },
  async handle({ params }, context) {
    return showPage('manage', params.token, context)
  },
})
