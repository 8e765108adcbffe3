import type { Input } from '../../api/client.js'

/** The triggers that a new workflow may have, the most usual first. */
export const NEW_TRIGGERS = ['EVENT', 'SCHEDULE', 'MANUAL'] as const
export type NewTrigger = (typeof NEW_TRIGGERS)[number]

/** The values of the form for a new workflow. */
export interface WorkflowForm {
  name: string
  trigger: NewTrigger
  eventName: string
  cron: string
}

/** The request for a new workflow; a schedule runs by the clock of the project. */
export function newWorkflowOf(
  { name, trigger, eventName, cron }: WorkflowForm,
  timezone: string,
): Input<'POST /workflows'>['body'] {
  switch (trigger) {
    case 'EVENT':
      return { name, eventName }
    case 'SCHEDULE':
      return { name, triggerType: trigger, triggerConfig: { cron: cron.trim(), timezone } }
    case 'MANUAL':
      return { name, triggerType: trigger }
    default:
      return trigger satisfies never
  }
}
