import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/index.js'
import { configQuery } from '../../session/user.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { languageName } from '../language-name.js'

interface StarterLanguageProps {
  value: string
  onChange: (language: string) => void
  isInline?: boolean
}

/** The language of the texts to begin with: one of the installation. */
export function StarterLanguage({ value, onChange, isInline }: StarterLanguageProps) {
  const { data: config } = useQuery(configQuery)
  const options = (config?.languages ?? [value]).map((tag) => ({ value: tag, label: languageName(tag) }))
  return (
    <Field label={t.gallery.language} isInline={isInline}>
      {(ids) => <Select {...ids} options={options} value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}
