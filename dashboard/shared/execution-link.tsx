import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useProjectId } from '../session/project.js'

/** Leads to the page of an execution. */
export function ExecutionLink({
  execution: { id, workflowId },
  children,
}: {
  execution: { id: string; workflowId: string }
  children: ReactNode
}) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/workflows/$workflowId/executions/$executionId"
      params={{ projectId, workflowId, executionId: id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
