import { useState } from 'react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { join } from '../ui/join.js'

// A longer text makes the page slow and is rarely read.
const CUT_AT = 1_000_000

/** A text as it is written, such as a source, in a region that scrolls; the end of a very long one comes on request. */
export function LongText({ text, label, height = 'max-h-96' }: { text: string; label: string; height?: string }) {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > CUT_AT
  return (
    <>
      {/* A region that scrolls is reached by the keyboard. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className={join(
          'overflow-auto rounded-control bg-canvas p-3 font-mono text-mono break-words whitespace-pre-wrap',
          height,
        )}
      >
        {isCut ? text.slice(0, CUT_AT) : text}
      </pre>
      {isCut && (
        <p className="flex items-center gap-2 p-2 text-muted">
          {t.values.cutAfter(formatNumber(CUT_AT))} <Button onClick={() => setWhole(true)}>{t.values.showAll}</Button>
        </p>
      )}
    </>
  )
}
