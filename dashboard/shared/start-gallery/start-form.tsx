import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../../ui/button.js'
import { ErrorText } from '../../ui/error-text.js'
import type { Start, Starter } from './start.js'
import { StartGallery } from './start-gallery.js'

interface StartFormProps {
  start: Start
  onStart: (start: Start) => void
  starters: readonly Starter[] | undefined
  /** The button, which names what is made. */
  action: string
  isBusy: boolean
  message: string | null
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The fields of what is made. */
  children: ReactNode
}

/** The gallery beside the fields of a new message. */
export function StartForm({ start, onStart, starters, action, isBusy, message, onSubmit, children }: StartFormProps) {
  return (
    <form onSubmit={onSubmit} className="grid gap-6 wide:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex flex-col gap-4 wide:sticky wide:top-0 wide:col-start-2 wide:row-start-1 wide:self-start">
        {children}
        <ErrorText text={message} />
        <Button type="submit" variant="strong" isBusy={isBusy}>
          {action}
        </Button>
      </div>
      <div className="min-w-0 wide:col-start-1 wide:row-start-1">
        <StartGallery value={start} onChange={onStart} starters={starters} />
      </div>
    </form>
  )
}
