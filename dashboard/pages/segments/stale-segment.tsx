import { t } from '../../messages/index.js'
import { StaleDialog } from '../../shared/stale-dialog.js'
import { draftOf, type SegmentDraft } from './draft.js'
import type { useSegmentEdit } from './use-segment-edit.js'

/** Shows the user's own segment beside the one that another user has saved. */
export function StaleSegment({ edit }: { edit: ReturnType<typeof useSegmentEdit> }) {
  const { theirs, edited, closeStale, keepMine, takeTheirs } = edit
  return (
    <StaleDialog isOpen={theirs !== null} onClose={closeStale} onKeepMine={keepMine} onTakeTheirs={takeTheirs}>
      <div className="grid gap-4 wide:grid-cols-2">
        <Side title={t.segments.yours} draft={edited.value} />
        {theirs && <Side title={t.segments.theirs} draft={draftOf(theirs)} />}
      </div>
    </StaleDialog>
  )
}

function Side({ title, draft: { name, description, condition } }: { title: string; draft: SegmentDraft }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium">{title}</h3>
      <p className="font-medium break-words">{name}</p>
      {description !== '' && <p className="break-words text-muted">{description}</p>}
      {condition && (
        <pre
          // The text scrolls by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={title}
          className="mt-2 max-h-72 overflow-auto rounded-control border border-line bg-canvas p-2 font-mono text-mono"
        >
          {JSON.stringify(condition, null, 2)}
        </pre>
      )}
    </section>
  )
}
