import { defineEndpoint } from '../../http/endpoint.js'
import type { PageKind } from '../../pages/recipient-page.js'
import { showPage } from '../../pages/serve-page.js'
import { PageParams } from '../../schemas/page.js'
import { recipientPage } from './page-endpoint.js'

const showPageOf = (kind: PageKind, operationId: string, summary: string) =>
  defineEndpoint({
    ...recipientPage,
    operationId,
    method: 'get',
    path: `/${kind}/:token`,
    summary,
    description: 'Changes nothing, because email scanners follow links too.',
    request: { params: PageParams },
    async handle({ params }, context) {
      return showPage(kind, params.token, context)
    },
  })

export const showUnsubscribePageRoute = showPageOf('unsubscribe', 'showUnsubscribePage', 'Show the unsubscribe page')
export const showSubscribePageRoute = showPageOf('subscribe', 'showSubscribePage', 'Show the subscribe page')
export const showManagePageRoute = showPageOf('manage', 'showManagePage', 'Show the preferences page')
