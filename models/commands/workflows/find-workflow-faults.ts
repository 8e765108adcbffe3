import { AppError, type FieldError } from '../../domain/errors.js'
import { stepFaults, triggerFaults } from '../../domain/workflow-faults.js'
import type { Step } from '../../domain/workflow-graph.js'
import { Template } from '../../template.js'
import type { WorkflowRecord } from '../../workflow.js'
import { checkSender } from '../emails/check-sender.js'

/** Everything that keeps a workflow from being enabled: what it lacks, and what it refers to that is not there. */
export async function findWorkflowFaults(
  workflow: WorkflowRecord,
  settings: { allowTestDomains: boolean },
): Promise<FieldError[]> {
  return [
    ...triggerFaults(workflow),
    ...stepFaults(workflow.steps),
    ...(await templateFaults(workflow.projectId, workflow.steps, settings)),
  ]
}

async function templateFaults(
  projectId: string,
  steps: Step[],
  settings: { allowTestDomains: boolean },
): Promise<FieldError[]> {
  const ids = new Set(steps.flatMap(({ templateId }) => templateId ?? []))
  const templates = await Template.find({ _id: { $in: [...ids] }, projectId }, { from: 1 }).lean()
  const faults = new Map<string, string>()
  for (const id of ids) {
    const template = templates.find(({ _id }) => _id === id)
    const fault = template ? await senderFault(projectId, template.from, settings) : 'Template not found'
    if (fault !== null) faults.set(id, fault)
  }
  return steps.flatMap(({ id, templateId }) => {
    const message = templateId === null ? undefined : faults.get(templateId)
    return message === undefined ? [] : [{ field: `steps.${id}.config.templateId`, message, code: 'custom' as const }]
  })
}

async function senderFault(
  projectId: string,
  address: string,
  settings: { allowTestDomains: boolean },
): Promise<string | null> {
  try {
    await checkSender({ projectId, address, ...settings })
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOMAIN_NOT_VERIFIED') return error.message
    throw error
  }
}
