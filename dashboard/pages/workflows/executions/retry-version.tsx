import { t } from '../../../messages/index.js'
import { RadioCards } from '../../../ui/radio-cards.js'

/** The version of the workflow in which a failed execution continues. */
export type Version = 'pinned' | 'current'

/** Asks in which version failed executions continue; `own` and `published` are the numbers of one execution's. */
export function RetryVersion({
  value,
  onChange,
  numbers,
}: {
  value: Version
  onChange: (version: Version) => void
  numbers?: { own: number; published: number }
}) {
  const options = [
    {
      value: 'pinned' as const,
      label: numbers ? t.executions.pinnedOf(numbers.own) : t.executions.pinned,
      hint: t.executions.pinnedHint,
    },
    {
      value: 'current' as const,
      label: numbers ? t.executions.currentOf(numbers.published) : t.executions.current,
      hint: t.executions.currentHint,
    },
  ]
  return <RadioCards label={t.executions.retryVersion} options={options} value={value} onChange={onChange} />
}
