import { z } from 'zod'
import { list, origin } from './values.js'

export const ses = z.object({
  AWS_REGION: z.string().default('us-east-1').describe('the region of SES'),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta({ description: 'the id of an access key', preset: "as AWS's SDK finds it" }),
  AWS_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'the secret of that key', preset: 'the same' }),
  AWS_SESSION_TOKEN: z
    .string()
    .optional()
    .meta({ description: 'the token of temporary credentials', preset: 'the same' }),
  SES_ENDPOINT: origin.optional().meta({ description: 'another server with the API of SES v2', preset: "AWS's" }),
  SES_CONFIGURATION_SET: z.string().optional().describe("the configuration set with the destination of SES's events"),
  MAIL_FROM_SUBDOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be one label of a domain name')
    .default('bounces')
    .describe('the subdomain of a sender domain that SES uses in the envelope'),
  SNS_TOPIC_ARNS: list
    .default([])
    .describe('the topics whose notifications are accepted, separated by commas; required in production with `ses`'),
  SNS_TRUSTED_ORIGINS: list.default([]).describe("further origins of SNS's certificates, never in production"),
})
