const SEGMENT_EVENT = /^segment\..+\.(entry|exit)$/s

/** Whether an event name is reserved for events that the service itself emits. */
export function isReservedEvent(name: string): boolean {
  if (name === 'contact.subscribed' || name === 'contact.unsubscribed') return true
  return name.startsWith('email.') || SEGMENT_EVENT.test(name)
}
