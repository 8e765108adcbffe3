import { useMemo, useState } from 'react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from './button.js'
import { CopyButton } from './copy-field.js'
import { cutText } from './cut-text.js'

/** A value as JSON, as text alone: the browser reads no markup in it. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value])
  const { shown, isCut } = isWhole ? { shown: text, isCut: false } : cutText(text)
  return (
    <div className="relative min-w-0">
      <div className="absolute top-1 right-1 rounded-control bg-canvas">
        <CopyButton value={text} label={t.values.copyJson} />
      </div>
      <pre
        role="region"
        aria-label={label}
        // A scrolled region is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-line bg-canvas py-2 pr-11 pl-3 font-mono text-mono break-words whitespace-pre-wrap"
      >
        {shown}
      </pre>
      {isCut && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
          {t.values.cut(formatNumber(shown.length), formatNumber(text.length))}
          <Button onClick={() => setWhole(true)}>{t.values.showAll}</Button>
        </p>
      )}
    </div>
  )
}
