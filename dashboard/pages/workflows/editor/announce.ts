let text = ''
const listeners = new Set<() => void>()

/** Announces a change to screen readers. */
export function announce(said: string): void {
  // Screen readers announce the same words twice only if the text differs.
  text = said === text ? `${said}\u00a0` : said
  for (const listener of listeners) listener()
}

/** The last announcement, as a store of React. */
export const announcements = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: (): string => text,
}
