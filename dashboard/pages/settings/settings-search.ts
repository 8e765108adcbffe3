/** What the address of a part of the settings holds beside the part. */
export interface SettingsSearch {
  /** The text that a list is searched for. */
  q?: string | undefined
  /** The field whose uses and values are open. */
  field?: string | undefined
}

/** Reads the search of a part of the settings from an address that anybody may have written. */
export function readSettingsSearch({ q, field }: Record<string, unknown>): SettingsSearch {
  return { q: textOf(q), field: textOf(field) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
