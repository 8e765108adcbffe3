import { useId, useState } from 'react'
import { CodeEditor } from '../../../../shared/code-editor/code-editor.js'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import type { StepFormProps } from './step-form.js'
import {
  BODY_KINDS,
  bodyKindOf,
  emptyBody,
  hasDefaultBody,
  methodOf,
  readJsonBody,
  type BodyKind,
} from './webhook-parts.js'

/** The body of a call: the contact and the execution, or a custom one. */
export function WebhookBody(props: StepFormProps) {
  const { step, errors, configure } = props
  const { revision } = useEditorContext()
  const { config } = step
  const method = methodOf(config)
  if (method === 'GET') return <p className="text-small text-muted">{stepText.webhook.noBody}</p>
  const kind = bodyKindOf(config)
  const options = BODY_KINDS.map((value) => ({ value, label: stepText.webhook.bodies[value] }))
  return (
    <>
      <Field
        label={stepText.webhook.body}
        hint={hasDefaultBody(method) || kind !== 'default' ? undefined : stepText.webhook.noBody}
        error={kind === 'default' ? errors.at('config.body') : undefined}
      >
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={kind}
            onChange={({ target }) => configure({ body: emptyBody(target.value as BodyKind) })}
          />
        )}
      </Field>
      {kind !== 'default' && <OwnBody key={`${kind} ${revision}`} {...props} />}
    </>
  )
}

function OwnBody({ step: { config }, errors, configure }: StepFormProps) {
  const { isReadOnly } = useEditorContext()
  const { body } = config
  const isText = typeof body === 'string'
  const [text, setText] = useState(() => (isText ? body : JSON.stringify(body, null, 2)))
  const id = useId()
  const isBroken = !isText && readJsonBody(text) === null
  const error = isBroken ? stepText.webhook.notJson : errors.at('config.body')
  const change = (next: string): void => {
    setText(next)
    const value = isText ? next : readJsonBody(next)
    if (value !== null) configure({ body: value }, { typing: 'body' })
  }
  return (
    <div>
      <CodeEditor
        label={stepText.webhook.ownBody}
        language={isText ? 'text' : 'json'}
        value={text}
        onChange={change}
        isReadOnly={isReadOnly}
        aria-describedby={id}
        aria-invalid={error ? true : undefined}
      />
      <p id={id} className={error ? 'mt-1 text-small text-bad' : 'mt-1 text-small text-muted'}>
        {error ?? stepText.webhook.json}
      </p>
    </div>
  )
}
