import { z } from 'zod'
import { flag, between, oneOf, origin, positive } from './values.js'

export const sending = z.object({
  EMAIL_PROVIDER: oneOf(['ses', 'smtp', 'log'])
    .default('log')
    .describe('`ses`; `smtp` for any mail server; or `log`, which accepts every message and delivers none'),
  INBOX_URL: origin.optional().describe('the origin of the local inbox that receives all email, for links to it'),
  PROVIDER_TIMEOUT_SECONDS: positive().default(10).describe('the time for one call to the provider'),
  SEND_RATE_PER_SECOND: between(0, 100_000).optional().meta({
    description: 'messages per second of all workers; 14 if the provider has no quota, 0 for no limit',
    preset: "the provider's quota",
  }),
  TRANSACTIONAL_RESERVE: between(0, 90).default(20).describe('percentage of that rate that only `/v1/send` can use'),
  PROJECT_SEND_RATE_PER_SECOND: between(0, 100_000).default(0).describe('the rate of each project; 0 for no limit'),
  AMBIGUOUS_SEND_WAIT_SECONDS: positive()
    .default(60)
    .describe("the wait for the provider's event when the outcome of a send is unknown"),
  AMBIGUOUS_SEND_POLICY: oneOf(['by-type', 'resend', 'hold'])
    .default('by-type')
    .describe('if it stays unknown: `resend`, `hold`, or `by-type`: resend transactional mail, but not bulk mail'),
  ALLOW_TEST_DOMAINS: flag
    .default(false)
    .describe('lets every project send from `example.com`, `*.test` and `*.localhost`'),
})

export const dkim = z.object({
  DKIM_DOMAIN: z.string().optional().describe('signs mail sent by `smtp` from that domain'),
  DKIM_SELECTOR: z.string().optional().describe('the selector of the key in DNS: `<selector>._domainkey.<domain>`'),
  DKIM_PRIVATE_KEY: z.string().optional().describe('an RSA key, as PEM or a file name'),
})
