import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { takeChoice } from '../../pages/serve-page.js'
import { PageForm, PageParams, UnsubscribeForm } from '../../schemas/page.js'
import { recipientPage } from './page-endpoint.js'

const REPEATABLE =
  'Returns 200 in any state of the contact and can be repeated. A contact can be subscribed or paused at most ten ' +
  'times an hour; after that, the page says so. Unsubscribing is always possible.'

export const answerUnsubscribePageRoute = defineEndpoint({
  ...recipientPage,
  operationId: 'answerUnsubscribePage',
  method: 'post',
  path: '/unsubscribe/:token',
  summary: 'Unsubscribe a recipient or apply their choice',
  description:
    'Accepts the form of the page and one-click requests of mail programs (RFC 8058). Responds without a redirect. ' +
    REPEATABLE,
  example: { body: { 'List-Unsubscribe': 'One-Click' } },
  request: { params: PageParams, body: new FormFields(UnsubscribeForm) },
  async handle({ params, body: { action, duration } }, context) {
    const choice = action
      ? ({ action, duration, source: 'unsubscribe_page' } as const)
      : ({ action: 'unsubscribe', source: 'one_click' } as const)
    return takeChoice('unsubscribe', params.token, choice, context)
  },
})

export const answerSubscribePageRoute = defineEndpoint({
  ...recipientPage,
  operationId: 'answerSubscribePage',
  method: 'post',
  path: '/subscribe/:token',
  summary: "Apply a recipient's choice from the subscribe page",
  description: REPEATABLE,
  example: { body: { action: 'subscribe' } },
  request: { params: PageParams, body: new FormFields(PageForm) },
  async handle({ params, body }, context) {
    return takeChoice('subscribe', params.token, { ...body, source: 'subscribe_page' }, context)
  },
})

export const answerManagePageRoute = defineEndpoint({
  ...recipientPage,
  operationId: 'answerManagePage',
  method: 'post',
  path: '/manage/:token',
  summary: "Apply a recipient's choice from the preferences page",
  description: REPEATABLE,
  example: { body: { action: 'snooze', duration: '1_month' } },
  request: { params: PageParams, body: new FormFields(PageForm) },
  async handle({ params, body }, context) {
    return takeChoice('manage', params.token, { ...body, source: 'manage_page' }, context)
  },
})
