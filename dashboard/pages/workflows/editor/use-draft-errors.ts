import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.js'
import { call, type Answer } from '../../../api/client.js'
import { useDebounced } from '../../../shared/use-debounced.js'
import type { Draft, DraftError } from '../../../shared/workflow-draft/draft.js'
import type { Base } from '../../../shared/workflow-draft/editor-state.js'
import { errorsOf, mergeErrors, placeErrors } from '../../../shared/workflow-draft/errors.js'
import { definitionOf } from '../../../shared/workflow-draft/stored.js'

const REST_MS = 800

type Workflow = Pick<Answer<'GET /workflows/:id'>, 'id' | 'projectId' | 'version' | 'updatedAt'>
type Checked = { draft: Draft; errors: readonly DraftError[] }

/**
 * The errors of a draft: those that the browser finds immediately, and those of the server after a pause. An error of
 * the server stays until its next answer, as long as its step does not change.
 */
export function useDraftErrors(workflow: Workflow, draft: Draft, base: Base): DraftError[] {
  const debounced = useDebounced(draft, REST_MS)
  const { data } = useQuery({
    queryKey: [workflow.projectId, 'workflow errors', workflow.id, base.version, base.updatedAt, debounced],
    queryFn: ({ signal }) => checkDraft(workflow, debounced, base, signal),
    // A dry run against an outdated version only reports that it is outdated.
    enabled: workflow.version === base.version && workflow.updatedAt === base.updatedAt,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  return useMemo(() => {
    const steps = new Map(data?.draft.steps.map((step) => [step.id, step]))
    const now = new Map(draft.steps.map((step) => [step.id, step]))
    const isCurrent = ({ stepId }: DraftError): boolean => stepId === null || steps.get(stepId) === now.get(stepId)
    const answered = (data?.errors ?? []).filter(isCurrent)
    return mergeErrors(draft, errorsOf(draft), answered)
  }, [draft, data])
}

async function checkDraft(
  { id, projectId }: Workflow,
  draft: Draft,
  base: Base,
  signal: AbortSignal,
): Promise<Checked> {
  try {
    const input = { projectId, params: { id }, query: { dryRun: true }, body: definitionOf(draft, base) }
    const { faults } = await call('PUT /workflows/:id/definition', input, { signal })
    return { draft, errors: placeErrors(draft, faults) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    return { draft, errors: placeErrors(draft, error.errors) }
  }
}
