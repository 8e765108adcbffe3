/** What a reply takes from the message that it answers. Ids are without angle brackets. */
export interface AnsweredMessage {
  messageId: string | null
  inReplyTo: string | null
  references: readonly string[]
}

// RFC 5322, 3.6.4: printable characters around an `@`. What is no id would make the headers unreadable.
const MESSAGE_ID = /^[!-;=?A-Z[-~]+@[!-;=?A-Z[-~]+$/
// An id with its brackets and the name of its header fits into one line (RFC 5322, 2.1.1).
const LONGEST_ID = 900
// Mail programs need the first id and the latest ones of a thread.
const MOST_REFERENCES = 20
const LONGEST_REFERENCES = 4000

/**
 * The headers of a machine's reply: `Auto-Submitted` (RFC 3834, 5), and `In-Reply-To` and `References` as RFC 5322,
 * 3.6.4, makes them from the answered message. Ids that are not well-formed are left out; of a long thread the first id
 * and the latest ones stay.
 */
export function replyHeaders({ messageId, inReplyTo, references }: AnsweredMessage): [name: string, value: string][] {
  const headers: [string, string][] = [['Auto-Submitted', 'auto-replied']]
  const [parent] = wellFormed([messageId])
  if (parent !== undefined) headers.push(['In-Reply-To', `<${parent}>`])
  const earlier = references.length > 0 ? references : [inReplyTo]
  const thread = trimmed([...new Set(wellFormed([...earlier, messageId]))])
  if (thread.length > 0) headers.push(['References', thread.map((id) => `<${id}>`).join(' ')])
  return headers
}

function wellFormed(ids: readonly (string | null)[]): string[] {
  return ids.flatMap((id) => (id !== null && id.length <= LONGEST_ID && MESSAGE_ID.test(id) ? [id] : []))
}

function trimmed([first, ...later]: readonly string[]): string[] {
  if (first === undefined) return []
  let room = LONGEST_REFERENCES - first.length
  const latest: string[] = []
  for (const id of later.slice(1 - MOST_REFERENCES).toReversed()) {
    room -= id.length + 3
    if (room < 0) break
    latest.unshift(id)
  }
  return [first, ...latest]
}
