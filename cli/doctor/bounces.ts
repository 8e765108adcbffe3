import { createDns } from '../../runtime/dns/resolver.js'
import { fault, ok, warning, type Area } from './examination.js'

const DNS_TIMEOUT_MS = 4_000

/** Whether bounces of mail that is sent by SMTP come back to the gateway. SES reports bounces itself. */
export const bouncesArea: Area = async (settings, examine) => {
  const { EMAIL_PROVIDER, BOUNCE_DOMAIN: domain, INBOUND_SMTP_PORT: port } = settings
  if (EMAIL_PROVIDER !== 'smtp') return
  await examine('bounces', async () => {
    if (domain === undefined) {
      return warning(
        'BOUNCE_DOMAIN is not set: bounces and complaints go to the sender addresses and suppress nobody',
        'Set BOUNCE_DOMAIN to a domain with an MX record that points to INBOUND_SMTP_PORT of the gateway.',
      )
    }
    const dns = createDns({ servers: settings.DNS_SERVERS ?? [], timeoutMs: DNS_TIMEOUT_MS })
    const exchangers = (await dns.exchangers(domain)) ?? []
    if (exchangers.length === 0) {
      return fault(
        `${domain} has no MX record: bounces are lost, and some servers reject mail from this sender`,
        `Publish an MX record for ${domain} that points to the host with port 25 forwarded to INBOUND_SMTP_PORT.`,
      )
    }
    if (!port) {
      return fault(
        'BOUNCE_DOMAIN is set but INBOUND_SMTP_PORT is not: nothing receives the bounces',
        'Set INBOUND_SMTP_PORT, on the gateways too.',
      )
    }
    return ok(`bounces arrive at ${domain}, on ${exchangers.map(({ name }) => name).join(', ')}`)
  })
}
