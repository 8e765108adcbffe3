import type { Answer, Input } from '../../api/client.js'
import { read } from '../../api/query.js'

/** A workflow to begin with. */
export type WorkflowStarter = Answer<'GET /workflows/starters'>[number]

/** The workflows of the installation to begin with, which change only with it. */
export function workflowStartersQuery(projectId: string) {
  return { ...read('GET /workflows/starters', { projectId }), staleTime: Number.POSITIVE_INFINITY }
}

/** The triggers that a new workflow may have, the most usual first. */
export const NEW_TRIGGERS = ['EVENT', 'SCHEDULE', 'MANUAL'] as const
export type NewTrigger = (typeof NEW_TRIGGERS)[number]

/** The values of the form for a new workflow. */
export interface WorkflowForm {
  /** The starter; null for a workflow without steps. */
  starter: WorkflowStarter['id'] | null
  name: string
  trigger: NewTrigger
  eventName: string
  cron: string
}

/** The request for a new workflow, which starts as one of an event; a schedule runs by the clock of the project. */
export function newWorkflowOf(
  { name, trigger, eventName, cron }: Omit<WorkflowForm, 'starter'>,
  timezone: string,
): Required<Pick<Input<'PATCH /workflows/:id'>['body'], 'name' | 'triggerConfig'>> {
  switch (trigger) {
    case 'EVENT':
      return { name, triggerConfig: { eventName } }
    case 'SCHEDULE':
      return { name, triggerConfig: { cron: cron.trim(), timezone } }
    case 'MANUAL':
      return { name, triggerConfig: {} }
    default:
      return trigger satisfies never
  }
}
