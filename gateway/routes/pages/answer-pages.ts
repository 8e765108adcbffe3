import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { takeChoice } from '../../pages/serve-page.js'
import { PageForm, PageParams, UnsubscribeForm } from '../../schemas/page.js'
import { recipientPage } from './page-endpoint.js'

const REPEATABLE =
  'Answers 200 in any state of the contact, and may be repeated. A contact is subscribed or paused ten times an hour ' +
  'at most, after which the page says so; it can always be unsubscribed.'

export const answerUnsubscribePageRoute = defineEndpoint({
  ...recipientPage,
  operationId: 'answerUnsubscribePage',
  method: 'post',
  path: '/unsubscribe/:token',
  summary: 'Unsubscribe a recipient, or apply their choice from the page',
  description:
    'Takes the form of the page, and the one-click request of mail programs (RFC 8058). Answers without a redirect. ' +
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
  summary: 'Apply the choice of a recipient from the page for subscribing',
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
  summary: 'Apply the choice of a recipient from the page of their subscription',
  description: REPEATABLE,
  example: { body: { action: 'snooze', duration: '1_month' } },
  request: { params: PageParams, body: new FormFields(PageForm) },
  async handle({ params, body }, context) {
    return takeChoice('manage', params.token, { ...body, source: 'manage_page' }, context)
  },
})
