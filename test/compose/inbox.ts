import type { Installation } from './installation.js'

/** A message in the inbox. */
export interface Message {
  to: string[]
  subject: string
}

/** The messages in the inbox whose subject contains a text. */
export async function messages(at: Installation, subject: string): Promise<Message[]> {
  const answer = await fetch(`${at.inbox}/messages?limit=10000&subject=${encodeURIComponent(subject)}`)
  return ((await answer.json()) as { messages: Message[] }).messages
}
