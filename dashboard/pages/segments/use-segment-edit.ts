import { useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { newestOf } from '../../shared/newest-of.js'
import { currentOf } from '../../api/current-of.js'
import { useOneAtATime } from '../../shared/use-one-at-a-time.js'
import { useEdited } from '../../session/use-edited.js'
import { toast } from '../../ui/toast.js'
import { draftOf, fieldsOf } from './draft.js'
import type { Segment } from './filters.js'
import { byField, ownErrors, sentErrors } from './segment-errors.js'

/** The changes of a segment that are not saved, and their saving. */
export function useSegmentEdit(given: Segment) {
  const { projectId, id } = given
  const { segment, keep } = useStored(given)
  const edited = useEdited({ projectId, kind: 'segment', id }, draftOf(segment), segment.updatedAt)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly FieldError[]>([])
  const [message, setMessage] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Segment | null>(null)
  const settle = (saved: Segment): void => {
    keep(saved)
    edited.settle(draftOf(saved), saved.updatedAt)
  }
  const fail = (error: unknown): void => {
    const current = currentOf('GET /segments/:id', error)
    setTheirs(current)
    setFound(sentErrors(error))
    setMessage(current ? null : sentErrors(error).length > 0 ? t.errors.fields : describeError(error).message)
  }
  const send = async (base: string | null): Promise<void> => {
    const errors = ownErrors(edited.value, segment.type)
    setFound(errors)
    setMessage(errors.length > 0 ? t.segments.unfinished : null)
    if (errors.length > 0) throw new Error(t.segments.unfinished)
    setBusy(true)
    try {
      const body = { ...fieldsOf(edited.value), ...(base === null ? {} : { ifUpdatedAt: base }) }
      settle(await call('PATCH /segments/:id', { projectId, params: { id }, body }))
      setTheirs(null)
      toast(t.segments.saved)
    } catch (error) {
      fail(error)
      throw error
    } finally {
      setBusy(false)
    }
  }
  const { save, keepMine } = useOneAtATime({
    save: async () => edited.isChanged && (await send(edited.base)),
    keepMine: async () => theirs && (await send(theirs.updatedAt)),
  })
  useSaveCommand(edited.isChanged, save)
  return {
    edited,
    isBusy,
    save,
    message,
    errors: byField(found),
    conditionErrors: found.filter(({ field }) => field.startsWith('condition')),
    theirs,
    closeStale: () => setTheirs(null),
    keepMine: () => void keepMine().catch(() => undefined),
    takeTheirs: () => {
      if (theirs) settle(theirs)
      edited.discard()
      setTheirs(null)
    },
    /**
     * Another part of the segment was changed immediately, from the version `from`. Unsaved changes of that version now
     * build on the stored one; changes of an earlier version still conflict with those of another user.
     */
    settlePart: (saved: Segment, from: string): void => (edited.base === from ? settle(saved) : keep(saved)),
    /** Shows the version that another user has saved. The unsaved changes stay, with their base. */
    showTheirs: keep,
  }
}

/** The stored segment, and the function that stores an answer as the newest version. */
function useStored(given: Segment) {
  const { projectId, id } = given
  const client = useQueryClient()
  const query = read('GET /segments/:id', { projectId, params: { id } })
  const keep = (saved: Segment): void => {
    client.setQueryData(query.queryKey, saved)
    void client.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
    void client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id/contacts'] })
  }
  return { segment: newestOf(query, given), keep }
}

function useSaveCommand(isChanged: boolean, save: () => Promise<void>): void {
  const latest = useRef(save)
  latest.current = save
  const commands = useMemo(() => {
    const run = (): void => void latest.current().catch(() => undefined)
    return isChanged ? [{ id: 'save', title: t.segments.save, group: 'page' as const, keys: 'mod+s', run }] : []
  }, [isChanged])
  useCommands(commands)
}
