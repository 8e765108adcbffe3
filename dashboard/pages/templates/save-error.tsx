import { ApiError } from '../../api/api-error.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { Banner } from '../../ui/banner.js'

/** The error of each field, by its name, where that is why a template was not saved. */
export function errorsOf(error: unknown): Readonly<Record<string, string>> {
  const errors = error instanceof ApiError ? error.errors : []
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}

/** Why a template was not saved: the errors of its fields, or of the whole. */
export function SaveError({ error }: { error: unknown }) {
  const errors = error instanceof ApiError ? error.errors : []
  const { message, suggestion } = describeError(error)
  return (
    <Banner kind="bad" title={t.templates.notSaved}>
      {errors.length === 0 && <p>{[message, suggestion].filter(Boolean).join(' ')}</p>}
      <ul>
        {errors.map((one) => (
          <li key={one.field + one.message}>{`${nameOf(one.field)}: ${one.message}`}</li>
        ))}
      </ul>
    </Banner>
  )
}

function nameOf(field: string): string {
  return (t.templates.fields as Record<string, string>)[field] ?? field
}
