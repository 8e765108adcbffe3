import { parseUrl } from '../models/domain/url.js'
import { isLoopback } from '../runtime/loopback.js'
import { WORKFLOW_BUNDLE } from './build/build-programs.js'
import { CONFIGURATION_SET } from './provider/http/configuration-sets.js'
import type { Plan } from './plan.js'
import type { Env } from './settings.js'
import type { StackInfo } from './stack-file.js'

const TOPIC_ARN = 'arn:aws:sns:us-east-1:000000000000:posthorn-email-events'

/**
 * The settings that the stack gives to gateway and worker where the user has set nothing else. The inbox answers DNS
 * for the ownership records of sender domains, unless `env`, the settings of the user, names DNS servers or another
 * provider.
 */
export function stackSettings(of: {
  env?: Env
  addresses: Pick<StackInfo, 'gateway' | 'inbox' | 'temporalUi'>
  dataDir: string
  encryptionKey: string
  jwtSecret: string
}): Env {
  const { gateway, inbox, temporalUi } = of.addresses
  const withInbox = {
    EMAIL_PROVIDER: 'ses',
    SES_ENDPOINT: inbox,
    SES_CONFIGURATION_SET: CONFIGURATION_SET,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'embedded',
    AWS_SECRET_ACCESS_KEY: 'embedded',
    SNS_TOPIC_ARNS: TOPIC_ARN,
    SNS_TRUSTED_ORIGINS: inbox,
    ...(inbox && hasInboxForDns(of.env ?? {}) ? { OWNERSHIP_DNS_SERVERS: new URL(inbox).host } : {}),
  }
  return {
    NODE_ENV: 'development',
    ALLOW_TEST_DOMAINS: 'true',
    PLATFORM_FROM: 'posthorn@example.com',
    AMBIGUOUS_SEND_WAIT_SECONDS: '10',
    ENCRYPTION_KEY: of.encryptionKey,
    JWT_SECRET: of.jwtSecret,
    INBOUND_SPOOL_DIR: `${of.dataDir}/spool`,
    ...(gateway ? { GATEWAY_URL: gateway } : {}),
    LOOPBACK_NAMES_ONLY: String(isForThisMachine(of.env?.['GATEWAY_URL'] || gateway, of.env?.['TRACKING_URL'])),
    ...(temporalUi ? { TEMPORAL_UI_URL: temporalUi } : {}),
    ...(inbox ? withInbox : {}),
  }
}

/** Whether nobody elsewhere has an address of the gateway. The gateway itself refuses one that is no URL. */
function isForThisMachine(...urls: (string | undefined)[]): boolean {
  return urls.every((url) => !url || isLoopback(parseUrl(url)?.hostname ?? ''))
}

function hasInboxForDns(env: Env): boolean {
  const { DNS_SERVERS, DNS_SERVERS_FILE, SES_ENDPOINT, EMAIL_PROVIDER = 'ses' } = env
  return !DNS_SERVERS && !DNS_SERVERS_FILE && !SES_ENDPOINT && (EMAIL_PROVIDER || 'ses') === 'ses'
}

/** The environment of gateway and worker. The user's settings win, except over the addresses of the stack's parts. */
export function applicationEnv(plan: Plan): Env {
  const { env, ports, codeDir, dashboardDir, addresses } = plan
  return {
    ...stackSettings(plan),
    ...(addresses.inbox ? { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}` } : {}),
    ...(isSentToInbox(plan) ? { INBOX_URL: addresses.inbox } : {}),
    ...env,
    GATEWAY_PORT: String(ports.gateway),
    INBOUND_SMTP_PORT: String(ports.inboundSmtp),
    WORKFLOW_BUNDLE: `${codeDir}/${WORKFLOW_BUNDLE}`,
    DASHBOARD_FOLDER: dashboardDir,
    MONGODB_URI: addresses.mongodb,
    TEMPORAL_ADDRESS: addresses.temporal,
  }
}

/** Whether the inbox receives the email that the user's settings send. */
function isSentToInbox({ env, addresses }: Pick<Plan, 'env' | 'addresses'>): boolean {
  const { EMAIL_PROVIDER, SES_ENDPOINT, SMTP_URL } = env
  if (addresses.inbox === '') return false
  return EMAIL_PROVIDER === 'smtp' ? !SMTP_URL : (EMAIL_PROVIDER || 'ses') === 'ses' && !SES_ENDPOINT
}

/** The environment of the local provider: it publishes under the topic that the gateway accepts. */
export function providerEnv(plan: Plan): Env {
  const { env, ports, dataDir, addresses } = plan
  // A stack without a gateway of its own may have gateways beside it, behind GATEWAY_URL.
  const gateway = addresses.gateway || env['GATEWAY_URL']
  return {
    ...env,
    INBOX_PORT: String(ports.inbox),
    PROVIDER_SMTP_PORT: String(ports.smtp),
    PROVIDER_DATA_DIR: `${dataDir}/provider`,
    PROVIDER_WEBHOOK_URL: gateway && `${gateway}/webhooks/email-infra`,
    PROVIDER_TOPIC_ARN: applicationEnv(plan)['SNS_TOPIC_ARNS']?.split(',')[0] ?? TOPIC_ARN,
  }
}
