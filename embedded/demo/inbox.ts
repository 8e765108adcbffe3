import { z } from 'zod'

const ANSWER_MS = 30_000
const LIMIT = 10_000

const Summary = z.object({ id: z.string(), to: z.array(z.string()), subject: z.string(), receivedAt: z.string() })

const MessageList = z.object({ total: z.number(), messages: z.array(Summary) })

const Message = Summary.extend({
  html: z.string().nullable(),
  attachments: z.array(z.object({ filename: z.string().nullable(), contentType: z.string(), sizeBytes: z.number() })),
})

/** A message in the inbox, without its content. */
export type Received = z.output<typeof Summary>

/** The inbox into which the local provider delivers. */
export class Inbox {
  readonly #origin: string
  readonly #signal: AbortSignal

  constructor(origin: string, signal: AbortSignal) {
    this.#origin = origin
    this.#signal = signal
  }

  /** The messages to one address or with one subject, oldest first. */
  async find(search: { to: string } | { subject: string }): Promise<Received[]> {
    const query = new URLSearchParams({ ...search, limit: String(LIMIT) })
    const { messages } = MessageList.parse(await this.#get(`/messages?${query.toString()}`))
    return messages.toReversed()
  }

  async open(id: string): Promise<z.output<typeof Message>> {
    return Message.parse(await this.#get(`/messages/${encodeURIComponent(id)}`))
  }

  async #get(path: string): Promise<unknown> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)])
    const response = await fetch(`${this.#origin}${path}`, { signal })
    if (response.status !== 200) throw new Error(`The inbox answered ${response.status} to GET ${path}`)
    return response.json()
  }
}

/** The subjects of some messages, for people. */
export function subjectsOf(messages: readonly Received[]): string {
  return messages.length === 0 ? 'no mail' : messages.map(({ subject }) => `"${subject}"`).join(', ')
}
