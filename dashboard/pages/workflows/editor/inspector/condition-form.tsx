import { ConditionBuilder } from '../../../../shared/condition-builder/condition-builder.js'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import { stepWords } from './step-words.js'
import { BranchList } from './branch-list.js'
import { isMulti, treeOf, withBranch } from './condition-parts.js'
import type { StepFormProps } from './step-form.js'

const FORMS = [
  { value: 'tree', label: stepWords.condition.forms.tree },
  { value: 'multi', label: stepWords.condition.forms.multi },
] as const

const EMPTY = {
  condition: undefined,
  field: undefined,
  operator: undefined,
  value: undefined,
  unit: undefined,
  mode: undefined,
  branches: undefined,
}

/** The decision of a CONDITION step. */
export function ConditionForm(props: StepFormProps) {
  const { step, faults, configure } = props
  const { draft } = useEditorContext()
  const { config } = step
  const tree = treeOf(config)
  const begin = (form: string): void =>
    configure(
      form === 'multi'
        ? {
            ...EMPTY,
            mode: 'multi',
            branches: withBranch(withBranch([], stepWords.condition.newBranch(1)), stepWords.condition.newBranch(2)),
          }
        : EMPTY,
    )
  return (
    <>
      <Field label={stepWords.condition.form}>
        {(ids) => (
          <Select
            {...ids}
            options={FORMS}
            value={isMulti(config) ? 'multi' : 'tree'}
            onChange={({ target }) => begin(target.value)}
          />
        )}
      </Field>
      {isMulti(config) ? (
        <BranchList {...props} />
      ) : (
        <ConditionBuilder
          label={stepWords.condition.tree}
          scope="workflow"
          eventName={draft.trigger.triggerConfig.eventName}
          emptyText={faults.at('config.field') ?? stepWords.condition.noTree}
          value={tree}
          faults={tree ? faults.under('config.condition') : []}
          onChange={(condition) => configure({ ...EMPTY, condition: condition ?? undefined }, { typing: 'condition' })}
        />
      )}
    </>
  )
}
