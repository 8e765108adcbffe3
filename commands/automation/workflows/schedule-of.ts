import type { WorkflowRecord } from '../../../models/workflow.js'

/** The schedule of a workflow, with the name to show; null if the workflow has no active schedule. */
export function scheduleOf({
  name,
  enabled,
  triggerType,
  triggerConfig: { cron, timezone = 'UTC' },
}: Pick<WorkflowRecord, 'name' | 'enabled' | 'triggerType' | 'triggerConfig'>): {
  name: string
  cron: string
  timezone: string
} | null {
  return enabled && triggerType === 'SCHEDULE' && cron !== undefined ? { name, cron, timezone } : null
}
