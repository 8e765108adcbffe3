import { defineEndpoint, FormFields } from '../../http/endpoint.js'
import { takeChoice } from '../../pages/serve-page.js'
import { PageForm, PageParams } from '../../schemas/page.js'
import { aPage } from './a-page.js'

export const answerManagePage = defineEndpoint({
  ...aPage,
  operationId: 'answerManagePage',
  method: 'post',
  path: '/manage/:token',
  summary: 'Do what a recipient chose on the page of their subscription',
  description: 'Answers 200 whatever the state of the contact, and may be repeated.',
  example: { body: { action: 'snooze', duration: '1_month' } },
  request: { params: PageParams, body: new FormFields(PageForm) },
  async handle({ params, body }, context) {
    return takeChoice('manage', params.token, { ...body, source: 'manage_page' }, context)
  },
})
