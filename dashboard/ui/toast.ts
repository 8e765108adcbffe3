/** What is said in a corner of the page. */
export interface Message {
  id: number
  text: string
  undo?: (() => void) | undefined
  /** What can be done about it. Such a message stays until it is closed. */
  act?: { label: string; run: () => void } | undefined
}

let messages: readonly Message[] = []
let nextId = 0
const listeners = new Set<() => void>()

/** Shows these messages from now on. */
export function showMessages(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

/** Calls the listener after each change. */
export function onMessages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says in a corner of the page what has happened, with a button that takes it back where there is a way. */
export function toast(text: string, undo?: () => void): void {
  showMessages([...messages, { id: (nextId += 1), text, undo }])
}

/** Says something that stays until it is closed, with a button for what can be done about it. */
export function notify(text: string, act: NonNullable<Message['act']>): void {
  showMessages([...messages, { id: (nextId += 1), text, act }])
}

/** The messages that are shown. */
export const currentMessages = (): readonly Message[] => messages
