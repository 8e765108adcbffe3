import type { StepRef } from '../../domain/directive.js'
import { notFound } from '../../domain/errors.js'
import { escapeData } from '../../domain/fields.js'
import { isDuplicateKey } from '../../duplicate-key.js'
import { Contact } from '../../contact.js'
import { Email, type EmailRecord } from '../../email.js'
import { newId } from '../../ids.js'
import { Template } from '../../template.js'
import { executionScope } from './execution-scope.js'
import type { OpenStep } from './settle-step.js'
import { storeContent } from '../emails/store-content.js'

/**
 * The email of a SEND_EMAIL step: made on the first try, found again on every other, so that a step sends once.
 * Null when its contact is gone. Throws TEMPLATE_NOT_FOUND.
 */
export async function prepareStepEmail(
  ref: StepRef,
  open: OpenStep,
  retentionDays: number,
): Promise<EmailRecord | null> {
  const { projectId, executionId, sequence } = ref
  const made = await Email.findOne({ projectId, executionId, sequence }).lean()
  if (made) return made
  const { execution, step } = open
  const contact = await Contact.findOne({ _id: execution.contactId, projectId }).lean()
  if (!contact) return null
  const template = step.templateId ? await Template.findOne({ _id: step.templateId, projectId }).lean() : null
  if (!template) throw notFound('template', step.templateId ?? '')
  const contentId = await storeContent(projectId, template, retentionDays)
  const scope = await executionScope(open)
  try {
    const email = await Email.create({
      _id: newId(),
      projectId,
      contactId: contact._id,
      to: contact.email,
      from: template.from,
      fromName: template.fromName,
      replyTo: template.replyTo,
      subject: template.subject,
      contentId,
      variables: escapeData({ scope }),
      type: template.type,
      sourceType: 'WORKFLOW',
      templateId: template._id,
      executionId,
      workflowId: execution.workflowId,
      stepId: step.id,
      sequence,
      depth: execution.depth,
    })
    return email.toObject()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return Email.findOne({ projectId, executionId, sequence }).orFail().lean()
  }
}
