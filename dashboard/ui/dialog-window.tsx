import { useCallback, useState } from 'react'
import { Dialog as Radix } from 'radix-ui'
import { X } from 'lucide-react'
import { t } from '../messages/index.js'
import { IconButton } from './button.js'
import type { DialogProps } from './dialog.js'
import { join } from './join.js'
import { OwnScrollContext } from './row-window.js'

const PLACES = {
  middle:
    'top-[12vh] left-1/2 w-[min(480px,calc(100vw-32px))] max-h-[76vh] -translate-x-1/2 rounded-panel border border-line p-5',
  side: 'inset-y-0 left-0 w-[min(280px,85vw)] border-r border-line p-3',
  drawer: 'inset-y-0 right-0 w-[min(640px,100vw)] border-l border-line p-5',
  wideDrawer: 'inset-y-0 right-0 w-[min(1120px,100vw)] border-l border-line p-5',
}

/** The window of a dialog, loaded after the page. */
export function DialogWindow({ isOpen, onClose, title, text, children, at = 'middle' }: DialogProps) {
  const stay = (event: Event): void => event.preventDefault()
  // Escape closes an open list of a field first.
  const onEscapeKeyDown = (event: KeyboardEvent): void => {
    if (isInOpenList(event.target)) stay(event)
  }
  const fixed = onClose
    ? { onEscapeKeyDown }
    : { onEscapeKeyDown: stay, onPointerDownOutside: stay, onInteractOutside: stay }
  const focus = useFocusBack(isOpen)
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...fixed}
          {...focus}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
          className={join('fixed z-50 flex flex-col overflow-y-auto bg-surface shadow-float', PLACES[at])}
        >
          <div className="mb-3 flex items-center justify-between gap-2">
            <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
            {onClose && <IconButton icon={X} label={t.common.close} onClick={onClose} />}
          </div>
          {text !== undefined && <Radix.Description className="mb-4 text-muted">{text}</Radix.Description>}
          <OwnScrollContext value>
            <div className="min-h-0 flex-1">{children}</div>
          </OwnScrollContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The candidates that get the focus when a dialog closes, the nearest first, by the element of the dialog. */
const origins = new WeakMap<Element, readonly Element[]>()

/**
 * Returns the focus to the element that had it. Radix does so only for a button that it knows as the opener. The
 * element is recorded during rendering: a field of the dialog with autofocus has the focus before any effect runs.
 */
function useFocusBack(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(false)
  const [before, setBefore] = useState<readonly Element[]>([])
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setBefore(placesNow())
  }
  return {
    ref: useCallback((element: Element | null) => void (element && origins.set(element, before)), [before]),
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault()
      const place = before.find((one) => one.isConnected)
      if (place instanceof HTMLElement) place.focus()
    },
  }
}

/**
 * The focused element, the button of its menu, and where its dialog returns the focus to: menus and palette close
 * first.
 */
function placesNow(): readonly Element[] {
  const active = document.activeElement
  if (!active) return []
  const menu = active.closest('[role=menu]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  const dialog = (opener ?? active).closest('[role=dialog]')
  return [active, ...(opener ? [opener] : []), ...((dialog && origins.get(dialog)) ?? [])]
}

function isInOpenList(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-list=open]')
}
