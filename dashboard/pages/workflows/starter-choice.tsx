import { ArrowRight, type LucideIcon } from 'lucide-react'
import { t } from '../../messages/index.js'
import { STEP_ICONS } from '../../shared/workflow-graph/step-types.js'
import { RadioCards } from '../../ui/radio-cards.js'
import { Skeleton } from '../../ui/skeleton.js'
import type { WorkflowForm, WorkflowStarter } from './new-workflow.js'

// No starter has this id.
const BLANK = 'blank'

interface StarterChoiceProps {
  starters: readonly WorkflowStarter[] | undefined
  form: WorkflowForm
  onChange: (form: WorkflowForm) => void
}

/** What a new workflow can begin with: nothing, or the steps and the mails of a starter. */
export function StarterChoice({ starters, form, onChange }: StarterChoiceProps) {
  const names = starters?.map(({ name }) => name) ?? []
  const choose = (starter: WorkflowStarter | null): void => {
    // A name or event that the user has typed stays.
    const isOwn = form.name !== '' && !names.includes(form.name)
    const { name = '', eventName = '' } = starter ?? {}
    const given = starter ? { trigger: 'EVENT' as const, eventName } : {}
    onChange({ ...form, ...given, starter: starter?.id ?? null, name: isOwn ? form.name : name })
  }
  const options = [
    { value: BLANK, label: t.workflows.blank, hint: t.workflows.blankText },
    ...(starters ?? []).map(({ id, name, description, steps }) => {
      const mails = steps.filter(({ type }) => type === 'SEND_EMAIL').length
      const text = `${description}. ${t.workflows.starterText(mails)}`
      return { value: id, label: name, hint: <Hint text={text} icons={steps.map(({ type }) => STEP_ICONS[type])} /> }
    }),
  ]
  return (
    <>
      <RadioCards
        label={t.workflows.startWith}
        options={options}
        isInRows
        value={form.starter ?? BLANK}
        onChange={(value) => choose(starters?.find(({ id }) => id === value) ?? null)}
      />
      {!starters && <Skeleton className="h-48 w-full" />}
    </>
  )
}

/** What a starter does, in words and as its steps in a row. */
function Hint({ text, icons }: { text: string; icons: readonly LucideIcon[] }) {
  return (
    <span className="flex flex-col gap-1">
      {text}
      <span aria-hidden className="flex flex-wrap items-center gap-1">
        {icons.map((Icon, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- The steps of a starter never change their places.
          <span key={index} className="flex items-center gap-1">
            {index > 0 && <ArrowRight size={12} />}
            <Icon size={16} />
          </span>
        ))}
      </span>
    </span>
  )
}
