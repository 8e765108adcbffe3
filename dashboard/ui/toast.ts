/** A message in a corner of the page. */
export interface Message {
  id: number
  text: string
  undo?: (() => void) | undefined
  /** An action on the message. Such a message stays until it is closed. */
  action?: { label: string; run: () => void } | undefined
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

/** Shows a toast about an event, with a button to undo it if possible. */
export function toast(text: string, undo?: () => void): void {
  showMessages([...messages, { id: (nextId += 1), text, undo }])
}

/** Shows a toast that stays until it is closed, with a button for an action. */
export function notify(text: string, action: NonNullable<Message['action']>): void {
  showMessages([...messages, { id: (nextId += 1), text, action }])
}

/** The messages that are shown. */
export const currentMessages = (): readonly Message[] => messages
