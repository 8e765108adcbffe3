import { useId } from 'react'
import { ArrowRight, type LucideIcon } from 'lucide-react'
import { t } from '../../messages/index.js'
import { STEP_ICONS } from '../../shared/workflow-graph/step-types.js'
import { Skeleton } from '../../ui/skeleton.js'
import type { WorkflowForm, WorkflowStarter } from './new-workflow.js'

interface StarterChoiceProps {
  starters: readonly WorkflowStarter[] | undefined
  form: WorkflowForm
  onChange: (form: WorkflowForm) => void
}

/** What a new workflow can begin with: nothing, or the steps and the mails of a starter. */
export function StarterChoice({ starters, form, onChange }: StarterChoiceProps) {
  const group = useId()
  const names = starters?.map(({ name }) => name) ?? []
  const choose = (starter: WorkflowStarter | null): void => {
    // A name or event that the user has typed stays.
    const isOwn = form.name !== '' && !names.includes(form.name)
    const { name = '', eventName = '' } = starter ?? {}
    const given = starter ? { trigger: 'EVENT' as const, eventName } : {}
    onChange({ ...form, ...given, starter: starter?.id ?? null, name: isOwn ? form.name : name })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t.workflows.startWith}</legend>
      <div className="grid gap-2 wide:grid-cols-2">
        <Card
          group={group}
          title={t.workflows.blank}
          text={t.workflows.blankText}
          isChosen={form.starter === null}
          onChoose={() => choose(null)}
        />
        {starters?.map((starter) => {
          const { id, name, description, steps } = starter
          const mails = steps.filter(({ type }) => type === 'SEND_EMAIL').length
          return (
            <Card
              key={id}
              group={group}
              title={name}
              text={`${description}. ${t.workflows.starterText(mails)}`}
              icons={steps.map(({ type }) => STEP_ICONS[type])}
              isChosen={form.starter === id}
              onChoose={() => choose(starter)}
            />
          )
        }) ?? [1, 2, 3, 4].map((at) => <Skeleton key={at} className="h-24 w-full" />)}
      </div>
    </fieldset>
  )
}

interface CardProps {
  group: string
  title: string
  text: string
  /** The steps, in a row. */
  icons?: readonly LucideIcon[]
  isChosen: boolean
  onChoose: () => void
}

function Card({ group, title, text, icons = [], isChosen, onChoose }: CardProps) {
  return (
    <label className="flex items-start gap-2 rounded-panel border border-control bg-surface p-3 has-checked:border-accent has-checked:outline-1 has-checked:outline-accent">
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-label={title}
        className="m-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="font-medium">{title}</span>
        <span className="text-small text-muted">{text}</span>
        {icons.length > 0 && (
          <span aria-hidden className="flex flex-wrap items-center gap-1 text-muted">
            {icons.map((Icon, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- The steps of a starter never change their places.
              <span key={index} className="flex items-center gap-1">
                {index > 0 && <ArrowRight size={12} />}
                <Icon size={16} />
              </span>
            ))}
          </span>
        )}
      </span>
    </label>
  )
}
