import { BOUNCE_RULES, fits, type Failure, type SmtpCommand } from './bounces/bounce-rules.js'
import { effectiveStatus, readReply } from './bounces/server-reply.js'
import { wordsOf } from './bounces/reply-words.js'
import type { BounceType } from './email-facts.js'

/** A bounce in the words of SES: its type, and a subtype such as `MailboxFull`. */
export interface BounceClass {
  bounceType: BounceType
  bounceSubType: string
}

/** The failure of a delivery to a recipient, as a report describes it. */
export interface ReportedFailure {
  /** The action of the report (RFC 3464, 2.3.3). */
  action: string
  /** An enhanced status code (RFC 3463). */
  status: string
  /** The status of the report itself, where `status` is that of the server. */
  reportedStatus?: string | null
  /** The reply of the server; by default `diagnostic`. */
  reply?: string | null
  diagnostic?: string | null
  /** The command that the server refused; by default RCPT, which servers refuse most often. */
  command?: SmtpCommand | null
  /** The servers and formats that the report names. */
  source?: string
  /** Whether the reply names only our sender's address. */
  isAboutSender?: boolean
}

/**
 * Classifies a delivery report as SES would, by its action, its status and the server's reply, with the table of
 * `BOUNCE_RULES`. Null for an action other than `failed`: a delayed message is still in transit.
 *
 * A bounce is permanent only if the reply says that the address will never accept mail, since a permanent bounce
 * suppresses the address. A refusal of the message (policy, content, size) or of its sender is transient. The subtype
 * of SES for an address that does not exist is `General`; its `NoEmail` means a bounce that names no address. Source:
 * docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types
 */
export function classifyBounce(report: ReportedFailure): BounceClass | null {
  if (report.action !== 'failed') return null
  const verdict = BOUNCE_RULES[ruleOf(report)]?.verdict ?? 'Undetermined/Undetermined'
  const [bounceType, bounceSubType] = verdict.split('/') as [BounceType, string]
  return { bounceType, bounceSubType }
}

/** The index of the row of `BOUNCE_RULES` that decides a failure. */
export function ruleOf(report: ReportedFailure): number {
  const failure = failureOf(report)
  return BOUNCE_RULES.findIndex((rule) => fits(rule, failure))
}

function failureOf({ status, reportedStatus, command, source, isAboutSender, ...report }: ReportedFailure): Failure {
  const reply = readReply(report.reply ?? report.diagnostic ?? '')
  return {
    status: effectiveStatus(status, reply),
    reportedStatus: reportedStatus ?? status,
    code: reply.code,
    isServerStatus: reply.enhanced !== null,
    words: wordsOf(reply.text),
    command: command ?? 'RCPT',
    source: source?.toLowerCase() ?? '',
    isAboutSender: isAboutSender ?? false,
  }
}
