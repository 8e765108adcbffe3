import { sendTest } from '../../../commands/sending/campaigns/send-test.js'
import { testSettings } from '../../../commands/sending/emails/store-test.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CampaignParams, NewTest, TestSentResponse } from '../../schemas/campaign.js'

export const testCampaignRoute = defineEndpoint({
  operationId: 'testCampaign',
  method: 'post',
  path: '/campaigns/:id/test',
  access: 'project',
  effect: 'acts',
  summary: 'Send a test of a campaign to one address',
  description:
    'Works in any state of the campaign. The subject begins with `[TEST] `. The message is rendered with the contact ' +
    'of the address if there is one, subscribed or not; an unknown address does not become a contact, and its links ' +
    'to unsubscribe lead nowhere. The message is not tracked. It counts for the reputation of the project and as a ' +
    'transactional email of its limit, but not for the campaign. A suppressed address gets nothing. Members get any ' +
    'number of tests. Of other addresses, 20 different ones (`TEST_STRANGERS_PER_DAY`) get tests of a project in a day ' +
    '(UTC); a further one is answered 429 until the next day.',
  example: { body: { email: 'ada@example.com' } },
  request: { params: CampaignParams, body: NewTest },
  response: TestSentResponse,
  errors: ['CAMPAIGN_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED', 'BILLING_LIMIT_EXCEEDED'],
  async handle({ params, body }, { project, services }) {
    await sendTest(params.id, body.email, testSettings(services.config, project, services.billing !== null))
    return { success: true as const, message: `Test sent to ${body.email}` }
  },
})
