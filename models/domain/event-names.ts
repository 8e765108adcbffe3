const OF_A_SEGMENT = /^segment\..+\.(entry|exit)$/s

/** Whether only the service itself emits events of this name. */
export function isReservedEvent(name: string): boolean {
  if (name === 'contact.subscribed' || name === 'contact.unsubscribed') return true
  return name.startsWith('email.') || OF_A_SEGMENT.test(name)
}
