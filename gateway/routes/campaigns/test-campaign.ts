import { sendTest } from '../../../commands/campaigns/send-test.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CampaignParams, NewTest, TestSentResponse } from '../../schemas/campaign.js'

export const testCampaignRoute = defineEndpoint({
  operationId: 'testCampaign',
  method: 'post',
  path: '/campaigns/:id/test',
  access: 'project',
  summary: 'Send a test of a campaign to one address',
  description:
    'Works in any state of the campaign. The subject begins with `[TEST] `. The message is rendered with the contact ' +
    'of the address if there is one, subscribed or not; an unknown address does not become a contact, and its links ' +
    'to unsubscribe lead nowhere. The message is neither tracked nor counted. A suppressed address gets nothing.',
  example: { body: { email: 'ada@example.com' } },
  request: { params: CampaignParams, body: NewTest },
  response: TestSentResponse,
  errors: ['CAMPAIGN_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED'],
  async handle({ params, body }, { projectId, services }) {
    const { ALLOW_TEST_DOMAINS: allowTestDomains, EMAIL_BODY_RETENTION_DAYS: retentionDays } = services.config
    const ref = { projectId, campaignId: params.id }
    await sendTest(ref, body.email, { allowTestDomains, retentionDays })
    return { success: true as const, message: `The test is on its way to ${body.email}` }
  },
})
