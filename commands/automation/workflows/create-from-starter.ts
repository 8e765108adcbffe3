import type { WorkflowStarter, StarterStep } from '../../../models/domain/workflow-starters/starter.js'
import { TRIGGER } from '../../../models/domain/workflow-starters/starter.js'
import type { Graph, Step } from '../../../models/domain/workflow-graph.js'
import type { TemplateRecord } from '../../../models/template.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import type { MessageSettings } from '../../sending/sources/message-settings.js'
import { draftTemplate } from '../../sending/templates/create-template.js'
import { insertTemplate } from '../../sending/templates/store-template.js'
import { newTransition } from './add-step.js'
import { insertWorkflow, newStep, newTrigger, type WorkflowDraft } from './create-workflow.js'
import { withTemplate } from './workflow-step.js'

/** The sender of the mails that a starter brings. */
export type StarterSender = Pick<TemplateRecord, 'from' | 'fromName'>

const STEP_DISTANCE = 150

/**
 * Stores a disabled workflow that begins as a starter, and a template for each of its mails, in one transaction. Throws
 * DOMAIN_NOT_VERIFIED for the sender, and QUOTA_EXCEEDED.
 */
export async function createFromStarter(
  draft: WorkflowDraft,
  starter: WorkflowStarter,
  { sender, settings }: { sender: StarterSender; settings: MessageSettings },
): Promise<WorkflowRecord> {
  const { projectId, authorId } = draft
  const common = {
    projectId,
    ...sender,
    description: null,
    replyTo: null,
    body: undefined,
    mjml: null,
    translations: null,
  }
  const drafts = await Promise.all(
    starter.steps.flatMap(({ key, mail }) =>
      mail ? [draftTemplate({ ...common, ...mail }, settings).then((template) => ({ key, template }))] : [],
    ),
  )
  return inQuotaTransaction(projectId, async (session) => {
    const templateIds = new Map<string, string>()
    for (const { key, template } of drafts) {
      templateIds.set(key, (await insertTemplate(session, template, authorId))._id)
    }
    return insertWorkflow(session, { ...draft, triggerType: 'EVENT', ...graphOf(starter, templateIds) })
  })
}

function graphOf(starter: WorkflowStarter, templateIds: ReadonlyMap<string, string>): Graph {
  const steps = new Map<string, Step>([[TRIGGER, newTrigger()]])
  for (const step of starter.steps) steps.set(step.key, stepOf(step, steps.size, templateIds.get(step.key) ?? null))
  const idOf = (key: string): string => steps.get(key)?.id ?? ''
  const transitions = starter.transitions.map(({ from, to, branch }, priority) => {
    return newTransition({ fromStepId: idOf(from), toStepId: idOf(to), branch, priority })
  })
  return { steps: [...steps.values()], transitions }
}

function stepOf({ type, name, config }: StarterStep, row: number, templateId: string | null): Step {
  // The editor lays out a graph itself whose steps are all in one column.
  const position = { x: 0, y: row * STEP_DISTANCE }
  return newStep({ type, name, position, ...withTemplate(config, templateId) })
}
