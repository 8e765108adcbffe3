import type { ReactNode } from 'react'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/field.js'
import { Input } from '../ui/input.js'
import type { Submission } from './use-submit.js'
import { ErrorText } from '../ui/error-text.js'

const FIELDS = {
  email: { label: t.session.email, type: 'email', autoComplete: 'username' },
  password: { label: t.session.password, type: 'password', autoComplete: 'current-password' },
  newPassword: { label: t.session.password, type: 'password', autoComplete: 'new-password' },
} as const

/** A form with an address, a password or both; `email` is given where it is known. */
export function AccountForm({
  fields,
  submit,
  submission,
  email,
  hint,
  children,
}: {
  fields: readonly (keyof typeof FIELDS)[]
  submit: string
  submission: Submission
  email?: string | undefined
  hint?: string
  children?: ReactNode
}) {
  const { isBusy, errors, message, onSubmit } = submission
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      {fields.map((name, index) => {
        const { label, ...rest } = FIELDS[name]
        const sentAs = name === 'newPassword' ? 'password' : name
        return (
          <Field key={name} label={label} error={errors[sentAs]} hint={name === 'newPassword' ? hint : undefined}>
            {(ids) => (
              <Input
                {...ids}
                {...rest}
                name={sentAs}
                required
                autoFocus={index === (email === undefined ? 0 : 1)}
                defaultValue={name === 'email' ? email : undefined}
                readOnly={name === 'email' && email !== undefined}
              />
            )}
          </Field>
        )
      })}
      <ErrorText text={message} />
      <Button type="submit" variant="strong" isBusy={isBusy}>
        {submit}
      </Button>
      {children}
    </form>
  )
}
