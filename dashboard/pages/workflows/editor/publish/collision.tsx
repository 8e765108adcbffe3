import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../../api/client.js'
import { read } from '../../../../api/query.js'
import { formatRelative } from '../../../../messages/format.js'
import { authorName } from '../../../../shared/author-name.js'
import { changesSince } from '../../../../shared/workflow-draft/changes.js'
import { rebase, type Choices, type Conflict } from '../../../../shared/workflow-draft/rebase.js'
import { Button } from '../../../../ui/button.js'
import { Dialog } from '../../../../ui/dialog.js'
import { RadioCards } from '../../../../ui/radio-cards.js'
import { toast } from '../../../../ui/toast.js'
import { announce } from '../announce.js'
import { ChangesList } from '../changes-list.js'
import { baseOf } from '../stored-draft.js'
import type { Editor } from '../use-editor.js'
import { dialogText } from '../dialog-text.js'
import { editorText } from '../editor-text.js'
import { conflictTitle, sideText } from './conflict-text.js'

interface CollisionProps {
  editor: Editor
  theirs: Answer<'GET /workflows/:id'>
  onClose: () => void
}

/** Another version was published first: says whose it is and what differs, and brings the draft onto it. */
export function Collision({ editor, theirs, onClose }: CollisionProps) {
  const [choices, setChoices] = useState<Choices>({})
  const client = useQueryClient()
  const base = baseOf(theirs)
  const { draft, state } = editor
  const { version } = base
  const rebased = rebase(state.base.draft, draft, base.draft, choices)
  const leave = (next: typeof draft, said: string | null): void => {
    const { projectId, id } = theirs
    client.setQueryData(read('GET /workflows/:id', { projectId, params: { id } }).queryKey, theirs)
    editor.dispatch({ type: 'rebased', base, draft: next })
    if (said !== null) toast(said)
    else announce(editorText.discarded)
    onClose()
  }
  const isNewer = version !== state.base.version
  return (
    <Dialog
      isOpen
      onClose={onClose}
      at="drawer"
      title={isNewer ? dialogText.collision.title(version) : dialogText.collision.titleSame}
    >
      <div className="flex flex-col gap-4">
        {isNewer && <Author workflow={theirs} />}
        <section>
          <h3 className="mb-1 font-medium">{dialogText.collision.theirs}</h3>
          <ChangesList
            before={state.base.draft}
            after={base.draft}
            changes={changesSince(state.base.draft, base.draft)}
          />
        </section>
        <Conflicts
          conflicts={rebased.conflicts}
          choices={choices}
          names={{ mine: draft, theirs: base.draft }}
          onChoose={(key, side) => setChoices({ ...choices, [key]: side })}
        />
        {rebased.dropped.length > 0 && (
          <section>
            <h3 className="mb-1 font-medium">{dialogText.collision.dropped}</h3>
            <ChangesList before={draft} after={base.draft} changes={{ ...NO_CHANGES, disconnected: rebased.dropped }} />
          </section>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="danger" onClick={() => leave(base.draft, null)}>
            {dialogText.collision.open(version)}
          </Button>
          <Button variant="strong" onClick={() => leave(rebased.draft, dialogText.collision.brought)}>
            {dialogText.collision.bring(version)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const NO_CHANGES = {
  added: [],
  changed: [],
  removed: [],
  connected: [],
  disconnected: [],
  isTriggerChanged: false,
  isNameChanged: false,
  isDescriptionChanged: false,
  isMoved: false,
}

function Author({ workflow: { projectId, id, version } }: { workflow: Answer<'GET /workflows/:id'> }) {
  const { data } = useQuery(read('GET /workflows/:id/versions', { projectId, params: { id }, query: { limit: 20 } }))
  const found = data?.data.find((one) => one.version === version)
  if (!found) return null
  const when = formatRelative(new Date(found.createdAt), new Date())
  const who = found.author && authorName(found.author)
  return <p>{dialogText.collision.by(who, when)}</p>
}

interface ConflictsProps {
  conflicts: readonly Conflict[]
  choices: Choices
  names: Parameters<typeof conflictTitle>[1]
  onChoose: (key: string, side: 'mine' | 'theirs') => void
}

function Conflicts({ conflicts, choices, names, onChoose }: ConflictsProps) {
  if (conflicts.length === 0) return <p>{dialogText.collision.none}</p>
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">{dialogText.collision.conflicts}</h3>
      {conflicts.map((conflict) => (
        <RadioCards
          key={conflict.key}
          label={conflictTitle(conflict, names)}
          options={(['mine', 'theirs'] as const).map((value) => ({
            value,
            label: value === 'mine' ? dialogText.collision.mine : dialogText.collision.other,
            hint: sideText(conflict, value, names),
          }))}
          value={choices[conflict.key] ?? 'mine'}
          onChange={(side) => onChoose(conflict.key, side)}
        />
      ))}
    </section>
  )
}
