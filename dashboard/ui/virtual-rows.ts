import { useContext, useEffect, useLayoutEffect, useState, type FocusEvent, type RefObject } from 'react'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { OwnScrollContext, RowWindowContext } from './row-window.js'

// A list of fewer rows is drawn whole: the browser finds every text in it.
const MOST_DRAWN = 80
// Enough for the keys that walk from row to row, and for a quick turn of the wheel.
const OVERSCAN = 12
// Rows before the view that are loaded before they are seen.
const AHEAD = 30

/** A drawn row. */
export interface VirtualRow {
  index: number
  /** The height in pixels of the rows before it that are not drawn. */
  gap: number
}

interface VirtualRowsInput {
  /** The element that holds the rows. */
  list: RefObject<Element | null>
  count: number
  keyAt: (index: number) => string
  /** The height of a row that was not drawn yet. */
  rowPx: number
}

/** The drawn rows of a list, and the space of the others. */
export interface VirtualRows {
  rows: readonly VirtualRow[]
  /** The height in pixels of the loaded rows behind the last drawn one. */
  endGap: number
  /** The number of rows that stand before the loaded ones. */
  before: number
  /** The total of rows; -1 if unknown. Undefined if every row is drawn. */
  total: number | undefined
  /** Set as `ref` of each row, which has its index as `data-index`. */
  measure: ((row: Element | null) => void) | undefined
  /** Set on the list: the row with the focus stays drawn, wherever the page is scrolled to. */
  onFocus: (event: FocusEvent) => void
}

/**
 * The rows of a long list that are in view, which is the page itself. The others leave their height, so that scrolling
 * costs the same at any depth.
 */
export function useVirtualRows({ list, count, keyAt, rowPx }: VirtualRowsInput): VirtualRows {
  const page = useContext(RowWindowContext)
  const hasOwnScroll = useContext(OwnScrollContext)
  const { before = 0, total = 0, onAbove } = (hasOwnScroll ? null : page) ?? {}
  const isOn = onAbove !== undefined && before + count > MOST_DRAWN
  const top = useTop(list)
  const [focused, setFocused] = useState<number | null>(null)
  const virtualizer = useWindowVirtualizer<Element>({
    count: isOn ? count : 0,
    enabled: isOn,
    estimateSize: () => rowPx,
    getItemKey: keyAt,
    overscan: OVERSCAN,
    rangeExtractor: (range) => withRow(focused, range),
    scrollMargin: top + before * rowPx,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  })
  // The browser itself keeps the rows in view where they are while rows above them get their real height.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  useAbove({ top, before, rowPx, onAbove: isOn ? onAbove : undefined })
  if (!isOn) return { ...ALL_DRAWN, rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })) }
  let end = top
  const rows = virtualizer.getVirtualItems().map(({ index, start, end: rowEnd }) => {
    const gap = start - end
    end = rowEnd
    return { index, gap }
  })
  const endGap = top + before * rowPx + virtualizer.getTotalSize() - end
  const measure = virtualizer.measureElement
  const onFocus = ({ target }: FocusEvent): void => {
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN)
    setFocused(Number.isNaN(index) ? null : index)
  }
  return { rows, endGap, before, total: total >= before + count ? total : -1, measure, onFocus }
}

const ALL_DRAWN = { endGap: 0, before: 0, total: undefined, measure: undefined, onFocus: () => undefined }

function withRow(row: number | null, range: Range): number[] {
  const drawn = defaultRangeExtractor(range)
  if (row === null || row >= range.count || drawn.includes(row)) return drawn
  return [...drawn, row].sort((one, other) => one - other)
}

/** The distance of the list from the start of the page; content above it may change its height. */
function useTop(list: RefObject<Element | null>): number {
  const [top, setTop] = useState(0)
  // oxlint-disable-next-line react/exhaustive-deps -- any change of the page may move the list
  useLayoutEffect(() => {
    const element = list.current
    if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
  })
  return top
}

/** Says so while rows are in view, or soon will be, that stand before the loaded ones. */
function useAbove({
  top,
  before,
  rowPx,
  onAbove,
}: {
  top: number
  before: number
  rowPx: number
  onAbove: ((row: number) => void) | undefined
}): void {
  useEffect(() => {
    if (before === 0 || !onAbove) return undefined
    const look = (): void => {
      const row = Math.max(0, Math.floor((window.scrollY - top) / rowPx) - AHEAD)
      if (row < before) onAbove(row)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [top, before, rowPx, onAbove])
}
