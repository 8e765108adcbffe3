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
        'BOUNCE_DOMAIN is unset: bounces and complaints go to the senders of mails, and suppress nobody',
        'Set BOUNCE_DOMAIN to a domain whose MX record leads to INBOUND_SMTP_PORT of the gateway.',
      )
    }
    const dns = createDns({ servers: settings.DNS_SERVERS ?? [], timeoutMs: DNS_TIMEOUT_MS })
    const exchangers = (await dns.exchangers(domain)) ?? []
    if (exchangers.length === 0) {
      return fault(
        `${domain} has no MX record: bounces reach nobody, and some servers refuse mail of such a sender`,
        `Publish an MX record for ${domain} that names the host at which port 25 leads to INBOUND_SMTP_PORT.`,
      )
    }
    if (!port) {
      return fault(
        'BOUNCE_DOMAIN is set and INBOUND_SMTP_PORT is not: nobody receives the bounces',
        'Set INBOUND_SMTP_PORT, on the gateways too.',
      )
    }
    return ok(`bounces come to ${domain}, at ${exchangers.map(({ name }) => name).join(', ')}`)
  })
}
