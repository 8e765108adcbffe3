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
  summary: 'Send a test email of a campaign',
  description:
    'Works for campaigns in any state. The subject starts with `[TEST] `. The message is rendered with the contact ' +
    'of the address, if there is one, subscribed or not. An unknown address does not become a contact. Links to ' +
    'unsubscribe, subscribe and manage preferences change nothing. The message is not tracked. It counts toward the ' +
    "project's reputation and as a transactional email of its limit, but not for the campaign. Suppressed addresses " +
    'receive nothing. Project members can receive any number of tests. A project can send tests to 20 other addresses ' +
    'a day (UTC, `TEST_STRANGERS_PER_DAY`); above that, the response is 429 until the next day.',
  example: { body: { email: 'ada@example.com' } },
  request: { params: CampaignParams, body: NewTest },
  response: TestSentResponse,
  errors: ['CAMPAIGN_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED', 'BILLING_LIMIT_EXCEEDED'],
  async handle({ params, body }, { project, services }) {
    await sendTest(params.id, body.email, testSettings(services.config, project, services.billing !== null))
    return { success: true as const, message: `Test sent to ${body.email}` }
  },
})
