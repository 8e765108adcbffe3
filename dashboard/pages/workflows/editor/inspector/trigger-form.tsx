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
import type { StepFaults } from '../step-faults.js'
import { stepWords } from './step-words.js'
import type { StepFormProps } from './step-form.js'
import { ZoneField } from './zone-field.js'

type Type = DraftTrigger['triggerType']
type Config = DraftTrigger['triggerConfig']

const TYPES = (['EVENT', 'SCHEDULE', 'MANUAL'] as const).map((value) => ({
  value,
  label: stepWords.trigger.types[value],
}))
const PRESETS = [
  { value: '', label: stepWords.trigger.otherTimes },
  ...Object.entries(stepWords.trigger.presetNames).map(([value, label]) => ({ value, label })),
]

interface PartProps {
  config: Config
  faults: StepFaults
  change: (part: Config, typing?: string) => void
}

/** When the workflow starts, and whether a contact may enter it again. */
export function TriggerForm({ faults }: StepFormProps) {
  const { draft, edit } = useEditorContext()
  const { triggerType, triggerConfig, allowReentry } = draft.trigger
  const change = (part: Config, typing?: string): void => {
    const next = Object.entries({ ...triggerConfig, ...part }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    edit({ type: 'trigger', trigger: { triggerConfig: Object.fromEntries(next) } }, typing && `trigger ${typing}`)
  }
  const parts = { config: triggerConfig, faults, change }
  return (
    <>
      <Field label={stepWords.trigger.type} hint={stepWords.trigger.hints[triggerType]}>
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
        label={stepWords.trigger.allowReentry}
        hint={stepWords.trigger.allowReentryHint}
        checked={allowReentry}
        onChange={({ target }) => edit({ type: 'trigger', trigger: { allowReentry: target.checked } })}
      />
    </>
  )
}

function EventFields({ config: { eventName = '', filter = null }, faults, change }: PartProps) {
  return (
    <>
      <EventNameField
        label={stepWords.trigger.eventName}
        hint={stepWords.trigger.eventHint}
        fault={faults.at('triggerConfig.eventName')}
        value={eventName}
        onChange={(name) => change({ eventName: name }, 'event')}
      />
      <ConditionBuilder
        label={stepWords.trigger.filter}
        scope="trigger"
        eventName={eventName}
        emptyText={stepWords.trigger.noFilter}
        value={filter as ConditionTree | null}
        faults={faults.under('triggerConfig.filter')}
        onChange={(tree) => change({ filter: tree ?? undefined }, 'filter')}
      />
    </>
  )
}

function ScheduleFields({ config, faults, change }: PartProps) {
  const { workflow } = useEditorContext()
  const { cron = '', timezone = '', segmentId = '' } = config
  const { data: segments } = useQuery(read('GET /segments', { projectId: workflow.projectId }))
  const options = [
    { value: '', label: stepWords.trigger.allContacts },
    ...(segments ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Field label={stepWords.trigger.presets}>
        {(ids) => (
          <Select
            {...ids}
            options={PRESETS}
            value={PRESETS.some(({ value }) => value === cron) ? cron : ''}
            onChange={({ target }) => target.value !== '' && change({ cron: target.value })}
          />
        )}
      </Field>
      <Field label={stepWords.trigger.cron} hint={stepWords.trigger.cronHint} fault={faults.at('triggerConfig.cron')}>
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
        label={stepWords.trigger.timezone}
        hint={stepWords.trigger.timezoneHint}
        fault={faults.at('triggerConfig.timezone')}
        value={timezone}
        onChange={(value) => change({ timezone: value }, 'zone')}
      />
      <Field label={stepWords.trigger.segment} fault={faults.at('triggerConfig.segmentId')}>
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
