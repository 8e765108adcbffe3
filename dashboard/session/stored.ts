import { knownUserId } from './user.js'

/** The key under which this browser keeps something for the signed-in user: all of them go when the user signs out. */
export function keyFor(what: string, ...ids: readonly string[]): string {
  return [`posthorn-${what}`, knownUserId() ?? '', ...ids].join(':')
}

/** The keys of a kind that this browser keeps for the signed-in user. */
export function keysFor(what: string): string[] {
  return keysOf(localStorage).filter((key) => key.startsWith(`${keyFor(what)}:`))
}

/** The keys of a kind that this browser keeps for any user. */
export function keysOfKind(what: string): string[] {
  return keysOf(localStorage).filter((key) => key.startsWith(`posthorn-${what}:`))
}

const listeners = new Set<(userId: string) => void>()

/** Calls the listener with the id of a user whose stored values are dropped. */
export function onDropped(listener: (userId: string) => void): void {
  listeners.add(listener)
}

/** Drops all that this browser keeps for the signed-in user, who signs out. */
export function dropStored(): void {
  const userId = knownUserId()
  if (userId === null) return
  for (const store of [localStorage, sessionStorage]) {
    for (const key of keysOf(store).filter((one) => isOf(userId, one))) store.removeItem(key)
  }
  for (const listener of listeners) listener(userId)
}

/** Whether a key is that of something kept for a user. */
function isOf(userId: string, key: string): boolean {
  const [what = '', owner] = key.split(':')
  return what.startsWith('posthorn-') && owner === userId
}

function keysOf(store: Storage): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
}
