/** The answer of a mail server: the code of the reply (RFC 5321, 4.2), the enhanced code (RFC 3463), and the words. */
export interface ServerReply {
  /** Three digits; null where the reply has no code. */
  code: string | null
  /** A code such as `5.1.1`; null where the reply has none. */
  enhanced: string | null
  text: string
}

const MAX_REPLY_LENGTH = 4_000
// Both codes stand near the beginning, after a few words and addresses at most.
const MAX_PREFACE_LENGTH = 400

const ENHANCED = /(?:^|[\s;:#('"[<-])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/
const CODE = /(?:^|[\s;:#('"[])([45]\d\d)(?=[\s\-:;,.)'"\]]|$)(?!\.\d)/
// Words that the reporting server adds.
const SAID_OF_COMMAND = /\(in reply to [a-z ]{1,40}\)/gi
const CONTINUED = /(?:^|\s)[245]\d\d(?:-[ ]?|[ ])(?:[245]\.\d{1,3}\.\d{1,3}[ ])?/g
// A filter quotes the reply after the code, as in `5.1.0 - Unknown address error 550-'5.1.1 User unknown'`.
const QUOTED_BEHIND_CODE = /[45]\d\d-'/
const STARTS_WITH_CODE = /^[\s'"<(#]*[45]\d\d(?![\d.])/
// The words of the filter, before a quote or without one.
const PREFACE = /^[\s'"]*5\.\d\.\d - (?:unknown address error|other mail system problem|bad destination email address)/i

/** Reads the text of a report's diagnostic. Where a server quotes another server, the innermost reply counts. */
export function readReply(diagnostic: string): ServerReply {
  const whole = diagnostic.slice(0, MAX_REPLY_LENGTH).replace(/\s+/g, ' ').trim()
  const quoted = quotedBehindCode(whole)
  const inner = quoted ? quoted.text : innermostOf(whole.replace(PREFACE, ' '))
  const head = inner.slice(0, MAX_PREFACE_LENGTH)
  const code = CODE.exec(head)
  const reply = code ? fromCode(inner, code.index) : inner
  return {
    code: quoted?.code ?? code?.[1] ?? null,
    enhanced: enhancedCodeIn(reply) ?? enhancedCodeIn(reply.slice(reply.lastIndexOf('#'))),
    text: reply.replace(SAID_OF_COMMAND, ' ').replace(CONTINUED, ' '),
  }
}

// The words before the code come from the reporting server, unless the code has no words after it.
function fromCode(text: string, at: number): string {
  const rest = text.slice(at)
  return /\p{L}{3}/u.test(rest) ? rest : text
}

/** The enhanced code near the beginning of a text; null without one. */
export function enhancedCodeIn(text: string): string | null {
  const found = ENHANCED.exec(text.slice(0, MAX_PREFACE_LENGTH))
  return found ? `${found[1]}.${Number(found[2])}.${Number(found[3])}` : null
}

/**
 * The status that counts: the server's own code; otherwise the reported code if the reply has the same class; otherwise
 * only the class of the reply. `5.0.0` stands for no status.
 */
export function effectiveStatus(reportedStatus: string, { code, enhanced }: ServerReply): string {
  if (enhanced) return enhanced
  const severity = code?.[0]
  if (!severity || severity === reportedStatus[0]) return reportedStatus
  return `${severity}.0.0`
}

function quotedBehindCode(text: string): { code: string; text: string } | null {
  const found = QUOTED_BEHIND_CODE.exec(text)
  if (!found) return null
  const from = found.index + found[0].length
  const end = text.lastIndexOf("'")
  return { code: found[0].slice(0, 3), text: text.slice(from, end > from ? end : undefined) }
}

// Microsoft quotes after an arrow or between quotes, Postfix and qmail after `said:`.
const QUOTES = ['->', 'said:', "returned '", "error '", 'server returned:', 'responded with:', 'response was:']

function innermostOf(text: string): string {
  const lower = text.toLowerCase()
  const starts = QUOTES.flatMap((mark) => {
    const at = lower.lastIndexOf(mark)
    return at >= 0 && STARTS_WITH_CODE.test(text.slice(at + mark.length, at + mark.length + 40))
      ? [at + mark.length]
      : []
  })
  return text.slice(Math.max(0, ...starts)).trim()
}
