import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { read } from '../../../../api/query.js'
import { Button } from '../../../../ui/button.js'
import { Combobox } from '../../../../ui/combobox.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import { BranchRow } from './branch-row.js'
import { branchesIn, withBranch, type BranchDraft } from './condition-parts.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'

/** The branches of a CONDITION that compares one field with several values. */
export function BranchList({ step: { config }, errors, configure }: StepFormProps) {
  const { workflow, draft } = useEditorContext()
  const { eventName } = draft.trigger.triggerConfig
  const { data } = useQuery(
    read('GET /workflows/fields', { projectId: workflow.projectId, query: eventName ? { eventName } : {} }),
  )
  const [field, branches] = [textIn(config, 'field'), branchesIn(config)]
  const type = data?.typedFields.find((one) => one.field === field)?.type
  const change = (next: readonly BranchDraft[], typing?: string): void =>
    configure({ branches: next.length === 0 ? undefined : next }, { typing })
  const options = (data?.typedFields ?? []).map(({ field: value, category }) => ({
    value,
    label: value,
    group: category,
  }))
  return (
    <>
      <Combobox
        label={stepText.condition.field}
        hint={stepText.condition.fieldHint}
        error={errors.at('config.field')}
        isFree
        options={options}
        value={field}
        onChange={(value) => configure({ field: unlessEmpty(value) }, { typing: 'field' })}
      />
      {branches.map((branch, index) => (
        <BranchRow
          key={branch.id}
          branch={branch}
          place={index + 1}
          field={field}
          type={type}
          errorAt={(part) => errors.at(`config.branches.${index}.${part}`)}
          onChange={(part, typing) =>
            change(
              branches.map((one) => (one.id === branch.id ? withoutEmpty({ ...one, ...part }) : one)),
              typing && `${branch.id} ${typing}`,
            )
          }
          onRemove={() => change(branches.filter(({ id }) => id !== branch.id))}
          onMoveUp={index === 0 ? undefined : () => change(movedUp(branches, index))}
        />
      ))}
      <p className="text-small text-muted">{stepText.condition.otherwise}</p>
      <div>
        <Button
          icon={Plus}
          onClick={() => change(withBranch(branches, stepText.condition.newBranch(branches.length + 1)))}
        >
          {stepText.condition.addBranch}
        </Button>
      </div>
    </>
  )
}

function movedUp(branches: readonly BranchDraft[], index: number): BranchDraft[] {
  const moved = [...branches]
  moved.splice(index - 1, 0, ...moved.splice(index, 1))
  return moved
}

function withoutEmpty(branch: BranchDraft): BranchDraft {
  const given = Object.entries(branch).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as BranchDraft
}
