import { DNS_ERRORS, FULL_MAILBOX, NO_DOMAIN, NOT_NOW, SENDERS_SIDE, type Phrases } from './phrases.js'
import {
  hasPhrase,
  isProgramOutput,
  pleadsForRetry,
  saysNoMailbox,
  saysRefusedMailbox,
  type ReplyWords,
} from './reply-words.js'

/**
 * The commands that a reply can answer, as far as the rules need them. `DATA` stands for everything after the server
 * has accepted the recipient.
 */
export type SmtpCommand = 'CONNECT' | 'MAIL' | 'RCPT' | 'DATA'

/** The fields of a failure for the rules. */
export interface Failure {
  /** The status that counts (see `effectiveStatus`). */
  status: string
  /** The status that the report gives. */
  reportedStatus: string
  /** The code of the innermost reply. */
  code: string | null
  /** Whether the server gave the status. Otherwise the reporting server chose it. */
  isServerStatus: boolean
  words: ReplyWords
  command: SmtpCommand
  /** The servers and formats that the report names, in lower case. */
  source: string
  /** Whether the reply names only our sender's address. */
  isAboutSender: boolean
}

/** The verdict of a row. */
export type BounceVerdict =
  | 'Permanent/General'
  | 'Transient/General'
  | 'Transient/MailboxFull'
  | 'Transient/MessageTooLarge'
  | 'Transient/ContentRejected'
  | 'Undetermined/Undetermined'

/**
 * A row of the table. It matches a failure that meets all of its fields. A status is a code, the beginning of a code
 * (`5.7.`), or a code without the class (`x.2.2`). `phrase` is a list of words, or a function that reads them.
 */
export interface BounceRule {
  status?: readonly string[]
  reportedStatus?: readonly string[]
  code?: readonly string[]
  phrase?: Phrases | ((words: ReplyWords) => boolean)
  command?: readonly SmtpCommand[]
  source?: string
  /** Whether the reporting server must have chosen the status. */
  isReporterStatus?: true
  isAboutSender?: true
  verdict: BounceVerdict
  /** A failure that this row classifies: the status of the report, the diagnostic, and the command. */
  example: readonly [status: string, diagnostic: string, command?: SmtpCommand]
}

// Codes that mean no more than their class, and `5.1.0`: "other address status" (RFC 3463, 3.2).
const UNSPECIFIC = ['5.0.', '5.1.0', '5.5.0']
const NEARLY_UNSPECIFIC = [...UNSPECIFIC, '5.2.0', '5.3.0', '5.7.1']

const PERMANENT = 'Permanent/General'
const TRANSIENT = 'Transient/General'

/**
 * The rules that classify failures. The first row that matches decides. To support a new server, add a row with the
 * server's reply as the example. Codes are from the IANA registry of SMTP enhanced status codes, phrases from replies
 * of servers.
 */
