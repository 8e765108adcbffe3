import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { toSmtpProviderError } from './smtp-errors.js'
import { tlsOptions } from './smtp.js'
import type { SmtpServer } from './smtp-server.js'

/** What a mail server says before the first message. */
export interface SmtpGreeting {
  isEncrypted: boolean
  isAuthenticated: boolean
  /** The largest message that the server takes; null when it does not tell. */
  sizeLimitBytes: number | null
}

/** Connects to a mail server as a worker does, signs in, and sends nothing. Throws ProviderError. */
export async function greetSmtp(server: SmtpServer, timeoutMs: number): Promise<SmtpGreeting> {
  const { host, port, auth } = server
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const connection = new SMTPConnection({ host, port, ...tlsOptions(server), ...limits })
  try {
    return await new Promise<SmtpGreeting>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((failure) => {
        if (failure) return reject(failure)
        const greeting = { isEncrypted: connection.secure, sizeLimitBytes: sizeLimitOf(connection.lastServerResponse) }
        if (!auth) return resolve({ ...greeting, isAuthenticated: false })
        connection.login({ credentials: auth }, (refusal) => {
          if (refusal) reject(refusal)
          else resolve({ ...greeting, isAuthenticated: true })
        })
      })
    })
  } catch (error) {
    throw toSmtpProviderError(error, false)
  } finally {
    connection.close()
  }
}

// The answer to EHLO (RFC 1870).
function sizeLimitOf(answer: string | false): number | null {
  const size = Number(/^250[ -]SIZE (\d+)/im.exec(answer || '')?.[1] ?? 0)
  return size > 0 ? size : null
}
