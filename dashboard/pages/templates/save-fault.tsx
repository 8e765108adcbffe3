import { ApiError } from '../../api/api-error.js'
import { t } from '../../messages/index.js'
import { wordsFor } from '../../shared/failure.js'
import { Banner } from '../../ui/banner.js'

/** The fault of each field, by its name, where that is why a template was not saved. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> {
  const faults = error instanceof ApiError ? error.faults : []
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]))
}

/** Why a template was not saved: the faults of its fields, or of the whole. */
export function SaveFault({ error }: { error: unknown }) {
  const faults = error instanceof ApiError ? error.faults : []
  const { message, suggestion } = wordsFor(error)
  return (
    <Banner kind="bad" title={t.templates.notSaved}>
      {faults.length === 0 && <p>{[message, suggestion].filter(Boolean).join(' ')}</p>}
      <ul>
        {faults.map((fault) => (
          <li key={fault.field + fault.message}>{`${nameOf(fault.field)}: ${fault.message}`}</li>
        ))}
      </ul>
    </Banner>
  )
}

function nameOf(field: string): string {
  return (t.templates.fields as Record<string, string>)[field] ?? field
}
