import { t } from '../../../messages/index.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { errorOfPlan, type ColumnPlan, type ColumnTarget } from './column-plan.js'
import { ColumnRow } from './column-row.js'
import type { ImportDraft } from './import-draft.js'
import { StepButtons } from './step-buttons.js'

const EXAMPLES = 3

interface ColumnsStepProps {
  draft: ImportDraft
  /** The custom fields of the project, as `data.<key>`. */
  fields: readonly string[]
  onChange: (plan: ColumnPlan) => void
  onLast: () => void
  onNext: () => void
}

/** The meaning of each column of the file. */
export function ColumnsStep({ draft, fields, onChange, onLast, onNext }: ColumnsStepProps) {
  const { beginning, plan, survey, format } = draft
  const error = format.kind === 'csv' ? errorOfPlan(beginning.header, plan) : null
  const set = (position: number, target: ColumnTarget): void =>
    onChange(plan.map((one, index) => (index === position ? target : one)))
  return (
    <div className="flex flex-col gap-4">
      <Panel title={t.imports.steps.columns} isPadded>
        {format.kind === 'ndjson' && <p>{t.imports.jsonColumns}</p>}
        <ul className="divide-y divide-line">
          {beginning.header.map((name, index) => (
            <ColumnRow
              key={index}
              name={name}
              position={index + 1}
              type={survey?.types[index] ?? null}
              examples={examplesOf(draft, index)}
              target={plan[index] ?? null}
              fields={fields}
              onChange={(target) => set(index, target)}
            />
          ))}
        </ul>
      </Panel>
      {error !== null && <Banner kind="bad">{error}</Banner>}
      <StepButtons onLast={onLast}>
        <Button variant="strong" disabled={error !== null} onClick={onNext}>
          {t.imports.next}
        </Button>
      </StepButtons>
    </div>
  )
}

function examplesOf({ beginning: { rows } }: ImportDraft, index: number): string[] {
  const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '')
  return [...new Set(cells)].slice(0, EXAMPLES)
}
