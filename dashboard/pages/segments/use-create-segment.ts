import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldFault } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { wordsFor } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { fieldsOf, type NewSegmentDraft } from './draft.js'
import type { Segment } from './filters.js'
import { byField, ownFaults, sentFaults } from './segment-faults.js'

/** Creates a segment; what is wrong with it comes by its fields. */
export function useCreateSegment() {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly FieldFault[]>([])
  const [message, setMessage] = useState<string | null>(null)
  const fail = (faults: readonly FieldFault[], words: string): null => {
    setFound(faults)
    setMessage(faults.length > 0 ? t.errors.fields : words)
    return null
  }
  const create = async (draft: NewSegmentDraft): Promise<Segment | null> => {
    if (isBusy) return null
    const faults = ownFaults(draft, draft.type)
    if (faults.length > 0) return fail(faults, '')
    const { type, trackMembership } = draft
    setBusy(true)
    try {
      const body = { ...fieldsOf(draft), type, trackMembership }
      const segment = await call('POST /segments', { projectId, body })
      await client.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
      return segment
    } catch (error) {
      return fail(sentFaults(error), wordsFor(error).message)
    } finally {
      setBusy(false)
    }
  }
  const conditionFaults = found.filter(({ field }) => field.startsWith('condition'))
  return { create, isBusy, message, faults: byField(found), conditionFaults }
}
