import { privateHostOf, WEBHOOK_METHODS } from '../../../../../models/domain/webhook-rules.js'
import { WEBHOOK_DEFAULTS } from '../../../../../models/domain/webhook-step.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { KeyValueEditor } from '../../../../ui/key-value-editor.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import { NumberField } from './number-field.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'
import { WebhookBody } from './webhook-body.js'
import { methodOf } from './webhook-parts.js'
import { WebhookSample } from './webhook-sample.js'

const METHOD_OPTIONS = WEBHOOK_METHODS.map((value) => ({ value, label: value }))

/** Which address is called, and with what. */
export function WebhookForm(props: StepFormProps) {
  const { step, errors, configure } = props
  const { revision } = useEditorContext()
  const { config } = step
  const privateHost = privateHostOf(textIn(config, 'url'))
  const headers = (config['headers'] ?? {}) as Record<string, string>
  return (
    <>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2">
        <Field label={stepText.webhook.method} error={errors.at('config.method')}>
          {(ids) => (
            <Select
              {...ids}
              options={METHOD_OPTIONS}
              value={methodOf(config)}
              onChange={({ target }) =>
                // A GET has no body.
                configure({ method: target.value, ...(target.value === 'GET' ? { body: undefined } : {}) })
              }
            />
          )}
        </Field>
        <Field label={stepText.webhook.url} error={errors.at('config.url')}>
          {(ids) => (
            <Input
              {...ids}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              value={textIn(config, 'url')}
              onChange={({ target }) => configure({ url: unlessEmpty(target.value) }, { typing: 'url' })}
            />
          )}
        </Field>
      </div>
      {privateHost !== null && <p className="text-small text-warn">{stepText.webhook.isPrivate(privateHost)}</p>}
      <p className="text-small text-muted">{stepText.webhook.urlHint}</p>
      <KeyValueEditor
        key={revision}
        label={stepText.webhook.headers}
        addLabel={stepText.webhook.addHeader}
        isTextOnly
        initial={headers}
        errors={errorsByName(errors.under('config.headers'))}
        onChange={(next) =>
          next && configure({ headers: Object.keys(next).length === 0 ? undefined : next }, { typing: 'headers' })
        }
      />
      <WebhookBody {...props} />
      <Limits {...props} />
      <WebhookSample step={step} />
    </>
  )
}

function Limits({ step: { config }, errors, configure }: StepFormProps) {
  const { timeoutSeconds, maxAttempts } = config
  return (
    <div className="grid grid-cols-2 gap-2">
      <NumberField
        label={stepText.webhook.timeout}
        placeholder={String(WEBHOOK_DEFAULTS.timeoutSeconds)}
        error={errors.at('config.timeoutSeconds')}
        value={typeof timeoutSeconds === 'number' ? timeoutSeconds : undefined}
        onChange={(value) => configure({ timeoutSeconds: value }, { typing: 'timeout' })}
      />
      <NumberField
        label={stepText.webhook.attempts}
        placeholder={String(WEBHOOK_DEFAULTS.maxAttempts)}
        error={errors.at('config.maxAttempts')}
        value={typeof maxAttempts === 'number' ? maxAttempts : undefined}
        onChange={(value) => configure({ maxAttempts: value }, { typing: 'attempts' })}
      />
    </div>
  )
}

function errorsByName(errors: readonly { field: string; message: string }[]): Record<string, string> {
  const prefix = 'config.headers.'
  return Object.fromEntries(errors.map(({ field, message }) => [field.slice(prefix.length), message]))
}
