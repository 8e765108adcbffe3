import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { takeChoice } from '../../pages/serve-page.js'
import { PageForm, PageParams } from '../../schemas/page.js'
import { aPage } from './a-page.js'

export const answerSubscribePage = defineEndpoint({
  ...aPage,
  operationId: 'answerSubscribePage',
  method: 'post',
  path: '/subscribe/:token',
  summary: 'Do what a recipient chose on the page to subscribe on',
  description: 'Answers 200 whatever the state of the contact, and may be repeated.',
  example: { body: { action: 'subscribe' } },
  request: { params: PageParams, body: new FormFields(PageForm) },
  async handle({ params, body }, context) {
    return takeChoice('subscribe', params.token, { ...body, source: 'subscribe_page' }, context)
  },
})
