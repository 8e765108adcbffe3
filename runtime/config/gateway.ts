import { z } from 'zod'
import { flag, origin, origins, positive, whole } from './values.js'

export const gateway = z.object({
  GATEWAY_HOST: z.string().default('127.0.0.1').describe('the address on which the gateway listens'),
  GATEWAY_PORT: whole(0, 65_535).default(3000).describe('the port on which the gateway listens; 0 for any free port'),
  GATEWAY_URL: origin
    .default('http://127.0.0.1:3000')
    .describe("the gateway's public origin, for links in emails; required in production"),
  TRACKING_URL: origin.optional().meta({
    description: 'the origin of tracked links and the pixel: another name of the gateway',
    preset: '`GATEWAY_URL`',
  }),
  DASHBOARD_URL: origin.optional().meta({
    description: 'the URL of the dashboard, for links; its pages can use the session cookie',
    preset: '`<GATEWAY_URL>/dashboard`',
  }),
  DASHBOARD_ORIGINS: origins.default([]).describe('further origins of the dashboard, separated by commas'),
  DASHBOARD_FOLDER: z
    .string()
    .optional()
    .meta({ description: 'the folder of the built dashboard', preset: 'beside the code, after `npm run build`' }),
  LOOPBACK_NAMES_ONLY: flag
    .default(false)
    .describe('rejects host names other than those of loopback; `npm start` sets it if `GATEWAY_URL` has such a name'),
  DISABLE_SIGNUPS: flag.default(false).describe('rejects `POST /auth/signup`'),
  TRUSTED_PROXY_HOPS: whole()
    .default(0)
    .describe('the number of proxies in front of the gateway whose `X-Forwarded-For` entries are trusted'),
  RATE_LIMIT_PER_MINUTE: whole()
    .default(1000)
    .describe(
      'requests of a project with its secret key across all gateways, and of a user with sessions; 0 for no limit',
    ),
  RATE_LIMIT_PUBLIC_PER_MINUTE: whole()
    .default(1000)
    .describe('requests of a project with its public key across all gateways; 0 for no limit'),
  RATE_LIMIT_PUBLIC_NETWORK_PER_MINUTE: whole()
    .default(0)
    .describe("requests of one client network with a project's public key; 0 for no limit"),
  OPEN_RATE_LIMIT_PER_MINUTE: whole()
    .default(300)
    .describe('requests of one network without a valid credential, and ten times as many for images; 0 for no limit'),
  REQUEST_TIMEOUT_SECONDS: positive().default(60).describe('the time in which a request has to arrive completely'),
  UPLOAD_TIMEOUT_SECONDS: positive()
    .default(900)
    .describe('the time in which the file of an import has to arrive completely'),
  CONNECTIONS_PER_NETWORK: whole()
    .default(1000)
    .describe('connections of one address at a time, without `TRUSTED_PROXY_HOPS`; 0 for no limit'),
  MAX_BUFFERED_MB: positive()
    .default(256)
    .describe(
      "request bodies and received mail in one gateway's memory; a quarter must fit the largest body: 164 or more",
    ),
  IDEMPOTENCY_KEY_TTL_HOURS: positive().default(24).describe('the time for which an idempotency key is valid'),
})
