import { CopyPlus, Trash2 } from 'lucide-react'
import { useEffect, useMemo, type ComponentType } from 'react'
import type { StepType } from '../../../../../models/domain/workflow-graph.js'
import { t } from '../../../../messages/index.js'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import { STEP_ICONS } from '../../../../shared/workflow-graph/step-types.js'
import { Button } from '../../../../ui/button.js'
import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import { stepErrorsOf } from '../step-errors.js'
import type { StepActions } from '../use-step-actions.js'
import { editorText } from '../editor-text.js'
import { ConditionForm } from './condition-form.js'
import { DelayForm } from './delay-form.js'
import { NAME_FIELD, takeFocus } from './enter-inspector.js'
import { ExitForm } from './exit-form.js'
import { LiveCounts } from './live-counts.js'
import { SendEmailForm } from './send-email-form.js'
import { FIELDS_OF, type StepFormProps } from './step-form.js'
import { TriggerForm } from './trigger-form.js'
import { UpdateContactForm } from './update-contact-form.js'
import { WaitForm } from './wait-form.js'
import { OutcomeList } from './outcome-list.js'
import { WebhookForm } from './webhook-form.js'

const MAX_NAME_LENGTH = 255

const FORMS: Readonly<Record<StepType, ComponentType<StepFormProps>>> = {
  TRIGGER: TriggerForm,
  SEND_EMAIL: SendEmailForm,
  DELAY: DelayForm,
  WAIT_FOR_EVENT: WaitForm,
  CONDITION: ConditionForm,
  WEBHOOK: WebhookForm,
  UPDATE_CONTACT: UpdateContactForm,
  EXIT: ExitForm,
}

interface StepPanelProps {
  step: DraftStep
  actions: StepActions
}

/** The details of one step: its name, its config by its type, and what follows it. */
export function StepPanel({ step, actions }: StepPanelProps) {
  useEffect(takeFocus, [])
  const { draft, errors, edit } = useEditorContext()
  const { id: stepId, type, name, config } = step
  const [Icon, Form] = [STEP_ICONS[type], FORMS[type]]
  const found = useMemo(() => stepErrorsOf(draft, errors, stepId, FIELDS_OF[type]), [draft, errors, stepId, type])
  const form: StepFormProps = {
    step,
    errors: found,
    configure: (part, { typing, templateId } = {}) => {
      const next = Object.fromEntries(Object.entries({ ...config, ...part }).filter(([, value]) => value !== undefined))
      const template = templateId === undefined ? {} : { templateId }
      edit({ type: 'configure', stepId, config: next, ...template }, typing && `${stepId} ${typing}`)
    },
  }
  return (
    <>
      <h2 className="flex items-center gap-2 text-title font-semibold">
        <Icon aria-hidden size={16} className="shrink-0 text-muted" />
        {t.workflowGraph.types[type]}
      </h2>
      <OtherErrors texts={found.rest} />
      <Field label={editorText.inspector.name} error={found.at('name')}>
        {(ids) => (
          <Input
            {...ids}
            data-part={NAME_FIELD}
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={({ target }) => edit({ type: 'rename', stepId, name: target.value }, `${stepId} name`)}
          />
        )}
      </Field>
      <Form {...form} />
      <OutcomeList step={step} actions={actions} />
      <LiveCounts step={step} />
      {type !== 'TRIGGER' && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button icon={CopyPlus} onClick={() => actions.duplicate([stepId])}>
            {editorText.inspector.duplicate}
          </Button>
          <Button icon={Trash2} variant="danger" onClick={() => actions.remove([stepId])}>
            {editorText.inspector.delete}
          </Button>
        </div>
      )}
    </>
  )
}

/** The errors without a field in the form. */
function OtherErrors({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul aria-label={editorText.inspector.errors} className="flex flex-col gap-1 text-bad">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
