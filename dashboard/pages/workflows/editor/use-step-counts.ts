import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { every } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import type { StepCounts } from '../../../shared/workflow-draft/draft.js'

const INTERVAL_MS = 10_000
const NO_COUNTS: StepCounts = {}

/** The numbers of executions at each step of the current version, now and in total, while the page is visible. */
export function useStepCounts(projectId: string, workflowId: string): StepCounts {
  const { data } = useQuery({
    ...read('GET /workflows/:id/step-counts', { projectId, params: { id: workflowId }, query: { days: 30 } }),
    refetchInterval: every(INTERVAL_MS),
  })
  return useMemo(() => {
    if (!data) return NO_COUNTS
    return Object.fromEntries(
      data.steps.map(({ stepId, waiting, entered, failed }) => [stepId, { waiting, entered, failed }]),
    )
  }, [data])
}
