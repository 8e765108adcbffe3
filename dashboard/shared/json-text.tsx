import { t } from '../messages/index.js'
import { CopyButton } from '../ui/copy-field.js'

/** A value as JSON, to be read and copied. */
export function JsonText({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="font-medium">{label}</h3>
        <CopyButton value={text} label={t.events.copyData} />
      </div>
      {/* A region that scrolls is reached by the keyboard. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[60vh] overflow-auto rounded-control border border-line bg-canvas p-3 font-mono text-mono break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  )
}
