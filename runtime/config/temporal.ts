import { z } from 'zod'
import { certificate, privateKey } from './pem.js'
import { flag, origin } from './values.js'

export const temporal = z.object({
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^(?:\[[\da-f:.]+\]|[^\s:/@[\]]+)(?::\d{1,5})?$/i, 'must be host:port, without a scheme')
    .default('127.0.0.1:7233')
    .describe('the Temporal server, as `host:port`'),
  TEMPORAL_NAMESPACE: z
    .string()
    .default('default')
    .describe('an existing namespace; use a separate one for each environment on the same server'),
  TEMPORAL_UI_URL: origin.optional().describe("the origin of Temporal's web UI, for links to executions"),
  TEMPORAL_TLS: flag
    .optional()
    .meta({ description: 'encrypts the connection', preset: '`true` with one of the next settings' }),
  TEMPORAL_TLS_CA: certificate.optional().meta({
    description: "the CA of the server's certificate, as PEM or a file name",
    preset: "the system's",
  }),
  TEMPORAL_TLS_CERT: certificate
    .optional()
    .describe('the client certificate of this process (mTLS), as PEM or a file name'),
  TEMPORAL_TLS_KEY: privateKey.optional().describe('the key of that certificate, as PEM or a file name'),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .optional()
    .meta({ description: "the name in the server's certificate", preset: 'the host of the address' }),
  TEMPORAL_API_KEY: z.string().optional().describe('the key for Temporal Cloud, instead of a certificate'),
})
