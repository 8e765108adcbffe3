/** What is said in a corner of the page. */
export interface Message {
  id: number
  text: string
  undo?: (() => void) | undefined
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

/** The messages that are shown. */
export const currentMessages = (): readonly Message[] => messages
