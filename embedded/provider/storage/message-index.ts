import type { MessageEntry, MessageSummary } from './entries.js'

interface Indexed {
  summary: MessageSummary
  offset: number
  /** Lower-cased once, so that a search over many messages stays quick. */
  recipients: string
  subject: string
}

/** What to look for; both are substrings, in any case. */
export interface MessageSearch {
  to: string
  subject: string
  limit: number
}

/** The messages in memory, without their content, in the order they came. */
export class MessageIndex {
  private entries: Indexed[] = []
  private readonly byId = new Map<string, Indexed>()

  constructor(entries: MessageEntry[]) {
    for (const entry of entries) this.add(entry)
  }

  add({ offset, ...summary }: MessageEntry): void {
    const recipients = summary.to.join('\n').toLowerCase()
    const indexed = { summary, offset, recipients, subject: summary.subject.toLowerCase() }
    this.entries.push(indexed)
    this.byId.set(summary.id, indexed)
  }

  find(id: string): { summary: MessageSummary; offset: number } | undefined {
    return this.byId.get(id)
  }

  /** The newest `limit` matches, newest first, and how many match in all. */
  search({ to, subject, limit }: MessageSearch): { total: number; messages: MessageSummary[] } {
    if (!to && !subject) {
      const newest = this.entries.slice(Math.max(0, this.entries.length - limit)).toReversed()
      return { total: this.entries.length, messages: newest.map(({ summary }) => summary) }
    }
    const [wantedTo, wantedSubject] = [to.toLowerCase(), subject.toLowerCase()]
    const messages: MessageSummary[] = []
    let total = 0
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i]
      if (!entry?.recipients.includes(wantedTo) || !entry.subject.includes(wantedSubject)) continue
      total += 1
      if (messages.length < limit) messages.push(entry.summary)
    }
    return { total, messages }
  }

  /** How many came at `sinceIso` or later. */
  countSince(sinceIso: string): number {
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.entries[middle]?.summary.receivedAt ?? '') < sinceIso) low = middle + 1
      else high = middle
    }
    return this.entries.length - low
  }

  clear(): void {
    this.entries = []
    this.byId.clear()
  }
}
