import type { ReactNode } from 'react'
import { FormFoot } from '../form-foot.js'
import type { Submission } from '../use-submit.js'
import type { Start } from './start.js'
import { StartGallery } from './start-gallery.js'
import type { Starters } from './use-starters.js'

interface StartFormProps {
  start: Start
  onStart: (start: Start) => void
  starters: Starters
  /** The button, which names what is made. */
  action: string
  submission: Submission
  onCancel: () => void
  /** The fields of what is made. */
  children: ReactNode
}

/** The gallery beside the fields of a new message. */
export function StartForm({ start, onStart, starters, action, submission, onCancel, children }: StartFormProps) {
  return (
    <form onSubmit={submission.onSubmit} className="grid gap-6 wide:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex flex-col gap-4 wide:sticky wide:top-0 wide:col-start-2 wide:row-start-1 wide:self-start">
        {children}
        <FormFoot submission={submission} submit={action} onCancel={onCancel} />
      </div>
      <div className="min-w-0 wide:col-start-1 wide:row-start-1">
        <StartGallery value={start} onChange={onStart} starters={starters} />
      </div>
    </form>
  )
}
