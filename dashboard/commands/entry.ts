/** A line of the palette: something to do or to open. */
export interface Entry {
  id: string
  title: string
  /** The kind of the entry, where the title does not say it. */
  kind?: string
  keys?: string | undefined
  run: () => void
}

/** The ids that the API gives. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
