import { useState } from 'react'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { KeyValueEditor } from '../../../../ui/key-value-editor.js'
import { TextArea } from '../../../../ui/text-area.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import { textIn, type StepFormProps } from './step-form.js'
import { joinUpdates, namesIn, splitUpdates } from './update-parts.js'

const SUBSCRIPTIONS = (['none', 'subscribe', 'unsubscribe'] as const).map((value) => ({
  value,
  label: stepText.update.subscriptions[value],
}))

/** The fields of the contact that a step sets and removes, and the change of its subscription. */
export function UpdateContactForm(props: StepFormProps) {
  const { step, configure } = props
  const { revision } = useEditorContext()
  return (
    <>
      <Field label={stepText.update.subscription}>
        {(ids) => (
          <Select
            {...ids}
            options={SUBSCRIPTIONS}
            value={textIn(step.config, 'subscriptionAction') || 'none'}
            onChange={({ target: { value } }) =>
              configure({ subscriptionAction: value === 'none' ? undefined : value })
            }
          />
        )}
      </Field>
      <Fields key={revision} {...props} />
    </>
  )
}

/** The rows keep incomplete input. They are read again after the draft has changed in another way. */
function Fields({ step: { config }, errors, configure }: StepFormProps) {
  const { set, removed } = splitUpdates(config)
  const [names, setNames] = useState(removed.join('\n'))
  const change = (next: { set?: Record<string, unknown>; removed?: string[] }, typing: string): void =>
    configure({ updates: joinUpdates({ set, removed, ...next }), data: undefined }, { typing })
  const below = errors.under('config.updates').filter(({ field }) => field !== 'config.updates')
  return (
    <>
      <div>
        <KeyValueEditor
          label={stepText.update.fields}
          addLabel={stepText.update.addField}
          initial={set}
          errors={Object.fromEntries(below.map(({ field, message }) => [field.split('.')[2] ?? '', message]))}
          onChange={(next) => next && change({ set: next }, 'updates')}
        />
        <p className="mt-1 text-small text-muted">{stepText.update.fieldsHint}</p>
        {below.length === 0 && errors.at('config.updates') && (
          <p className="text-small text-bad">{errors.at('config.updates')}</p>
        )}
      </div>
      <Field label={stepText.update.remove} hint={stepText.update.removeHint}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            value={names}
            onChange={({ target }) => {
              setNames(target.value)
              change({ removed: namesIn(target.value) }, 'removed')
            }}
          />
        )}
      </Field>
    </>
  )
}
