import { defineEndpoint } from '../../http/endpoint.js'
import { showPage } from '../../pages/serve-page.js'
import { PageParams } from '../../schemas/page.js'
import { aPage } from './a-page.js'

export const showUnsubscribePage = defineEndpoint({
  ...aPage,
  operationId: 'showUnsubscribePage',
  method: 'get',
  path: '/unsubscribe/:token',
  summary: 'Show a recipient the page to unsubscribe on',
  description: 'Changes nothing: programs that look at mail follow its links too.',
  request: { params: PageParams },
  async handle({ params }, context) {
    return showPage('unsubscribe', params.token, context)
  },
})
