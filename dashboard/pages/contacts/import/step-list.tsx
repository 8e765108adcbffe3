import { Check } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import { IMPORT_STEPS, type ImportStep } from './import-draft.js'

/** The steps of the import, with the present one. */
export function StepList({ current }: { current: ImportStep }) {
  const at = IMPORT_STEPS.indexOf(current)
  return (
    <ol aria-label={t.imports.stepsLabel} className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
      {IMPORT_STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={join('flex items-center gap-2', step === current ? 'font-semibold' : 'text-muted')}
        >
          <span
            aria-hidden
            className={join(
              'inline-flex size-6 items-center justify-center rounded-full border text-small tabular-nums',
              step === current ? 'border-transparent bg-accent text-on-accent' : 'border-control',
            )}
          >
            {index < at ? <Check size={14} /> : index + 1}
          </span>
          {t.imports.steps[step]}
        </li>
      ))}
    </ol>
  )
}
