import { useState, type ReactNode } from 'react'
import { ListFilter } from 'lucide-react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { useIsNarrow } from '../ui/use-is-narrow.js'

interface FilterSheetProps {
  /** How many of these filters are set. */
  count: number
  children: ReactNode
}

/** Filters in a row; on a small screen one button that opens them, so that the list begins on the first screen. */
export function FilterSheet({ count, children }: FilterSheetProps) {
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow) return children
  return (
    <>
      <Button icon={ListFilter} onClick={() => setOpen(true)}>
        {count === 0 ? t.filters.title : t.filters.titleOf(formatNumber(count))}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.filters.title} at="drawer">
        <div className="flex flex-wrap items-end gap-3">{children}</div>
      </Dialog>
    </>
  )
}
