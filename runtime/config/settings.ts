import { z } from 'zod'
import { accounts } from './accounts.js'
import { billing } from './billing.js'
import { dns } from './dns.js'
import { gateway } from './gateway.js'
import { inbound } from './inbound.js'
import { limits, retention } from './limits.js'
import { mongodb } from './mongodb.js'
import { processes } from './processes.js'
import { quotas } from './quotas.js'
import { secrets } from './secrets.js'
import { dkim, sending } from './sending.js'
import { ses } from './ses.js'
import { smtp } from './smtp.js'
import { temporal } from './temporal.js'
import { tracing } from './tracing.js'
import { uploads } from './uploads.js'
import { worker } from './worker.js'

/** The settings by subject, in the order in which the table shows them. */
export const GROUPS = {
  Processes: processes,
  MongoDB: mongodb,
  Temporal: temporal,
  Secrets: secrets,
  Gateway: gateway,
  Accounts: accounts,
  Billing: billing,
  Worker: worker,
  Sending: sending,
  'Sending by SES': ses,
  'Sending by SMTP': smtp,
  'Signing with DKIM': dkim,
  DNS: dns,
  'Received mail': inbound,
  Uploads: uploads,
  Limits: limits,
  Quotas: quotas,
  Retention: retention,
  Tracing: tracing,
} satisfies Record<string, z.ZodObject>

/** Every setting of gateway, worker and commands, with its default; one environment variable each. */
export const Settings = z.object({
  ...processes.shape,
  ...mongodb.shape,
  ...temporal.shape,
  ...secrets.shape,
  ...gateway.shape,
  ...accounts.shape,
  ...billing.shape,
  ...worker.shape,
  ...sending.shape,
  ...ses.shape,
  ...smtp.shape,
  ...dkim.shape,
  ...dns.shape,
  ...inbound.shape,
  ...uploads.shape,
  ...limits.shape,
  ...quotas.shape,
  ...retention.shape,
  ...tracing.shape,
})

/** The settings of a process, read once at its start. */
export type Config = z.output<typeof Settings>
