import { CirclePlay, Clock, GitFork, Hourglass, LogOut, Mail, UserPen, Webhook, type LucideIcon } from 'lucide-react'
import type { StepType } from '../../../models/domain/workflow-graph.js'
import { t } from '../../messages/index.js'

/** The icon of each type of step. */
export const STEP_ICONS: Readonly<Record<StepType, LucideIcon>> = {
  TRIGGER: CirclePlay,
  SEND_EMAIL: Mail,
  DELAY: Clock,
  WAIT_FOR_EVENT: Hourglass,
  CONDITION: GitFork,
  WEBHOOK: Webhook,
  UPDATE_CONTACT: UserPen,
  EXIT: LogOut,
}

/** The types of steps that an author can add, in the order of a menu. */
export const ADDABLE_TYPES = [
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'WEBHOOK',
  'UPDATE_CONTACT',
  'EXIT',
] as const satisfies readonly Exclude<StepType, 'TRIGGER'>[]

/** The name of an outcome: the one that its author gave, or its meaning for the type of step. */
export function outcomeLabel({ branch, name }: { branch: string | null; name: string | null }): string {
  if (branch === null) return t.workflowGraph.otherwise
  return name ?? (t.workflowGraph.branches as Readonly<Record<string, string>>)[branch] ?? branch
}
