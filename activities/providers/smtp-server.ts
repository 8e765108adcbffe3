import type { Config } from '../../runtime/config.js'
import { isLoopback } from '../../runtime/loopback.js'
import type { SmtpOptions } from './smtp.js'

/** The mail server of the settings, and how to speak to it. */
export type SmtpServer = Pick<SmtpOptions, 'host' | 'port' | 'isImplicitTls' | 'tls' | 'auth'>

type Settings = Partial<Pick<Config, 'SMTP_URL' | 'SMTP_USERNAME' | 'SMTP_PASSWORD' | 'SMTP_TLS'>>

/** Reads the mail server from `SMTP_URL`. */
export function smtpServerOf({ SMTP_URL = '', SMTP_USERNAME, SMTP_PASSWORD, SMTP_TLS }: Settings): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL)
  const isImplicitTls = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    // A loopback connection needs no encryption, and a local mail server rarely has a valid certificate.
    tls: SMTP_TLS ?? (isLoopback(host) ? ('none' as const) : ('required' as const)),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    ...(SMTP_USERNAME && SMTP_PASSWORD ? { auth: { user: SMTP_USERNAME, pass: SMTP_PASSWORD } } : {}),
  }
}
