import { z } from 'zod'
import { certificate, privateKey } from './pem.js'
import { between, list, origin, whole } from './values.js'

const MAX_PORT = 65_535

export const inbound = z.object({
  INBOUND_SMTP_PORT: whole(0, MAX_PORT)
    .default(0)
    .describe('the port on which the gateway receives mail and bounces by SMTP; 0 receives none'),
  INBOUND_SMTP_HOST: z.string().min(1).default('127.0.0.1').describe('the address of that port'),
  INBOUND_MAX_MESSAGE_MB: between(1, 50).default(25).describe('the largest message that is received'),
  INBOUND_SMTP_CERTIFICATE: certificate.optional().describe('the certificate of that port, which offers STARTTLS then'),
  INBOUND_SMTP_PRIVATE_KEY: privateKey.optional().describe('its private key'),
  BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain')
    .optional()
    .meta({
      description:
        'with `smtp`: the domain of the senders in the envelope, to which mail servers send bounces; its MX leads to `INBOUND_SMTP_PORT`',
      preset: 'bounces go to the sender',
    }),
  INBOUND_S3_BUCKETS: list
    .default([])
    .describe('the buckets in which SES may keep received mail, between commas; without them none is read'),
  S3_ENDPOINT: origin.optional().meta({ description: 'another server that speaks the API of S3', preset: "AWS's" }),
})
