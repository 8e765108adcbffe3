import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { certificate, privateKey } from './pem.js'
import { between, list, origin, positive, whole } from './values.js'

const MAX_PORT = 65_535

export const inbound = z.object({
  INBOUND_SMTP_PORT: whole(0, MAX_PORT)
    .default(0)
    .describe('the port on which the gateway receives mail and bounces by SMTP; 0 for none'),
  INBOUND_SMTP_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('the address on which the gateway listens for SMTP'),
  INBOUND_MAX_MESSAGE_MB: between(1, 50)
    .default(25)
    .describe('the size of the largest message that is accepted, at most `MAX_BUFFERED_MB`'),
  INBOUND_SMTP_CERTIFICATE: certificate
    .optional()
    .describe('the certificate for SMTP; with it the gateway offers STARTTLS'),
  INBOUND_SMTP_PRIVATE_KEY: privateKey.optional().describe('the private key of that certificate'),
  INBOUND_MAX_CONNECTIONS: whole(1)
    .default(200)
    .describe('concurrent connections of mail servers; beyond that, an idle or slow one is closed'),
  INBOUND_CONNECTIONS_PER_NETWORK: whole()
    .default(10)
    .describe(
      'connections of one client network (an IPv4 address, an IPv6 /64); 0 for no limit, for example behind a proxy',
    ),
  INBOUND_CONNECTION_SECONDS: positive().default(1200).describe('the maximum duration of a connection'),
  INBOUND_IDLE_SECONDS: positive()
    .default(60)
    .describe('the time within which a connection must send an accepted recipient or a message'),
  INBOUND_MESSAGE_SECONDS: positive().default(600).describe('the time in which a message has to arrive completely'),
  INBOUND_RATE_PER_MINUTE: whole()
    .default(120)
    .describe('messages of one client network across all gateways, and ten times as many recipients; 0 for no limit'),
  INBOUND_PROJECT_RATE_PER_MINUTE: whole()
    .default(600)
    .describe(
      'messages of one project by SMTP over all gateways, a quarter of them from one site (an IPv4 address, an IPv6 /48); 0 for no limit',
    ),
  INBOUND_NEW_CONTACTS_PER_HOUR: whole()
    .default(500)
    .describe(
      'contacts of one project created by received mail; further mail is stored without a contact; 0 for no limit',
    ),
  INBOUND_SPOOL_DIR: z.string().default(join(tmpdir(), 'posthorn-spool')).meta({
    description:
      'a local folder for messages above 256 KB while they arrive; its content may be lost when the gateway ends',
    preset: '`<tmp>/posthorn-spool`',
  }),
  INBOUND_SPOOL_MB: positive()
    .default(1024)
    .describe(
      'the disk space in `INBOUND_SPOOL_DIR` for messages above 256 KB while they arrive; a site gets a quarter',
    ),
  BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain')
    .optional()
    .meta({
      description:
        'with `smtp`: the domain of envelope senders, which receives the bounces; its MX leads to `INBOUND_SMTP_PORT`',
      preset: 'bounces go to the sender',
    }),
  INBOUND_S3_BUCKETS: list
    .default([])
    .describe('the buckets with mail that SES received, separated by commas; without them none is read'),
  S3_ENDPOINT: origin.optional().meta({ description: 'another server with the API of S3', preset: "AWS's" }),
})
