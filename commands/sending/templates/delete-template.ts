import type { ClientSession } from 'mongoose'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Template } from '../../../models/template.js'
import { TemplateVersion } from '../../../models/template-version.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import type { TemplateRef } from './find-template.js'
import { stepsUsing } from './find-template-usage.js'

const MAX_NAMED = 100

/**
 * Deletes a template and its versions. Throws TEMPLATE_NOT_FOUND, and CONFLICT while a step sends the template, in a
 * workflow or in an older version that active executions run.
 */
export async function deleteTemplate(ref: TemplateRef): Promise<void> {
  const { projectId, templateId } = ref
  await inTransaction(async (session) => {
    const found = await Template.exists({ _id: templateId, projectId }).session(session)
    if (!found) throw notFound('template', templateId)
    await refuseInUse(session, ref)
    await Template.deleteOne({ _id: templateId, projectId }, { session })
    await TemplateVersion.deleteMany({ projectId, templateId }, { session })
  })
}

async function refuseInUse(session: ClientSession, ref: TemplateRef): Promise<void> {
  const names = new Map<string, string>()
  for await (const { workflowId, workflowName } of stepsUsing(ref, session)) {
    names.set(workflowId, workflowName)
    if (names.size === MAX_NAMED) break
  }
  if (names.size === 0) return
  const workflows = [...names].map(([id, name]) => ({ id, name }))
  throw new AppError('CONFLICT', 'The template is in use', {
    details: { workflows },
    suggestion: 'Change the steps that send the template first, then wait until older executions have ended',
  })
}
