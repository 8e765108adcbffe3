import { decodeTransfer } from './decode-body.js'
import { splitMessage, type MimePart } from './mime-parts.js'

const DELIVERY_STATUS = new Set(['message/delivery-status', 'message/global-delivery-status'])
const FEEDBACK_REPORT = 'message/feedback-report'
const MESSAGES = new Set(['message/rfc822', 'message/global'])
const HEADERS = new Set(['text/rfc822-headers', 'message/global-headers', 'message/rfc822-headers'])
// Servers write such a status as a part of another type; it begins with a field of the message (RFC 3464, 2.2).
const STATUS_IN_TEXT = /^\s*(?:reporting-mta|original-envelope-id|(?:final|original)-recipient)[ \t]*:/i
const TEXT_TYPES = new Set(['text/plain', 'application/octet-stream'])

// An attached message may be the report. One that is attached to it is the mail that it tells of.
const MAX_ATTACHED_DEPTH = 2
const MAX_ATTACHED = 10

/** A message, and the part of it that holds the fields of a report. */
export interface FoundReport {
  kind: 'delivery' | 'feedback'
  part: MimePart
  /** The multipart that the part stands in. */
  container: MimePart
}

/** A part with the multipart that it stands in. */
interface Placed {
  part: MimePart
  container: MimePart
  /** How many messages it is attached in. */
  within: number
}

/**
 * Finds the status or feedback part of a message, wherever it stands: at the root, in a multipart of any kind, or in an
 * attached message. The outermost one counts. `messages` are the messages that were looked at, the outermost first.
 */
export function findReport(root: MimePart): { found: FoundReport | null; messages: MimePart[] } {
  const messages: MimePart[] = [root]
  let level: Placed[] = [{ part: root, container: root, within: 0 }]
  while (level.length > 0) {
    const found = reportIn(level)
    if (found) return { found, messages }
    level = level.flatMap(({ part, within }) => {
      const below = part.parts.map((child) => ({ part: child, container: part, within }))
      if (!MESSAGES.has(part.type) || within === MAX_ATTACHED_DEPTH || messages.length > MAX_ATTACHED) return below
      const message = splitMessage(decodeTransfer(part), new Set())
      messages.push(message)
      return [...below, { part: message, container: message, within: within + 1 }]
    })
  }
  return { found: null, messages }
}

function reportIn(level: readonly Placed[]): FoundReport | null {
  for (const { part, container } of level) {
    if (DELIVERY_STATUS.has(part.type)) return { kind: 'delivery' as const, part, container }
    if (part.type === FEEDBACK_REPORT) return { kind: 'feedback', part, container }
  }
  const stray = level.find(({ part }) => TEXT_TYPES.has(part.type) && beginsWithStatus(part))
  return stray ? { kind: 'delivery', part: stray.part, container: stray.container } : null
}

function beginsWithStatus(part: MimePart): boolean {
  return STATUS_IN_TEXT.test(decodeTransfer({ ...part, body: part.body.subarray(0, 200) }).toString('latin1'))
}

/**
 * The returned message, or its header, beside a report; the last one counts, since the notice for people may be one
 * too.
 */
export function returnedIn(container: MimePart): MimePart | null {
  return container.parts.findLast(({ type }) => MESSAGES.has(type) || HEADERS.has(type)) ?? null
}
