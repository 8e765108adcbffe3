import { createPublicKey, type KeyObject } from 'node:crypto'
import { dkimKeyOf, privateKeyText } from '../../mail/mime/dkim.js'
import { fault, ok, reasonOf, type Area, type Finding } from './examination.js'
import { createDns, type Dns } from '../../runtime/dns/resolver.js'

const DNS_TIMEOUT_MS = 4_000

/** DKIM of mail sent by SMTP: the private key, and the public one that receivers find. */
export const dkimArea: Area = async (settings, examine) => {
  const { EMAIL_PROVIDER, DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: setting } = settings
  if (EMAIL_PROVIDER !== 'smtp' || !domain || !selector || !setting) return
  await examine('DKIM', async () => {
    const key = readKey(setting)
    if (key instanceof Error) {
      return fault(
        `DKIM_PRIVATE_KEY: ${reasonOf(key)}`,
        'Set DKIM_PRIVATE_KEY to an RSA key as PEM, or to the file that holds it: openssl genrsa -out dkim.pem 2048',
      )
    }
    const dns = createDns({ servers: settings.DNS_SERVERS ?? [], timeoutMs: DNS_TIMEOUT_MS })
    return published(`${selector}._domainkey.${domain}`, createPublicKey(key), dns)
  })
}

function readKey(setting: string): KeyObject | Error {
  try {
    return dkimKeyOf(privateKeyText(setting))
  } catch (error) {
    return error instanceof Error ? error : new Error('cannot be read')
  }
}

async function published(name: string, key: KeyObject, dns: Dns): Promise<Finding> {
  const wanted = encodingsOf(key)
  const publish = `Publish the TXT record ${name} with the value: v=DKIM1; k=rsa; p=${wanted[0]}`
  const records = await dns.texts(name)
  if (!records?.length) return fault(`there is no TXT record ${name}: receivers cannot verify the signatures`, publish)
  const keys = records.map((record) => /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? '')
  if (keys.some((key) => wanted.includes(key))) return ok(`${name} matches DKIM_PRIVATE_KEY`)
  return fault(`${name} does not match DKIM_PRIVATE_KEY: every signature fails`, publish)
}

/** The two encodings in use for the tag `p` (RFC 6376, 3.6.1, and its erratum 3017). */
function encodingsOf(key: KeyObject): string[] {
  return (['spki', 'pkcs1'] as const).map((type) => key.export({ type, format: 'der' }).toString('base64'))
}
