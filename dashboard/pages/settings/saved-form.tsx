import { useMemo, useRef, type ReactNode } from 'react'
import { useCommands, type Command } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { showError } from '../../shared/show-error.js'
import { Unsaved } from '../../shared/unsaved.js'
import { useSubmit, type Submission } from '../../shared/use-submit.js'
import { Button } from '../../ui/button.js'
import { ErrorText } from '../../ui/error-text.js'

interface SavedFormProps {
  isUnsaved: boolean
  save: () => Promise<void>
  /** Takes the changes back; `revert` names the button. */
  onRevert: () => void
  revert: string
  className: string
  /** The fields, with what the server says of each. */
  children: (errors: Submission['errors']) => ReactNode
}

/** Says why the changes were not saved, which keeps the page. */
function sayWhyNot(error: unknown): never {
  showError(error)
  throw error
}

/** A form of settings that is saved by its button or a key, and asks before a page with changes is left. */
export function SavedForm({ isUnsaved, save, onRevert, revert, className, children }: SavedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, errors, message, onSubmit } = useSubmit(save)
  useCommands(
    useMemo(
      (): Command[] => [
        { id: 'save', title: t.common.save, group: 'page', keys: 'mod+s', run: () => form.current?.requestSubmit() },
      ],
      [],
    ),
  )
  return (
    <>
      <form ref={form} onSubmit={onSubmit} className={className}>
        {children(errors)}
        <ErrorText text={message} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={!isUnsaved}>
            {t.common.save}
          </Button>
          {isUnsaved && (
            <Button variant="quiet" disabled={isBusy} onClick={onRevert}>
              {revert}
            </Button>
          )}
        </div>
      </form>
      <Unsaved
        isUnsaved={isUnsaved && !isBusy}
        isStored={false}
        onSave={() => save().catch(sayWhyNot)}
        onDiscard={onRevert}
      />
    </>
  )
}
