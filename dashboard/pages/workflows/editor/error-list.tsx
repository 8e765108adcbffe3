import type { Draft, DraftError } from '../../../shared/workflow-draft/draft.js'
import { Button } from '../../../ui/button.js'
import { dialogText } from './dialog-text.js'
import { describeDraftError, nameOf, editorText } from './editor-text.js'

interface ErrorListProps {
  draft: Draft
  errors: readonly DraftError[]
  onGo: (error: DraftError) => void
}

/** The errors that keep the workflow from running, as links to their steps. */
export function ErrorList({ draft, errors, onGo }: ErrorListProps) {
  if (errors.length === 0) return <p className="text-muted">{editorText.noErrors}</p>
  return (
    <ul className="flex flex-col gap-1">
      {errors.map((error) => (
        <li key={JSON.stringify(error)} className="flex items-start justify-between gap-2">
          <span className="min-w-0 py-1.5 break-words">
            <span className="font-medium">
              {error.stepId === null ? editorText.ofWorkflow : nameOf(draft, error.stepId)}
            </span>
            {': '}
            {describeDraftError(draft, error)}
          </span>
          <Button variant="quiet" onClick={() => onGo(error)}>
            {dialogText.publishing.toError}
          </Button>
        </li>
      ))}
    </ul>
  )
}
