import { z } from 'zod'
import { sendAgain } from '../../../commands/sending/emails/send-again.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTimeline } from '../../presenters/email.js'
import { EmailWithTimeline } from '../../schemas/email.js'
import { EXAMPLE_IDS, resourceId } from '../../schemas/ids.js'

export const sendEmailAgainRoute = defineEndpoint({
  operationId: 'sendEmailAgain',
  method: 'post',
  path: '/emails/:id/send-again',
  access: 'project',
  effect: 'acts',
  scope: 'send',
  summary: 'Send a failed transactional email again',
  description:
    'Creates a new email with the same recipient, sender, content, values, headers and tags. It is rendered with the ' +
    'current fields of its contact and counts like any other transactional email. The first email must be ' +
    '`BOUNCED`, `FAILED`, `SUPPRESSED` or `SKIPPED`. An email can be sent again once; if the new email fails, send ' +
    'that one again. Returns 409, with the reason in `details.reason`, if the email is not transactional or was not ' +
    'sent through the API (`not_transactional`), has not failed (`not_failed`), or was already sent again ' +
    '(`sent_again`, with the `emailId` of the new email), and if the address is suppressed (`suppressed`) or no ' +
    'longer that of the contact (`address_changed`). Returns 410 if the content is deleted or the email had ' +
    'attachments, which are kept only until the email is sent or has failed.',
  example: { response: { status: 'PENDING', sentAgainFrom: EXAMPLE_IDS.email } },
  request: { params: z.object({ id: resourceId('email') }) },
  response: EmailWithTimeline,
  idempotent: true,
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'CONTENT_GONE', 'DOMAIN_NOT_VERIFIED', 'BILLING_LIMIT_EXCEEDED'],
  async handle({ params }, { project, caller, services: { config, billing }, idempotency }) {
    const email = await sendAgain(
      {
        project,
        emailId: params.id,
        claim: idempotency,
        senderDomains: caller.type === 'secretKey' ? caller.domains : null,
      },
      {
        allowTestDomains: config.ALLOW_TEST_DOMAINS,
        retentionDays: config.EMAIL_BODY_RETENTION_DAYS,
        hasBilling: billing !== null,
      },
    )
    return presentTimeline(email, [])
  },
})
