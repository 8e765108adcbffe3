interface ProgressBarProps {
  label: string
  /** The completed part of `total`. */
  value: number
  /** Null while it is not known. */
  total: number | null
  /** In words, beside the label. */
  note?: string
}

/** A progress bar. */
export function ProgressBar({ label, value, total, note }: ProgressBarProps) {
  const share = total ? Math.min(1, value / total) : 0
  return (
    <div>
      <div className="mb-1 flex flex-wrap justify-between gap-x-3">
        <span>{label}</span>
        {note && <span className="text-muted tabular-nums">{note}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(total === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
