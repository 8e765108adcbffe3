import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { takeChoice } from '../../pages/serve-page.js'
import { PageParams, UnsubscribeForm } from '../../schemas/page.js'
import { aPage } from './a-page.js'

export const answerUnsubscribePage = defineEndpoint({
  ...aPage,
  operationId: 'answerUnsubscribePage',
  method: 'post',
  path: '/unsubscribe/:token',
  summary: 'Unsubscribe a recipient, or do what they chose on the page',
  description:
    'Takes the form of the page, and the one-click request of mail programs (RFC 8058). Answers 200 whatever the ' +
    'state of the contact, without a redirect, and may be repeated.',
  example: { body: { 'List-Unsubscribe': 'One-Click' } },
  request: { params: PageParams, body: new FormFields(UnsubscribeForm) },
  async handle({ params, body: { action, duration } }, context) {
    const choice = action
      ? ({ action, duration, source: 'unsubscribe_page' } as const)
      : ({ action: 'unsubscribe', source: 'one_click' } as const)
    return takeChoice('unsubscribe', params.token, choice, context)
  },
})
