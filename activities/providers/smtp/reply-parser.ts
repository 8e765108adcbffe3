import type { Reply } from './reply.js'
import { SmtpError } from './smtp-errors.js'

// RFC 5321, 4.5.3.1.5 allows 512 bytes a line. Real servers exceed that, but none needs more than this.
const LONGEST_LINE = 4 << 10
const LONGEST_REPLY = 64 << 10

const LINE = /^[1-5]\d\d(?:[ -]|$)/

/** Reads replies (RFC 5321, 4.2) from text that arrives in any pieces. */
export class ReplyParser {
  #unended = ''
  #lines = ''

  /** Whether nothing of a further reply has arrived. */
  get isBetweenReplies(): boolean {
    return this.#unended === '' && this.#lines === ''
  }

  /**
   * Reads further text, and calls `onReply` for each complete reply. Throws SmtpError for a malformed or endless one.
   */
  read(piece: string, onReply: (reply: Reply) => void): void {
    const text = this.#unended === '' ? piece : this.#unended + piece
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, text[end - 1] === '\r' ? end - 1 : end)
      from = end + 1
      this.#readLine(line, onReply)
    }
    this.#unended = from === 0 ? text : text.slice(from)
    if (this.#unended.length > LONGEST_LINE) throw tooLong()
  }

  #readLine(line: string, onReply: (reply: Reply) => void): void {
    if (line.length > LONGEST_LINE || this.#lines.length > LONGEST_REPLY) throw tooLong()
    if (!LINE.test(line)) throw new SmtpError('EPROTOCOL', 'The server sent a line that is no reply')
    const text = this.#lines === '' ? line : `${this.#lines}\n${line}`
    if (line[3] === '-') {
      this.#lines = text
      return
    }
    this.#lines = ''
    onReply({ status: Number(line.slice(0, 3)), text })
  }
}

function tooLong(): SmtpError {
  return new SmtpError('EPROTOCOL', 'The reply of the server is too long')
}
