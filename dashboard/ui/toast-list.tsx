import { Toast as Radix } from 'radix-ui'
import { X } from 'lucide-react'
import { t } from '../messages/index.js'
import { Button, IconButton } from './button.js'
import { currentMessages, showMessages, type Message } from './toast.js'

const LASTS_MS = 6_000
// By the keyboard, the way to the button takes longer (WCAG 2.2, 2.2.1).
const UNDO_LASTS_MS = 20_000

const close = (id: number): void => showMessages(currentMessages().filter((one) => one.id !== id))

/** The messages in the corner of the page, each of which goes after a while. */
export function ToastList({ shown }: { shown: readonly Message[] }) {
  return (
    <Radix.Provider label={t.common.notice}>
      {shown.map(({ id, text, undo, action = undo && { label: t.common.undo, run: undo } }) => (
        <Radix.Root
          key={id}
          duration={undo ? UNDO_LASTS_MS : action ? Number.POSITIVE_INFINITY : LASTS_MS}
          onOpenChange={(isOpen) => !isOpen && close(id)}
          className="flex items-center justify-between gap-2 rounded-panel border border-line bg-surface py-1 pr-1 pl-3 shadow-float"
        >
          <Radix.Description>{text}</Radix.Description>
          {action && (
            <Radix.Action asChild altText={action.label} onClick={action.run}>
              <Button>{action.label}</Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton icon={X} label={t.common.close} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(360px,calc(100vw-32px))] list-none flex-col gap-2 outline-none" />
    </Radix.Provider>
  )
}
