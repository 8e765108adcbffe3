import { useId, useState } from 'react'
import { CodeEditor } from '../../../../shared/code-editor/code-editor.js'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import { stepWords } from './step-words.js'
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
  const { step, faults, configure } = props
  const { revision } = useEditorContext()
  const { config } = step
  const method = methodOf(config)
  if (method === 'GET') return <p className="text-small text-muted">{stepWords.webhook.noBody}</p>
  const kind = bodyKindOf(config)
  const options = BODY_KINDS.map((value) => ({ value, label: stepWords.webhook.bodies[value] }))
  return (
    <>
      <Field
        label={stepWords.webhook.body}
        hint={hasDefaultBody(method) || kind !== 'default' ? undefined : stepWords.webhook.noBody}
        fault={kind === 'default' ? faults.at('config.body') : undefined}
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

function OwnBody({ step: { config }, faults, configure }: StepFormProps) {
  const { isReadOnly } = useEditorContext()
  const { body } = config
  const isText = typeof body === 'string'
  const [text, setText] = useState(() => (isText ? body : JSON.stringify(body, null, 2)))
  const id = useId()
  const isBroken = !isText && readJsonBody(text) === null
  const fault = isBroken ? stepWords.webhook.notJson : faults.at('config.body')
  const change = (next: string): void => {
    setText(next)
    const value = isText ? next : readJsonBody(next)
    if (value !== null) configure({ body: value }, { typing: 'body' })
  }
  return (
    <div>
      <CodeEditor
        label={stepWords.webhook.ownBody}
        language={isText ? 'text' : 'json'}
        value={text}
        onChange={change}
        isReadOnly={isReadOnly}
        aria-describedby={id}
        aria-invalid={fault ? true : undefined}
      />
      <p id={id} className={fault ? 'mt-1 text-small text-bad' : 'mt-1 text-small text-muted'}>
        {fault ?? stepWords.webhook.json}
      </p>
    </div>
  )
}
