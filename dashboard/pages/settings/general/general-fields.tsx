import { t } from '../../../messages/index.js'
import type { Project } from '../../../session/user.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Field } from '../../../ui/field.js'
import { Input, Select } from '../../../ui/input.js'
import { TRACKINGS, type ProjectChanges } from './changes.js'
import { LanguageField } from './language-field.js'
import { UtmFields } from './utm-fields.js'
import { ZoneField } from './zone-field.js'

const MAX_NAME_LENGTH = 100

/** The fields of the settings of a project. */
export function GeneralFields({
  values,
  errors,
  onChange,
}: {
  values: Pick<Project, 'name' | 'language' | 'timezone' | 'tracking' | 'publicKeyMayResubscribe'> &
    Pick<ProjectChanges, 'utm'>
  errors: Readonly<Record<string, string>>
  onChange: (changes: ProjectChanges) => void
}) {
  return (
    <>
      <Field label={t.settings.name} error={errors['name']}>
        {(ids) => (
          <Input
            {...ids}
            name="name"
            required
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            value={values.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <LanguageField
        value={values.language}
        error={errors['language']}
        onChange={(language) => onChange({ language })}
      />
      <ZoneField value={values.timezone} error={errors['timezone']} onChange={(timezone) => onChange({ timezone })} />
      <Field label={t.settings.tracking} hint={t.settings.trackingHint} error={errors['tracking']}>
        {(ids) => (
          <Select
            {...ids}
            name="tracking"
            options={TRACKINGS.map((value) => ({ value, label: t.settings.trackings[value] }))}
            value={values.tracking}
            onChange={({ target }) => onChange({ tracking: TRACKINGS.find((one) => one === target.value) })}
          />
        )}
      </Field>
      <UtmFields value={values.utm ?? {}} errors={errors} onChange={(utm) => onChange({ utm })} />
      <Checkbox
        name="publicKeyMayResubscribe"
        label={t.settings.mayResubscribe}
        hint={t.settings.mayResubscribeHint}
        checked={values.publicKeyMayResubscribe}
        onChange={({ target }) => onChange({ publicKeyMayResubscribe: target.checked })}
      />
    </>
  )
}
