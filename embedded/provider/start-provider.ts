import { hasCode } from '../../runtime/has-code.js'
import { createLogger, type Logger } from '../../runtime/logger.js'
import { Behaviour } from './behaviour.js'
import { startDnsStandIn, type DnsStandIn } from './dns-stand-in.js'
import { configurationSetRoutes } from './http/configuration-sets.js'
import { identityRoutes } from './http/identities.js'
import { inboxRoutes } from './http/inbox-api.js'
import { closeHttpServer, openHttpServer, serve, type OpenServer } from './http/listen.js'
import { pageRoutes } from './http/page-files.js'
import { createRouter } from './http/router.js'
import { sesRoutes } from './http/ses-api.js'
import { snsRoutes } from './http/sns-api.js'
import { Intake } from './intake.js'
import { MAX_IN_FLIGHT, Publisher } from './notifications/publisher.js'
import { openSigningKey } from './notifications/signing-key.js'
import type { Topic } from './notifications/sns-envelope.js'
import { Subscription } from './notifications/subscription.js'
import { Webhook } from './notifications/webhook.js'
import { startSmtpReceiver } from './smtp-receiver.js'
import { IdentityStore } from './storage/identity-store.js'
import { MessageStore } from './storage/message-store.js'

/** The provider's options. Ports default to any free one; without `webhookUrl` no events are published. */
export interface ProviderOptions {
  dataDir: string
  /** The address to listen on, by default the loopback address. */
  host?: string
  port?: number
  smtpPort?: number
  webhookUrl?: string
  topicArn?: string
  /** Whether to offer the topic to the receiver by a SubscriptionConfirmation first. */
  subscribe?: boolean
  log?: Logger
}

/**
 * A provider that answers at `origin` (SES API, inbox, certificate) and takes SMTP at `smtpPort`. For the ownership
 * records of sender domains it answers as a DNS server, by UDP at the port of `origin`.
 */
export interface Provider {
  origin: string
  smtpPort: number
  close(): Promise<void>
}

/** The topic when none is named. */
export const DEFAULT_TOPIC_ARN = 'arn:aws:sns:us-east-1:000000000000:posthorn-email-events'

/** Starts the stand-in for AWS SES and SNS, with its inbox and an SMTP relay, in this process. */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const log = options.log ?? createLogger('provider', { level: 'silent', pretty: false })
  const host = options.host ?? '127.0.0.1'
  // The port comes before the files: a provider that holds the port is using them.
  const { server, origin, dns } = await openPorts(host, options.port ?? 0)
  const store = await MessageStore.open(options.dataDir)
  const identities = new IdentityStore(options.dataDir)
  const key = await openSigningKey(options.dataDir)
  const topic: Topic = { arn: options.topicArn ?? DEFAULT_TOPIC_ARN, origin, key }
  const behaviour = new Behaviour()
  const subscription = new Subscription()
  const webhook = options.webhookUrl ? new Webhook(options.webhookUrl, MAX_IN_FLIGHT + 1) : null
  const publisher = webhook && new Publisher({ store, topic, webhook, log })
  const intake = new Intake(store, publisher, behaviour)
  const smtp = await startSmtpReceiver(host, options.smtpPort ?? 0, intake, behaviour)
  const routes = [
    ...configurationSetRoutes(topic),
    ...identityRoutes(identities),
    ...sesRoutes({ intake, behaviour, index: store.index }),
    ...inboxRoutes(store, behaviour),
    ...snsRoutes(topic, subscription),
    ...(await pageRoutes()),
  ]
  serve(server, createRouter(routes, log))
  dns.answerFrom(identities)
  const stopping = new AbortController()
  if (webhook && options.subscribe) void subscription.offer(topic, webhook, stopping.signal)
  publisher?.add(...store.pending.values())

  return {
    origin,
    smtpPort: smtp.port,
    async close() {
      stopping.abort()
      await Promise.all([closeHttpServer(server), smtp.close(), dns.close()])
      await publisher?.stop()
      await store.close()
    },
  }
}

const ATTEMPTS = 5

/** Opens HTTP and DNS at one number: any that is free for both where `port` is 0. */
async function openPorts(host: string, port: number): Promise<OpenServer & { dns: DnsStandIn }> {
  for (let attempt = 1; ; attempt += 1) {
    const http = await openHttpServer(host, port)
    try {
      return { ...http, dns: await startDnsStandIn(host, Number(new URL(http.origin).port)) }
    } catch (error) {
      await closeHttpServer(http.server)
      if (port !== 0 || attempt === ATTEMPTS || !hasCode(error, 'EADDRINUSE')) throw error
    }
  }
}
