import { decodeTransfer } from './decode-body.js'
import { splitMessage, type MimePart } from './mime-parts.js'

const DELIVERY_STATUS = new Set(['message/delivery-status', 'message/global-delivery-status'])
const FEEDBACK_REPORT = 'message/feedback-report'
const MESSAGES = new Set(['message/rfc822', 'message/global'])
const HEADERS = new Set(['text/rfc822-headers', 'message/global-headers', 'message/rfc822-headers'])
// Some servers write a status as a part of another type. The part then begins with a field of a status (RFC 3464, 2.2).
const STATUS_IN_TEXT = /^\s*(?:reporting-mta|original-envelope-id|(?:final|original)-recipient)[ \t]*:/i
const TEXT_TYPES = new Set(['text/plain', 'application/octet-stream'])

// An attached message may be the report. A message that is attached to the report is the mail that the report is about.
const MAX_ATTACHED_DEPTH = 2
const MAX_ATTACHED = 10

/** The part of a message that holds the fields of a report. */
export interface FoundReport {
  kind: 'delivery' | 'feedback'
  part: MimePart
  /** The multipart that contains the part. */
  container: MimePart
}

/** A part with the multipart that contains it. */
interface PartInContainer {
  part: MimePart
  container: MimePart
  /** The number of attached messages around the part. */
  within: number
}

/**
 * Finds the status or feedback part of a message: at the root, in a multipart of any kind, or in an attached message.
 * The outermost such part counts. `messages` are the messages that were searched, the outermost first.
 */
export function findReport(root: MimePart): { found: FoundReport | null; messages: MimePart[] } {
  const messages: MimePart[] = [root]
  let level: PartInContainer[] = [{ part: root, container: root, within: 0 }]
  while (level.length > 0) {
    const found = reportIn(level)
    if (found) return { found, messages }
    level = level.flatMap(({ part, within }) => {
      const children = part.parts.map((child) => ({ part: child, container: part, within }))
      if (!MESSAGES.has(part.type) || within === MAX_ATTACHED_DEPTH || messages.length > MAX_ATTACHED) return children
      const message = splitMessage(decodeTransfer(part), new Set())
      messages.push(message)
      return [...children, { part: message, container: message, within: within + 1 }]
    })
  }
  return { found: null, messages }
}

function reportIn(level: readonly PartInContainer[]): FoundReport | null {
  for (const { part, container } of level) {
    if (DELIVERY_STATUS.has(part.type)) return { kind: 'delivery' as const, part, container }
    if (part.type === FEEDBACK_REPORT) return { kind: 'feedback', part, container }
  }
  const textPart = level.find(({ part }) => TEXT_TYPES.has(part.type) && beginsWithStatus(part))
  return textPart ? { kind: 'delivery', part: textPart.part, container: textPart.container } : null
}

function beginsWithStatus(part: MimePart): boolean {
  return STATUS_IN_TEXT.test(decodeTransfer({ ...part, body: part.body.subarray(0, 200) }).toString('latin1'))
}

/**
 * The returned message, or its header, beside a report. The last such part counts, since the notice for people may be a
 * message too.
 */
export function returnedIn(container: MimePart): MimePart | null {
  return container.parts.findLast(({ type }) => MESSAGES.has(type) || HEADERS.has(type)) ?? null
}
