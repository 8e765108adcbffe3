import { useQuery } from '@tanstack/react-query'
import type { ConditionTree } from '../../../../../models/domain/conditions/tree.js'
import { read } from '../../../../api/query.js'
import { ConditionBuilder } from '../../../../shared/condition-builder/condition-builder.js'
import { EventNameField } from '../../../../shared/event-name-field.js'
import type { DraftTrigger } from '../../../../shared/workflow-draft/draft.js'
import { Checkbox } from '../../../../ui/checkbox.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import type { StepErrors } from '../step-errors.js'
import { stepText } from './step-text.js'
import type { StepFormProps } from './step-form.js'
import { ZoneField } from './zone-field.js'

type Type = DraftTrigger['triggerType']
type Config = DraftTrigger['triggerConfig']

const TYPES = (['EVENT', 'SCHEDULE', 'MANUAL'] as const).map((value) => ({
  value,
  label: stepText.trigger.types[value],
}))
const PRESETS = [
  { value: '', label: stepText.trigger.otherTimes },
  ...Object.entries(stepText.trigger.presetNames).map(([value, label]) => ({ value, label })),
]

interface PartProps {
  config: Config
  errors: StepErrors
  change: (part: Config, typing?: string) => void
}

/** When the workflow starts, and whether a contact may enter it again. */
export function TriggerForm({ errors }: StepFormProps) {
  const { draft, edit } = useEditorContext()
  const { triggerType, triggerConfig, allowReentry } = draft.trigger
  const change = (part: Config, typing?: string): void => {
    const next = Object.entries({ ...triggerConfig, ...part }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    edit({ type: 'trigger', trigger: { triggerConfig: Object.fromEntries(next) } }, typing && `trigger ${typing}`)
  }
  const parts = { config: triggerConfig, errors, change }
  return (
    <>
      <Field label={stepText.trigger.type} hint={stepText.trigger.hints[triggerType]}>
        {(ids) => (
          <Select
            {...ids}
            options={TYPES}
            value={triggerType}
            onChange={({ target }) => edit({ type: 'trigger', trigger: { triggerType: target.value as Type } })}
          />
        )}
      </Field>
      {triggerType === 'EVENT' && <EventFields {...parts} />}
      {triggerType === 'SCHEDULE' && <ScheduleFields {...parts} />}
      <Checkbox
        label={stepText.trigger.allowReentry}
        hint={stepText.trigger.allowReentryHint}
        checked={allowReentry}
        onChange={({ target }) => edit({ type: 'trigger', trigger: { allowReentry: target.checked } })}
      />
    </>
  )
}

function EventFields({ config: { eventName = '', filter = null }, errors, change }: PartProps) {
  return (
    <>
      <EventNameField
        label={stepText.trigger.eventName}
        hint={stepText.trigger.eventHint}
        error={errors.at('triggerConfig.eventName')}
        value={eventName}
        onChange={(name) => change({ eventName: name }, 'event')}
      />
      <ConditionBuilder
        label={stepText.trigger.filter}
        scope="trigger"
        eventName={eventName}
        emptyText={stepText.trigger.noFilter}
        value={filter as ConditionTree | null}
        errors={errors.under('triggerConfig.filter')}
        onChange={(tree) => change({ filter: tree ?? undefined }, 'filter')}
      />
    </>
  )
}

function ScheduleFields({ config, errors, change }: PartProps) {
  const { workflow } = useEditorContext()
  const { cron = '', timezone = '', segmentId = '' } = config
  const { data: segments } = useQuery(read('GET /segments', { projectId: workflow.projectId }))
  const options = [
    { value: '', label: stepText.trigger.allContacts },
    ...(segments ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Field label={stepText.trigger.presets}>
        {(ids) => (
          <Select
            {...ids}
            options={PRESETS}
            value={PRESETS.some(({ value }) => value === cron) ? cron : ''}
            onChange={({ target }) => target.value !== '' && change({ cron: target.value })}
          />
        )}
      </Field>
      <Field label={stepText.trigger.cron} hint={stepText.trigger.cronHint} error={errors.at('triggerConfig.cron')}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            spellCheck={false}
            value={cron}
            onChange={({ target }) => change({ cron: target.value }, 'cron')}
          />
        )}
      </Field>
      <ZoneField
        label={stepText.trigger.timezone}
        hint={stepText.trigger.timezoneHint}
        error={errors.at('triggerConfig.timezone')}
        value={timezone}
        onChange={(value) => change({ timezone: value }, 'zone')}
      />
      <Field label={stepText.trigger.segment} error={errors.at('triggerConfig.segmentId')}>
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={segmentId}
            onChange={({ target }) => change({ segmentId: target.value })}
          />
        )}
      </Field>
    </>
  )
}
