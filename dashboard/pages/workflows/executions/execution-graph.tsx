import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { draftOf } from '../../../shared/workflow-draft/stored.js'
import { WorkflowGraph } from '../../../shared/workflow-graph/workflow-graph.js'
import { useProjectId } from '../../../session/project.js'
import { Skeleton } from '../../../ui/skeleton.js'
import type { Execution } from './execution.js'
import { pathMarks } from './path-marks.js'

/** The graph of the version that an execution runs, with the path that it has taken. */
export function ExecutionGraph({
  execution: { workflowId, workflowVersion, workflow, stepExecutions },
  chosen,
  onChoose,
}: {
  execution: Execution
  chosen: string | undefined
  onChoose: (stepId: string | undefined) => void
}) {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    ...read('GET /workflows/:id', { projectId, params: { id: workflowId }, query: { version: workflowVersion } }),
    // A version never changes.
    staleTime: Infinity,
  })
  const draft = useMemo(() => data && draftOf(data), [data])
  const marks = useMemo(() => draft && pathMarks(draft, stepExecutions), [draft, stepExecutions])
  const selection = useMemo(() => ({ stepIds: chosen === undefined ? [] : [chosen], transitionId: null }), [chosen])
  const last = chosen ?? stepExecutions.at(-1)?.stepId
  if (error && !draft) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <div className="h-[480px] overflow-hidden rounded-b-panel">
      {draft && marks ? (
        <WorkflowGraph
          label={t.executions.graphOf(workflow.name)}
          draft={draft}
          marks={marks}
          selection={selection}
          onSelect={({ stepIds }) => onChoose(stepIds.at(-1))}
          isReadOnly
          {...(last === undefined ? {} : { shownFirst: last })}
        />
      ) : (
        <Skeleton className="size-full" />
      )}
    </div>
  )
}
