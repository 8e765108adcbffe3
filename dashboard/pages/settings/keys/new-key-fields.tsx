import { KEY_SCOPES } from '../../../../models/domain/key-scope.js'
import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { Input, Select } from '../../../ui/input.js'
import { RadioCards } from '../../../ui/radio-cards.js'
import { KeyDomains } from './key-domains.js'
import { LIFETIMES, type KeyForm } from './new-key.js'

const MAX_NAME_LENGTH = 100
// The scopes that most programs need come first.
const SCOPES = KEY_SCOPES.toSorted((a, b) => Number(b === 'send') - Number(a === 'send'))

/** The fields of a new named key. */
export function NewKeyFields({
  form,
  errors,
  onChange,
}: {
  form: KeyForm
  errors: Readonly<Record<string, string>>
  onChange: (form: KeyForm) => void
}) {
  const scopes = SCOPES.map((value) => ({
    value,
    label: t.settings.scopes[value],
    hint: t.settings.scopeHints[value],
  }))
  const lifetimes = LIFETIMES.map((value) => ({ value, label: t.settings.lifetimes[value] }))
  return (
    <>
      <Field label={t.settings.keyName} hint={t.settings.keyNameHint} error={errors['name']}>
        {(ids) => (
          <Input
            {...ids}
            name="name"
            required
            autoFocus
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            value={form.name}
            onChange={({ target }) => onChange({ ...form, name: target.value })}
          />
        )}
      </Field>
      <RadioCards
        label={t.settings.scope}
        options={scopes}
        value={form.scope}
        onChange={(scope) => onChange({ ...form, scope })}
      />
      {form.scope === 'send' && (
        <KeyDomains chosen={form.domains} onChange={(domains) => onChange({ ...form, domains })} />
      )}
      <Field label={t.settings.lifetime} error={errors['expiresAt']}>
        {(ids) => (
          <Select
            {...ids}
            name="expiresAt"
            options={lifetimes}
            value={form.lifetime}
            onChange={({ target }) =>
              onChange({ ...form, lifetime: LIFETIMES.find((one) => one === target.value) ?? 'never' })
            }
          />
        )}
      </Field>
    </>
  )
}
