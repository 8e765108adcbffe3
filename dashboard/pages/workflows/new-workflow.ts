import type { Answer, Input } from '../../api/client.js'
import { read } from '../../api/query.js'

/** A workflow to begin with. */
export type WorkflowStarter = Answer<'GET /workflows/starters'>[number]

/** The workflows of the installation to begin with, in a language. They change only with the installation. */
export function workflowStartersQuery(projectId: string, language: string) {
  return { ...read('GET /workflows/starters', { projectId, query: { language } }), staleTime: Number.POSITIVE_INFINITY }
}

/** The triggers that a new workflow may have, the most usual first. */
export const NEW_TRIGGERS = ['EVENT', 'SCHEDULE', 'MANUAL'] as const
export type NewTrigger = (typeof NEW_TRIGGERS)[number]

/** The values of the form for a new workflow. */
export interface WorkflowForm {
  /** The starter; null for a workflow without steps. */
  starter: WorkflowStarter['id'] | null
  /** The language of the starter. */
  language: string
  /** Null until the user types one: the name is then that of the starter. */
  name: string | null
  trigger: NewTrigger
  eventName: string
  cron: string
}

/** The request for a new workflow, which starts as one of an event; a schedule runs by the clock of the project. */
export function newWorkflowOf(
  { name, trigger, eventName, cron }: Pick<WorkflowForm, 'trigger' | 'eventName' | 'cron'> & { name: string },
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
