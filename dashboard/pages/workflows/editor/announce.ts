let text = ''
const listeners = new Set<() => void>()

/** Says something to those who cannot see what has changed. */
export function announce(said: string): void {
  // The same words twice are read out twice only when the text differs.
  text = said === text ? `${said}\u00a0` : said
  for (const listener of listeners) listener()
}

/** What was said last, as a store of React. */
export const announcements = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: (): string => text,
}
