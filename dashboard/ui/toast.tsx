import { useSyncExternalStore } from 'react'
import { Toast as Radix } from 'radix-ui'
import { X } from 'lucide-react'
import { t } from '../messages/index.js'
import { Button, IconButton } from './button.js'

interface Message {
  id: number
  text: string
  undo?: (() => void) | undefined
}

let messages: readonly Message[] = []
let nextId = 0
const listeners = new Set<() => void>()

function change(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says in a corner of the page what has happened, with a button that takes it back where there is a way. */
export function toast(text: string, undo?: () => void): void {
  change([...messages, { id: (nextId += 1), text, undo }])
}

/** The corner of the page for messages; it stands once, at the root. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    <Radix.Provider label={t.common.notice} duration={6_000}>
      {shown.map(({ id, text, undo }) => (
        <Radix.Root
          key={id}
          onOpenChange={(isOpen) => !isOpen && change(messages.filter((one) => one.id !== id))}
          className="flex items-center justify-between gap-2 rounded-panel border border-line bg-surface py-1 pr-1 pl-3 shadow-float"
        >
          <Radix.Description>{text}</Radix.Description>
          {undo && (
            <Radix.Action asChild altText={t.common.undo} onClick={undo}>
              <Button>{t.common.undo}</Button>
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
