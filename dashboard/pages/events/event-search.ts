/** The parameters of the page on events: a name, the open event, or a filter of the names. */
export interface EventSearch {
  name?: string | undefined
  event?: string | undefined
  q?: string | undefined
}

/** Reads the same from the address, which is untrusted input. */
export function readEventSearch({ name, event, q }: Record<string, unknown>): EventSearch {
  const text = (value: unknown): string | undefined => {
    // A name of digits comes as a number out of the address.
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read !== '' ? read : undefined
  }
  return { name: text(name), event: text(event), q: text(q) }
}
