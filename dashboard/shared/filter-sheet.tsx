import { useState, type ReactNode } from 'react'
import { ListFilter } from 'lucide-react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { useIsNarrow } from '../ui/use-is-narrow.js'

interface FilterSheetProps {
  /** What the filters are about, where the list has others beside. */
  title?: string
  /** How many of these filters are set. */
  count: number
  children: ReactNode
}

/** Filters in a row; on a small screen one button that opens them, so that the list begins on the first screen. */
export function FilterSheet({ title = t.filters.title, count, children }: FilterSheetProps) {
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow) return children
  return (
    <>
      <Button icon={ListFilter} onClick={() => setOpen(true)}>
        {count === 0 ? title : t.filters.titleOf(title, formatNumber(count))}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title} at="drawer">
        <div className="flex flex-col gap-3">
          {children}
          <Button variant="strong" onClick={() => setOpen(false)}>
            {t.filters.show}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
