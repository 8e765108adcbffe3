/** The fields of a message that a list shows. `to` holds the envelope's recipients, `receivedAt` is ISO 8601. */
export interface MessageSummary {
  id: string
  from: string
  to: string[]
  subject: string
  receivedAt: string
  sizeBytes: number
}

/** A search by substrings, in any case; an empty one matches every message. */
export interface MessageSearch {
  to: string
  subject: string
  limit: number
}

interface Indexed {
  summary: MessageSummary
  /** The position of the message's first byte in the file of all messages. */
  offset: number
  /** The texts to search are lower-cased here, so that a search over many messages stays quick. */
  recipients: string
  subject: string
}

/** The messages in memory by id, without their content, oldest first. */
export class MessageIndex extends Map<string, Indexed> {
  add(summary: MessageSummary, offset: number): void {
    const recipients = summary.to.join('\n').toLowerCase()
    this.set(summary.id, { summary, offset, recipients, subject: summary.subject.toLowerCase() })
  }

  /** The newest `limit` matches, newest first, and the number of all matches. */
  search({ to, subject, limit }: MessageSearch): { total: number; messages: MessageSummary[] } {
    const [wantedTo, wantedSubject] = [to.toLowerCase(), subject.toLowerCase()]
    const matches = [...this.values()].filter(
      (entry) => entry.recipients.includes(wantedTo) && entry.subject.includes(wantedSubject),
    )
    const newest = matches.slice(Math.max(0, matches.length - limit)).toReversed()
    return { total: matches.length, messages: newest.map(({ summary }) => summary) }
  }

  /** The number of messages received at `sinceIso` or later. */
  countSince(sinceIso: string): number {
    const entries = [...this.values()]
    return entries.length - 1 - entries.findLastIndex(({ summary }) => summary.receivedAt < sinceIso)
  }
}
