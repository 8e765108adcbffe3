import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LOCALE, t } from '../../../messages/index.js'
import { configQuery } from '../../../session/user.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'

const names = new Intl.DisplayNames([LOCALE], { type: 'language', fallback: 'none' })

/** The language of a project as a tag, with those proposed in which the service itself writes. */
export function LanguageField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { data: config } = useQuery(configQuery)
  const id = useId()
  const name = nameOf(value)
  const hint = name === undefined ? t.settings.languageHint : `${name}. ${t.settings.languageHint}`
  return (
    <Field label={t.settings.language} hint={hint} error={error}>
      {(ids) => (
        <>
          <Input
            {...ids}
            name="language"
            list={id}
            required
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={id}>
            {(config?.languages ?? []).map((tag) => (
              <option key={tag} value={tag} label={nameOf(tag)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** The name of a language in words; undefined for what is no tag, or not yet one. */
function nameOf(tag: string): string | undefined {
  try {
    return names.of(tag.replace('_', '-'))
  } catch {
    return undefined
  }
}
