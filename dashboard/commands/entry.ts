/** A line of the palette: a command or a page. */
export interface Entry {
  id: string
  title: string
  /** The kind of the entry, if the title does not say it. */
  kind?: string
  keys?: string | undefined
  run: () => void
}

/** The ids that the API issues. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
