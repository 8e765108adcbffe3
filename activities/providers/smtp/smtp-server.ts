import type { Config } from '../../../runtime/config.js'
import { isLoopback } from '../../../runtime/loopback.js'

/** A mail server, and how to speak to it. */
export interface SmtpServer {
  host: string
  port: number
  /** Whether TLS begins with the connection (`smtps:`) rather than by STARTTLS. */
  isImplicitTls: boolean
  /** Whether to insist on TLS, use it where the server offers it, or never use it. */
  tls: 'required' | 'opportunistic' | 'none'
  auth?: Credentials | undefined
  /** Certificates to trust instead of the system's. */
  ca?: string | undefined
}

/** The name and the password at a mail server. */
export interface Credentials {
  user: string
  pass: string
}

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
