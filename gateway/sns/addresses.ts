import { parseUrl } from '../../models/domain/url.js'

// docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html: only a certificate from SNS proves anything.
const AWS_HOST = /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/
const AWS_CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]{16,64}\.pem$/

/** Whether an address is that of a certificate of SNS or of a trusted origin. */
export function isCertificateAddress(address: string, trustedOrigins: readonly string[]): boolean {
  const url = parseUrl(address)
  if (!url || url.username || url.password || url.search || url.hash) return false
  return trustedOrigins.includes(url.origin) || (isOfAws(url) && AWS_CERTIFICATE.test(url.pathname))
}

/** Whether a request to an address confirms a subscription at SNS or at a trusted origin. */
export function isConfirmationAddress(address: string, trustedOrigins: readonly string[]): boolean {
  const url = parseUrl(address)
  if (!url || url.username || url.password || url.searchParams.get('Action') !== 'ConfirmSubscription') return false
  return trustedOrigins.includes(url.origin) || (isOfAws(url) && url.pathname === '/')
}

function isOfAws({ protocol, port, hostname }: URL): boolean {
  return protocol === 'https:' && port === '' && AWS_HOST.test(hostname)
}
