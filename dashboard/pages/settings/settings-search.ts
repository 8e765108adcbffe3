/** The search parameters of a part of the settings. */
export interface SettingsSearch {
  /** The text that a list is searched for. */
  q?: string | undefined
  /** The field whose uses and values are open. */
  field?: string | undefined
  /** The outcome of the visit to the payment service. */
  checkout?: 'success' | 'cancelled' | undefined
}

/** Reads the search of a part of the settings from the address, which is untrusted input. */
export function readSettingsSearch({ q, field, checkout }: Record<string, unknown>): SettingsSearch {
  const isKnown = checkout === 'success' || checkout === 'cancelled'
  return { q: textOf(q), field: textOf(field), checkout: isKnown ? checkout : undefined }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
