import { z } from 'zod'

const ANSWER_MS = 30_000
// Posthorn does not count the opens and clicks of programs.
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }

const MessageList = z.object({ messages: z.array(z.object({ id: z.string(), subject: z.string() })) })
const Message = z.object({ html: z.string() })

/** The inbox into which the local provider delivers, and the person who reads it. */
export class Inbox {
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The links and images of the message with this subject to this address; undefined before it is there. */
  async readMail(to: string, subject: string): Promise<string[] | undefined> {
    const query = new URLSearchParams({ to, subject })
    const { messages } = MessageList.parse(await this.#get(`/messages?${query.toString()}`))
    const message = messages.find((listed) => listed.subject === subject)
    if (!message) return undefined
    const { html } = Message.parse(await this.#get(`/messages/${message.id}`))
    return [...html.matchAll(/"(https?:[^"]*)"/g)].flatMap(([, address = '']) => address)
  }

  async #get(path: string): Promise<unknown> {
    const response = await fetch(`${this.#origin}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (!response.ok) throw new Error(`The inbox answered ${response.status} to GET ${path}`)
    return response.json()
  }
}

/** Loads an image or follows a link of a message as a browser does; a body is posted as a form. */
export async function visit(links: readonly string[], part: string, body?: URLSearchParams): Promise<void> {
  const link = links.find((address) => address.includes(part))
  if (link === undefined) throw new Error(`The message has no link with ${part}`)
  const method = body ? 'POST' : 'GET'
  const response = await fetch(link, { method, headers: BROWSER, body, redirect: 'manual' })
  if (response.status >= 400) throw new Error(`${method} ${link} answered ${response.status}`)
}
