import { formatRate } from '../messages/format.js'
import { t } from '../messages/index.js'
import { join } from '../ui/join.js'

/** What it means that a figure has grown; a mere volume is neither. */
export type Meaning = 'good' | 'bad' | 'neutral'

/** The change of a figure since the period before, with its direction; nothing where there is none to show. */
export function Change({ percent, growth = 'neutral' }: { percent: number | null; growth?: Meaning }) {
  const rounded = percent === null ? 0 : Math.round(percent)
  if (rounded === 0) return null
  const isUp = rounded > 0
  const rate = formatRate(Math.abs(rounded))
  const text = isUp ? t.analytics.changeUp(rate) : t.analytics.changeDown(rate)
  const isGood = (growth === 'good') === isUp
  return (
    <span
      title={text}
      className={join(
        'inline-flex items-center gap-1 font-medium tabular-nums',
        growth === 'neutral' ? 'text-ink' : isGood ? 'text-good' : 'text-bad',
      )}
    >
      <svg aria-hidden viewBox="0 0 8 8" width={8} height={8} className="fill-current">
        <path d={isUp ? 'M4 1 8 7H0z' : 'M4 7 0 1h8z'} />
      </svg>
      <span aria-hidden>{rate}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}
