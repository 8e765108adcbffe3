import { useState } from 'react'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { KeyValueEditor } from '../../../../ui/key-value-editor.js'
import { TextArea } from '../../../../ui/text-area.js'
import { useEditorContext } from '../editor-context.js'
import { stepWords } from './step-words.js'
import { textIn, type StepFormProps } from './step-form.js'
import { joinUpdates, namesIn, splitUpdates } from './update-parts.js'

const SUBSCRIPTIONS = (['none', 'subscribe', 'unsubscribe'] as const).map((value) => ({
  value,
  label: stepWords.update.subscriptions[value],
}))

/** The fields of the contact that a step sets and removes, and the change of its subscription. */
export function UpdateContactForm(props: StepFormProps) {
  const { step, configure } = props
  const { revision } = useEditorContext()
  return (
    <>
      <Field label={stepWords.update.subscription}>
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
function Fields({ step: { config }, faults, configure }: StepFormProps) {
  const { set, removed } = splitUpdates(config)
  const [names, setNames] = useState(removed.join('\n'))
  const change = (next: { set?: Record<string, unknown>; removed?: string[] }, typing: string): void =>
    configure({ updates: joinUpdates({ set, removed, ...next }), data: undefined }, { typing })
  const below = faults.under('config.updates').filter(({ field }) => field !== 'config.updates')
  return (
    <>
      <div>
        <KeyValueEditor
          label={stepWords.update.fields}
          addLabel={stepWords.update.addField}
          initial={set}
          faults={Object.fromEntries(below.map(({ field, message }) => [field.split('.')[2] ?? '', message]))}
          onChange={(next) => next && change({ set: next }, 'updates')}
        />
        <p className="mt-1 text-small text-muted">{stepWords.update.fieldsHint}</p>
        {below.length === 0 && faults.at('config.updates') && (
          <p className="text-small text-bad">{faults.at('config.updates')}</p>
        )}
      </div>
      <Field label={stepWords.update.remove} hint={stepWords.update.removeHint}>
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
