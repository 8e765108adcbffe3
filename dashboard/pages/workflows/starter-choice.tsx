import { ArrowRight } from 'lucide-react'
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
  const choose = (starter: WorkflowStarter | null): void => {
    const given = starter ? { trigger: 'EVENT' as const, eventName: starter.eventName } : {}
    onChange({ ...form, ...given, starter: starter?.id ?? null, name: form.name === '' ? null : form.name })
  }
  const options = [
    { value: BLANK, label: t.workflows.blank, hint: t.workflows.blankText },
    ...(starters ?? []).map((starter) => ({
      value: starter.id,
      label: starter.name,
      lang: starter.language,
      hint: <Hint starter={starter} />,
    })),
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
function Hint({ starter: { description, language, steps } }: { starter: WorkflowStarter }) {
  const icons = steps.map(({ type }) => STEP_ICONS[type])
  const mails = steps.filter(({ type }) => type === 'SEND_EMAIL').length
  return (
    <span className="flex flex-col gap-1">
      <span lang={language}>{description}</span>
      {t.workflows.starterText(mails)}
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
