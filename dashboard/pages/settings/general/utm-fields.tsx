import { MAX_UTM_LENGTH, PROJECT_UTM_NAMES } from '../../../../models/domain/utm.js'
import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import type { ProjectChanges } from './changes.js'

type ProjectUtm = NonNullable<ProjectChanges['utm']>

interface UtmFieldsProps {
  value: ProjectUtm
  errors: Readonly<Record<string, string>>
  onChange: (value: ProjectUtm | null) => void
}

/** The UTM parameters that new campaigns get; null once all are blank. */
export function UtmFields({ value, errors, onChange }: UtmFieldsProps) {
  const change = (name: keyof ProjectUtm, text: string): void => {
    const given = PROJECT_UTM_NAMES.map((one) => [one, one === name ? text : (value[one] ?? '')] as const)
    const filled = given.filter(([, one]) => one !== '')
    onChange(filled.length === 0 ? null : Object.fromEntries(filled))
  }
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      {PROJECT_UTM_NAMES.map((name) => (
        <Field key={name} label={t.settings.utm[name]} hint={t.settings.utmHints[name]} error={errors[`utm.${name}`]}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_UTM_LENGTH}
              value={value[name] ?? ''}
              onChange={({ target }) => change(name, target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
