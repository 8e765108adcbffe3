import { ConditionBuilder } from '../../../../shared/condition-builder/condition-builder.js'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import { BranchList } from './branch-list.js'
import { isMulti, treeOf, withBranch } from './condition-parts.js'
import type { StepFormProps } from './step-form.js'

const FORMS = [
  { value: 'tree', label: stepText.condition.forms.tree },
  { value: 'multi', label: stepText.condition.forms.multi },
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
  const { step, errors, configure } = props
  const { draft } = useEditorContext()
  const { config } = step
  const tree = treeOf(config)
  const begin = (form: string): void =>
    configure(
      form === 'multi'
        ? {
            ...EMPTY,
            mode: 'multi',
            branches: withBranch(withBranch([], stepText.condition.newBranch(1)), stepText.condition.newBranch(2)),
          }
        : EMPTY,
    )
  return (
    <>
      <Field label={stepText.condition.form}>
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
          label={stepText.condition.tree}
          scope="workflow"
          eventName={draft.trigger.triggerConfig.eventName}
          emptyText={errors.at('config.field') ?? stepText.condition.noTree}
          value={tree}
          errors={tree ? errors.under('config.condition') : []}
          onChange={(condition) => configure({ ...EMPTY, condition: condition ?? undefined }, { typing: 'condition' })}
        />
      )}
    </>
  )
}
