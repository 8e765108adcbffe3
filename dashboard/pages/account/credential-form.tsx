import { useRef, type ComponentProps } from 'react'
import { t } from '../../messages/index.js'
import { useSubmit } from '../../shared/use-submit.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { ErrorText } from '../../ui/error-text.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { Panel } from '../../ui/panel.js'

interface CredentialFormProps {
  /** The heading and the label of the button. */
  title: string
  fields: readonly (Pick<ComponentProps<'input'>, 'type' | 'autoComplete'> & {
    name: string
    label: string
    hint?: string
  })[]
  /** The outcome of the last change; null before it. */
  done?: string | null
  onSend: (values: Record<string, string>) => Promise<void>
}

/** Changes a credential of the user, which ends all other sessions. The form is empty again after the change. */
export function CredentialForm({ title, fields, done = null, onSend }: CredentialFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, errors, message, onSubmit } = useSubmit(async (values) => {
    await onSend(values)
    form.current?.reset()
  })
  return (
    <Panel title={title} isPadded>
      {done !== null && <Banner kind="good">{done}</Banner>}
      <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-3">
        {fields.map(({ label, hint, ...input }) => (
          <Field key={input.name} label={label} hint={hint} error={errors[input.name]}>
            {(ids) => <Input {...ids} {...input} required />}
          </Field>
        ))}
        <ErrorText text={message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" isBusy={isBusy}>
            {title}
          </Button>
          <span className="min-w-0 flex-1 basis-48 text-muted">{t.account.othersEnd}</span>
        </div>
      </form>
    </Panel>
  )
}
