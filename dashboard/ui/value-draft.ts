/** The kinds of a value that a user writes. */
export const VALUE_KINDS = ['text', 'number', 'boolean', 'json'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** A value as it is being written. */
export interface ValueDraft {
  kind: ValueKind
  text: string
}

/** The meaning of a draft: a value, null for an empty draft, or the error. */
export type ReadValue = { value: unknown } | { error: 'number' | 'json' }

export const EMPTY_DRAFT: ValueDraft = { kind: 'text', text: '' }

/** The draft from which a value is changed. */
export function draftOf(value: unknown): ValueDraft {
  if (value === undefined || value === null) return EMPTY_DRAFT
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  return { kind: 'json', text: JSON.stringify(value, null, 2) }
}

/** Reads a draft. An empty one is null: the API ignores an empty text, and null removes a field. */
export function readDraft({ kind, text }: ValueDraft): ReadValue {
  if (kind === 'text') return { value: text === '' ? null : text }
  const written = text.trim()
  if (written === '') return { value: null }
  if (kind === 'boolean') return { value: written === 'true' }
  if (kind === 'json') return readJson(written)
  const value = Number(written)
  return Number.isFinite(value) ? { value } : { error: 'number' }
}

/** The same draft as another kind, with as much of its text as fits. */
export function withKind(draft: ValueDraft, kind: ValueKind): ValueDraft {
  if (kind === 'boolean') return { kind, text: draft.text === 'true' ? 'true' : 'false' }
  if (kind === 'json' && draft.kind === 'text' && draft.text !== '') return { kind, text: JSON.stringify(draft.text) }
  return { kind, text: draft.text }
}

function readJson(text: string): ReadValue {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { error: 'json' }
  }
}
