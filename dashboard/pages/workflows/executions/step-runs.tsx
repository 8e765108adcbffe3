import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isActive } from '../../../../models/domain/execution-status.js'
import type { Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { emailsOfRuns } from './emails-of-runs.js'
import { pollMs, type Execution, type StepRun } from './execution.js'
import { StepRunEntry } from './step-run-entry.js'

const MOST_EMAILS = 100
const NO_EMAILS: readonly Answer<'GET /emails'>['data'][number][] = []

/** The step runs of an execution, in their order. */
export function StepRuns({ execution, chosen }: { execution: Execution; chosen: string | undefined }) {
  const { stepExecutions: runs } = execution
  const emails = useEmails(execution)
  const byRun = useMemo(() => emailsOfRuns(runs, emails), [runs, emails])
  if (runs.length === 0) return <p className="p-4 text-muted">{t.executions.noSteps}</p>
  return (
    <ol className="divide-y divide-line">
      {runs.map((run) => (
        <StepRunEntry
          key={`${run.id} ${run.status === 'FAILED'}`}
          run={run}
          emails={byRun.get(run.id) ?? NO_EMAILS}
          isChosen={run.stepId === chosen}
        />
      ))}
    </ol>
  )
}

/** The emails of an execution. A step that has ended makes no more of them, so they are read again with each step. */
function useEmails(execution: Execution) {
  const projectId = useProjectId()
  const { id: executionId, stepExecutions } = execution
  const { data } = useQuery({
    ...read('GET /emails', { projectId, query: { executionId, limit: MOST_EMAILS } }),
    enabled: stepExecutions.some(sendsEmail),
    refetchInterval: () => (isActive(execution.status) ? pollMs(execution) : false),
  })
  return data?.data ?? NO_EMAILS
}

function sendsEmail({ step }: StepRun): boolean {
  return step === null || step.type === 'SEND_EMAIL'
}
