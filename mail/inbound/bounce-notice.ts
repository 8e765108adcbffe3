import type { SmtpCommand } from '../../models/domain/bounces/bounce-rules.js'
import { decodeText } from './decode-body.js'
import type { MimePart } from './mime-parts.js'

const MAX_NOTICE_BYTES = 64 * 1024
const MAX_TEXT_PARTS = 5
const MAX_DISTANCE = 600

/** The text of a report that is written for people: at most 64 KB, without the parts that are files or messages. */
export function noticeOf(root: MimePart): string {
  const texts: MimePart[] = []
  collect(root, texts)
  const plain = texts.filter(({ type }) => type === 'text/plain')
  const parts = plain.length > 0 ? plain : texts
  const text = parts.map((part) => textOf(part)).join('\n\n')
  return text.slice(0, MAX_NOTICE_BYTES).replace(/\r\n?/g, '\n')
}

function collect(part: MimePart, texts: MimePart[]): void {
  if (texts.length >= MAX_TEXT_PARTS) return
  if (part.type === 'text/plain' || part.type === 'text/html') texts.push(part)
  for (const child of part.parts) collect(child, texts)
}

function textOf(part: MimePart): string {
  const text = decodeText(part, MAX_NOTICE_BYTES, new Set())
  if (part.type !== 'text/html') return text
  const lines = /<pre\b/i.test(text) ? text : text.replace(/\s+/g, ' ')
  return lines
    .replace(/<(?:br|p|div|li|tr)\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!][^<>@]*>/gi, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

/**
 * The SMTP command that a reply answers, as the reply or the notice around it says; null where neither names a command.
 */
export function commandOf(reply: string, notice: string): SmtpCommand | null {
  const replyCommand = commandIn(reply)
  if (replyCommand) return replyCommand
  const transcriptCommand = commandOfTranscript(reply, notice)
  if (transcriptCommand) return transcriptCommand
  const text = collapse(notice)
  const at = placeOf(reply, text)
  if (at < 0) return commandIn(text)
  const textAfter = text.slice(at, at + MAX_DISTANCE)
  const textBefore = text.slice(Math.max(0, at - MAX_DISTANCE), at)
  return commandIn(`${textAfter.split(NEXT_RECIPIENT)[0]})`) ?? lastCommandIn(textBefore)
}

const NEXT_RECIPIENT = /\) <[^<>\s]{3,320}>: /

const COMMAND =
  /\b(?:in reply to|in response to|after|did not like our|while sending|when sending|error during) (?:the |pipelined |sending )*(end of data|final data|data block|data|rcpt|mail from|mail|initial connection|helo|ehlo|starttls|auth)\b|\bafter I sent the (message)|\b(?:but|your) (sender was|my name was|greeting)|\[(rcpt_to|data|mail_from|final_dot|eod)\]|\(state (\d{1,2})\)/gi

function commandIn(text: string): SmtpCommand | null {
  COMMAND.lastIndex = 0
  const found = COMMAND.exec(text)
  return found ? commandNamed(found) : null
}

function lastCommandIn(text: string): SmtpCommand | null {
  const found = [...text.matchAll(COMMAND)].at(-1)
  return found ? commandNamed(found) : null
}

// Gmail numbers the states of its conversation with a server. These two states follow DATA.
const DATA_STATES = new Set(['17', '18'])

function commandNamed([, named, sent, refused, bracketed, state]: RegExpExecArray): SmtpCommand | null {
  if (state) return DATA_STATES.has(state) ? 'DATA' : null
  return commandOfWord((named ?? sent ?? refused ?? bracketed ?? '').toLowerCase())
}

function commandOfWord(word: string): SmtpCommand | null {
  if (/data|message|final|eod|^\.$/.test(word)) return 'DATA'
  if (/^(?:rcpt|recipient)/.test(word)) return 'RCPT'
  if (/^(?:mail|sender)/.test(word)) return 'MAIL'
  return word === '' ? null : 'CONNECT'
}

// Sendmail shows the conversation: the command after `>>>`, and the reply after `<<<`.
function commandOfTranscript(reply: string, notice: string): SmtpCommand | null {
  if (!notice.includes('>>>') || !notice.includes('<<<')) return null
  const replyText = collapse(reply).toLowerCase()
  let command: string | null = null
  let first: SmtpCommand | null = null
  for (const line of notice.split('\n')) {
    const turn = /^\s{0,20}(>>>|<<<) (.{1,300})/.exec(line)
    if (!turn?.[2]) continue
    if (turn[1] === '>>>') command = turn[2].trimStart().split(/[\s:]/)[0]?.toLowerCase() ?? ''
    else if (command !== null && /^[45]\d\d/.test(turn[2])) {
      const failedCommand = commandOfWord(command)
      first ??= failedCommand
      if (replyText.includes(collapse(turn[2]).toLowerCase())) return failedCommand
    }
  }
  return replyText === '' ? first : null
}

function placeOf(reply: string, text: string): number {
  const words = collapse(reply).replace(/^[\d\s.#-]*/, '')
  return words.length < 6 ? -1 : text.indexOf(words.slice(0, 30))
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
