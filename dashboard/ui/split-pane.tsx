import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { join } from './join.js'

/** Which of two panes are shown. */
export type SplitLayout = 'source' | 'both' | 'preview'

interface SplitPaneProps {
  layout: SplitLayout
  /** The name of the divider, for screen readers. */
  label: string
  first: ReactNode
  second: ReactNode
}

const [LEAST, MOST, STEP] = [25, 75, 5]
const KEYS: Record<string, number> = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -100, End: 100 }

const within = (share: number): number => Math.round(Math.min(MOST, Math.max(LEAST, share)))

/** Two panes beside each other, with a divider that mouse and arrow keys move; below each other where it is narrow. */
export function SplitPane({ layout, label, first, second }: SplitPaneProps) {
  const whole = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(50)
  const drag = ({ clientX, buttons, currentTarget, pointerId }: PointerEvent<HTMLDivElement>): void => {
    if (buttons !== 1 || !whole.current) return
    currentTarget.setPointerCapture(pointerId)
    const { left, width } = whole.current.getBoundingClientRect()
    setShare(within(((clientX - left) / width) * 100))
  }
  const step = (event: KeyboardEvent): void => {
    const by = KEYS[event.key]
    if (by === undefined) return
    event.preventDefault()
    setShare((now) => within(now + by))
  }
  return (
    <div
      ref={whole}
      className="flex min-w-0 max-wide:flex-col max-wide:gap-3"
      style={{ '--share': layout === 'both' ? `${share}%` : '100%' } as React.CSSProperties}
    >
      <div className={join('min-w-0 wide:w-(--share)', layout === 'preview' && 'wide:hidden')}>{first}</div>
      {layout === 'both' && (
        <div
          role="separator"
          aria-label={label}
          aria-orientation="vertical"
          aria-valuenow={share}
          aria-valuemin={LEAST}
          aria-valuemax={MOST}
          tabIndex={0}
          onPointerDown={drag}
          onPointerMove={drag}
          onKeyDown={step}
          className="mx-1 flex w-6 shrink-0 cursor-col-resize touch-none justify-center rounded-control hover:bg-raised max-wide:hidden"
        >
          <span className="w-1 rounded-full bg-line" />
        </div>
      )}
      <div className={join('min-w-0 flex-1', layout === 'source' && 'wide:hidden')}>{second}</div>
    </div>
  )
}
