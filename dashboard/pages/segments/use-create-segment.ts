import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { fieldsOf, type NewSegmentDraft } from './draft.js'
import type { Segment } from './filters.js'
import { byField, ownErrors, sentErrors } from './segment-errors.js'

/** Creates a segment; what is wrong with it comes by its fields. */
export function useCreateSegment() {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly FieldError[]>([])
  const [message, setMessage] = useState<string | null>(null)
  const fail = (errors: readonly FieldError[], text: string): null => {
    setFound(errors)
    setMessage(errors.length > 0 ? t.errors.fields : text)
    return null
  }
  const create = async (draft: NewSegmentDraft): Promise<Segment | null> => {
    if (isBusy) return null
    const errors = ownErrors(draft, draft.type)
    if (errors.length > 0) return fail(errors, '')
    const { type, trackMembership } = draft
    setBusy(true)
    try {
      const body = { ...fieldsOf(draft), type, trackMembership }
      const segment = await call('POST /segments', { projectId, body })
      await client.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
      return segment
    } catch (error) {
      return fail(sentErrors(error), describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  const conditionErrors = found.filter(({ field }) => field.startsWith('condition'))
  return { create, isBusy, message, errors: byField(found), conditionErrors }
}
