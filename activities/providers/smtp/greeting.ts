import { Connection } from './connection.js'
import { openSession } from './open-session.js'
import { toSmtpProviderError } from './smtp-errors.js'
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
  const connection = new Connection(server)
  try {
    const { sizeLimitBytes } = await openSession(connection, server, { timeoutMs, insistsOnLogin: true })
    const { isEncrypted } = connection
    return { isEncrypted, isAuthenticated: server.auth !== undefined, sizeLimitBytes }
  } catch (error) {
    throw toSmtpProviderError(error, false)
  } finally {
    connection.quit()
  }
}
