import type { ConfigFault, ValidSettings } from './fault.js'

/** The faults in the combination of settings that are each valid by themselves. */
export function findInconsistencies(settings: ValidSettings): ConfigFault[] {
  return [
    ...halfCredentials(settings, 'MONGODB', mongodbUriNamesUser(settings.MONGODB_URI)),
    ...halfCredentials(settings, 'SMTP', smtpUrlNamesUser(settings.SMTP_URL)),
    ...temporalTls(settings),
    ...smtp(settings),
    ...halves(settings, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'], 'signing'),
    ...inboundSpool(settings),
    ...halves(settings, ['INBOUND_SMTP_CERTIFICATE', 'INBOUND_SMTP_PRIVATE_KEY'], 'encryption'),
    ...halves(settings, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'], 'signing in by GitHub'),
    ...halves(settings, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], 'signing in by Google'),
    ...halves(settings, ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], 'an access key'),
    ...halves(settings, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'], 'billing'),
  ]
}

function halfCredentials(settings: ValidSettings, server: 'MONGODB' | 'SMTP', isInUrl: boolean): ConfigFault[] {
  const names = [`${server}_USERNAME`, `${server}_PASSWORD`] as const
  const given = names.filter((name) => settings[name] !== undefined)
  if (!isInUrl) return halves(settings, names, 'a login')
  const url = server === 'SMTP' ? 'SMTP_URL' : 'MONGODB_URI'
  return given.map((setting) => ({ setting, message: `${url} names a user already: leave it out there or here` }))
}

function mongodbUriNamesUser(uri = ''): boolean {
  return /^[^/]*\/\/[^/?]*@/.test(uri)
}

function smtpUrlNamesUser(url: string | undefined): boolean {
  return url !== undefined && new URL(url).username !== ''
}

function temporalTls(settings: ValidSettings): ConfigFault[] {
  const pair = halves(settings, ['TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY'], 'mTLS')
  if (settings.TEMPORAL_TLS !== false) return pair
  const needTls = [
    'TEMPORAL_TLS_CA',
    'TEMPORAL_TLS_CERT',
    'TEMPORAL_TLS_KEY',
    'TEMPORAL_TLS_SERVER_NAME',
    'TEMPORAL_API_KEY',
  ] as const
  const given = needTls.filter((name) => settings[name] !== undefined)
  const message = `must not be false with ${given.join(', ')}`
  return given.length > 0 ? [...pair, { setting: 'TEMPORAL_TLS', message }] : pair
}

function smtp({ EMAIL_PROVIDER, SMTP_URL, SMTP_TLS }: ValidSettings): ConfigFault[] {
  if (EMAIL_PROVIDER !== 'smtp') return []
  if (!SMTP_URL) {
    return [{ setting: 'SMTP_URL', message: 'needed with EMAIL_PROVIDER=smtp, as smtp://user:password@host:port' }]
  }
  if (!SMTP_URL.startsWith('smtps:') || SMTP_TLS !== 'none') return []
  return [{ setting: 'SMTP_TLS', message: 'smtps:// is always encrypted, so "none" cannot be' }]
}

/** A client network may use a quarter of the disk, so a message that is larger than that could never be received. */
function inboundSpool({
  INBOUND_SPOOL_MB: disk = 0,
  INBOUND_MAX_MESSAGE_MB: message = 0,
}: ValidSettings): ConfigFault[] {
  if (disk >= 4 * message) return []
  return [{ setting: 'INBOUND_SPOOL_MB', message: 'must be four times INBOUND_MAX_MESSAGE_MB or more' }]
}

/** A fault for each missing setting of a set that must be given as a whole or not at all. */
function halves(settings: ValidSettings, names: readonly (keyof ValidSettings)[], purpose: string): ConfigFault[] {
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return missing.map((setting) => ({ setting, message: `must be set: ${purpose} needs all of ${names.join(', ')}` }))
}