export const BOUNCE_RULES: readonly BounceRule[] = [
  // These codes describe the current state of the mailbox or message, whatever class the server gives.
  { status: ['x.2.2'], verdict: 'Transient/MailboxFull', example: ['5.1.1', '552 5.2.2 Over quota'] },
  { status: ['x.2.3', 'x.3.4'], verdict: 'Transient/MessageTooLarge', example: ['5.3.4', '552 5.3.4 Too big'] },
  { status: ['x.4.7'], verdict: TRANSIENT, example: ['5.4.7', 'delivery time ran out'] },
  { status: ['4.'], phrase: FULL_MAILBOX, verdict: 'Transient/MailboxFull', example: ['5.0.0', '452 Mailbox full'] },
  { status: ['4.'], verdict: TRANSIENT, example: ['5.1.1', '450 4.1.1 User unknown'] },
  // Microsoft 365: the directory of the tenant does not know the address.
  {
    status: ['5.4.1'],
    phrase: ['recipient address rejected access denied'],
    verdict: PERMANENT,
    example: ['5.4.1', '550 5.4.1 <ann@example.com>: Recipient address rejected: Access denied. AS(201806281)'],
  },
  // The sender, its rate, its reputation, or the content.
  {
    status: ['5.6.', '5.7.'],
    phrase: SENDERS_SIDE,
    verdict: 'Transient/ContentRejected',
    example: ['5.1.1', '550 5.7.1 IP address blacklisted by recipient'],
  },
  {
    status: ['5.'],
    phrase: SENDERS_SIDE,
    verdict: TRANSIENT,
    example: ['5.1.0', '550 5.1.0 MailFrom domain is listed in Spamhaus.'],
  },
  {
    status: ['5.'],
    phrase: (words) => words.isBareLink && !saysNoMailbox(words) && !saysRefusedMailbox(words),
    verdict: TRANSIENT,
    example: ['5.1.1', '550 5.1.1 See https://mail.example.net/refused?ip=192.0.2.1'],
  },
  {
    status: ['5.'],
    isAboutSender: true,
    verdict: TRANSIENT,
    example: ['5.1.0', '550 5.1.0 <b+1@bounces.example.org> unknown'],
  },
  {
    status: ['5.'],
    command: ['CONNECT', 'MAIL'],
    verdict: TRANSIENT,
    example: ['5.1.1', '550 5.1.1 User unknown', 'MAIL'],
  },
  // The mailbox is full, or the server defers the message.
  { status: ['5.'], phrase: FULL_MAILBOX, verdict: 'Transient/MailboxFull', example: ['5.1.1', '550 Mailbox full'] },
  { status: ['5.'], phrase: NOT_NOW, verdict: TRANSIENT, example: ['5.1.1', '550 5.1.1 Account suspended'] },
  {
    status: ['5.'],
    phrase: pleadsForRetry,
    verdict: TRANSIENT,
    example: ['5.1.1', '550 5.1.1 Mailbox unavailable, try again later'],
  },
  // The output of a program behind the server, which knows files and tables.
  {
    status: [...UNSPECIFIC, '5.2.0', '5.3.'],
    phrase: isProgramOutput,
    verdict: TRANSIENT,
    example: ['5.0.0', 'Failed to read response template /home/ann/away.txt: No such file or directory'],
  },
  // Microsoft 365 has asked the next server, which does not know the recipient.
  {
    reportedStatus: ['5.1.351'],
    verdict: PERMANENT,
    example: ['5.1.351', '550 5.1.351 Remote server returned unknown recipient -> 550 Not here'],
  },
  // The address of the sender, the expansion of a list, or a loop.
  {
    status: ['5.1.7', '5.1.8', '5.2.4', '5.4.6', '5.4.14'],
    verdict: TRANSIENT,
    example: ['5.1.8', '553 5.1.8 Bad one'],
  },
  {
    status: ['5.4.4'],
    phrase: DNS_ERRORS,
    verdict: TRANSIENT,
    example: ['5.4.4', 'Name service error: Malformed or unexpected name server reply'],
  },
  // Yahoo and AOL say after any command that an account no longer exists.
  {
    phrase: ['delivery error dd'],
    command: ['DATA'],
    verdict: PERMANENT,
    example: ['5.0.0', "554 delivery error: dd This user doesn't have a example.com account (a@example.com)", 'DATA'],
  },
  // Mail.ru looks for the mailbox only after it has received the message.
  {
    phrase: ['message was not accepted invalid mailbox'],
    verdict: PERMANENT,
    example: ['5.0.0', '550 Message was not accepted -- invalid mailbox. Local mailbox is unavailable', 'DATA'],
  },
  // Some filters of recipients, such as those of carriers, name no reason. The server had accepted the recipient
  // before.
  {
    status: ['5.1.1'],
    isReporterStatus: true,
    command: ['DATA'],
    phrase: (words) => saysNoMailbox(words) || saysRefusedMailbox(words),
    verdict: TRANSIENT,
    example: ['5.1.1', '550 Unknown user ann@example.jp', 'DATA'],
  },
  // The mailbox, the domain or the syntax of the address is bad. The mailbox has moved, is disabled, or accepts no
  // mail. The domain does not exist (Postfix: 5.4.4, Exchange Online: 5.4.310), or has another owner now (RFC 7293).
  {
    status: ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4', '5.4.310', '5.7.17', '5.7.18'],
    verdict: PERMANENT,
    example: ['5.1.1', '550 5.1.1 User unknown'],
  },
  // Outlook.com.
  {
    status: ['5.5.0'],
    code: ['550', 'none'],
    phrase: ['mailbox unavailable'],
    verdict: PERMANENT,
    example: ['5.5.0', '550 Requested action not taken: mailbox unavailable'],
  },
  {
    status: [...UNSPECIFIC, '5.3.0'],
    phrase: NO_DOMAIN,
    verdict: PERMANENT,
    example: ['5.0.0', 'No such domain.'],
  },
  {
    status: NEARLY_UNSPECIFIC,
    command: ['DATA'],
    phrase: (words) => saysNoMailbox(words) || saysRefusedMailbox(words),
    verdict: TRANSIENT,
    example: ['5.0.0', '550 5.0.0 User unknown', 'DATA'],
  },
  {
    status: NEARLY_UNSPECIFIC,
    phrase: saysNoMailbox,
    verdict: PERMANENT,
    example: ['5.7.1', '553 Invalid recipient ann@example.com'],
  },
  {
    status: UNSPECIFIC,
    code: ['550', '551', '553'],
    phrase: saysRefusedMailbox,
    verdict: PERMANENT,
    example: ['5.0.0', '550 Mailbox unavailable'],
  },
  // The receiving system, the content, or its policy.
  { status: ['5.3.'], verdict: TRANSIENT, example: ['5.3.2', '554 5.3.2 Not taking mail'] },
  { status: ['5.6.', '5.7.'], verdict: 'Transient/ContentRejected', example: ['5.7.1', '550 5.7.1 No thanks'] },
  { verdict: 'Undetermined/Undetermined', example: ['5.1.0', '550 5.1.0 No'] },
]

/** Whether a row matches a failure. */
export function fits(rule: BounceRule, failure: Failure): boolean {
  const { status, reportedStatus, code, phrase, command, source } = rule
  if (status && !status.some((code) => hasStatus(failure.status, code))) return false
  if (reportedStatus && !reportedStatus.some((code) => hasStatus(failure.reportedStatus, code))) return false
  if (code && !code.includes(failure.code ?? 'none')) return false
  if (command && !command.includes(failure.command)) return false
  if (source && !failure.source.includes(source)) return false
  if (rule.isReporterStatus && failure.isServerStatus) return false
  if (rule.isAboutSender && !failure.isAboutSender) return false
  if (!phrase) return true
  return typeof phrase === 'function' ? phrase(failure.words) : hasPhrase(failure.words, phrase)
}

function hasStatus(status: string, sought: string): boolean {
  if (sought.startsWith('x.')) return status.slice(1) === sought.slice(1)
  return sought.endsWith('.') ? status.startsWith(sought) : status === sought
}
