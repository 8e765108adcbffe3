import { sendTest } from '../../../commands/campaigns/send-test.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CampaignParams, NewTest, TestSentResponse } from '../../schemas/campaign.js'

export const testCampaign = defineEndpoint({
  operationId: 'testCampaign',
  method: 'post',
  path: '/campaigns/:id/test',
  access: 'project',
  summary: 'Send a campaign to one address to look at it',
  description:
    'In whatever state the campaign is. The subject begins with `[TEST] `. Filled in with the contact of that address ' +
    'if there is one, whether subscribed or not; another address does not become a contact, and the links to ' +
    'unsubscribe lead nowhere. Not tracked and not counted. An address that is suppressed gets nothing.',
  example: { body: { email: 'ada@example.com' } },
  request: { params: CampaignParams, body: NewTest },
  response: TestSentResponse,
  errors: ['CAMPAIGN_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED'],
  async handle({ params, body }, { projectId, services }) {
    const { ALLOW_TEST_DOMAINS: allowTestDomains, EMAIL_BODY_RETENTION_DAYS: retentionDays } = services.config
    const ref = { projectId, campaignId: params.id }
    services.relay.enqueue(await sendTest(ref, body.email, { allowTestDomains, retentionDays }))
    return { success: true as const, message: `The test is on its way to ${body.email}` }
  },
})
