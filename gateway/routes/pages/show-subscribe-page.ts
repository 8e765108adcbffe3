import { defineEndpoint } from '../../http/endpoint.js'
import { showPage } from '../../pages/serve-page.js'
import { PageParams } from '../../schemas/page.js'
import { aPage } from './a-page.js'

export const showSubscribePage = defineEndpoint({
  ...aPage,
  operationId: 'showSubscribePage',
  method: 'get',
  path: '/subscribe/:token',
  summary: 'Show a recipient the page to subscribe on',
  description: 'Changes nothing: programs that look at mail follow its links too.',
  request: { params: PageParams },
  async handle({ params }, context) {
    return showPage('subscribe', params.token, context)
  },
})
