import type { WorkflowRecord } from '../../models/workflow.js'

/** When a workflow starts by the clock, and under which name; null when it does not. */
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
