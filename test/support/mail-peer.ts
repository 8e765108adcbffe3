import { createTransport } from 'nodemailer'
import { Peer } from './peer.js'

const REPLY = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/

/** A mail server, as a test plays it: sends lines, and reads replies. */
export class MailPeer extends Peer {
  /**
   * The next reply, which is taken from `text`, without its end of line; empty when the connection has ended without
   * one.
   */
  async reply(): Promise<string> {
    for (;;) {
      const [reply] = REPLY.exec(this.text) ?? []
      if (reply !== undefined) {
        this.text = this.text.slice(reply.length)
        return reply.trimEnd()
      }
      if (this.isClosed) return ''
      await this.data()
    }
  }

  /** Sends a line; resolves with the reply. */
  async say(line: string): Promise<string> {
    this.send(`${line}\r\n`)
    return this.reply()
  }

  /** Greets, and goes as far as a message needs; resolves with the reply to DATA, or with the first refusal. */
  async begin(to: string, from = 'ada@sender.example'): Promise<string> {
    let reply = await this.reply()
    for (const line of ['EHLO mx.sender.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      if (!/^[23]/.test(reply)) return reply
      reply = await this.say(line)
    }
    return reply
  }
}

/** The answer of a server that refuses a message. */
export interface SmtpRefusal {
  responseCode?: number
  response?: string
}

/**
 * Delivers a message by SMTP as another server does; resolves with the refusal of the message or a recipient, or null.
 */
export async function deliverBySmtp(
  { port }: { port: number },
  { to, raw, from = 'ada@sender.example' }: { to: string[]; raw: string | Buffer; from?: string | undefined },
): Promise<SmtpRefusal | null> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  try {
    const { rejectedErrors = [] } = await transport.sendMail({ envelope: { from, to }, raw })
    return (rejectedErrors[0] as SmtpRefusal | undefined) ?? null
  } catch (error) {
    return error as SmtpRefusal
  } finally {
    transport.close()
  }
}
