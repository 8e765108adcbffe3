import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { ExecutionStatus } from '../../../shared/execution-status.js'
import { Failure, isMissing } from '../../../shared/failure.js'
import { Gone } from '../../../shared/gone.js'
import { useProjectId } from '../../../session/project.js'
import { TextLink } from '../../../ui/link.js'
import { PageHeader, Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { pollMs, type Execution } from './execution.js'
import { ExecutionActions } from './execution-actions.js'
import { ExecutionDetails } from './execution-details.js'
import { ExecutionGraph } from './execution-graph.js'
import { StatusBanner } from './status-banner.js'
import { StepRuns } from './step-runs.js'

const route = getRouteApi('/p/$projectId/workflows/$workflowId/executions/$executionId')

/** One execution: its path, the outcome of each step, and why it waits or failed. */
export function ExecutionPage() {
  const projectId = useProjectId()
  const { workflowId, executionId } = route.useParams()
  const query = useQuery({
    ...read('GET /workflows/:id/executions/:executionId', { projectId, params: { id: workflowId, executionId } }),
    refetchInterval: ({ state: { data, error } }) => (isMissing(error) ? false : pollMs(data)),
  })
  const { data: execution, error } = query
  const back = (
    <TextLink to="/p/$projectId/workflows/$workflowId/executions" params={{ projectId, workflowId }}>
      {t.executions.back}
    </TextLink>
  )
  if (isMissing(error)) {
    return (
      <Gone title={t.executions.gone} text={t.executions.goneText}>
        {back}
      </Gone>
    )
  }
  if (!execution) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  return (
    <>
      <PageHeader title={titleOf(execution)} note={<Note execution={execution} />}>
        {back}
        <ExecutionActions execution={execution} />
      </PageHeader>
      <StatusBanner execution={execution} />
      <Parts execution={execution} />
    </>
  )
}

/** The selected step of the graph is open in the list below, and vice versa. */
function Parts({ execution }: { execution: Execution }) {
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: string | undefined): void => {
    void navigate({ search: { step: next }, replace: true, resetScroll: false })
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="max-wide:hidden">
        <Panel title={t.executions.graph}>
          <ExecutionGraph execution={execution} chosen={step} onChoose={choose} />
        </Panel>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={t.executions.steps}>
          <StepRuns execution={execution} chosen={step} />
        </Panel>
        <ExecutionDetails execution={execution} />
      </div>
    </div>
  )
}

function Note({ execution }: { execution: Execution }) {
  const { workflow, workflowVersion } = execution
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <ExecutionStatus {...execution} />
      {t.executions.of(workflow.name, workflowVersion)}
    </span>
  )
}

function titleOf({ contact }: Execution): string {
  return contact?.email ?? t.executions.deletedContact
}
