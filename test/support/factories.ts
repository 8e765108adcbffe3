import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { storeContent } from '../../models/commands/store-content.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { createProject as create, type CreatedProject } from '../../models/commands/create-project.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { escapeData } from '../../models/domain/fields.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { Template, type TemplateRecord } from '../../models/template.js'
import { versionId, WorkflowVersion } from '../../models/workflow-version.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { ENCRYPTION_KEY } from './config.js'
import { makeStep, makeTransition } from './graphs.js'

let count = 0

/** A project with fresh keys. */
export async function createProject(name = `Project ${(count += 1)}`): Promise<CreatedProject> {
  return create({ name, encryptionKey: ENCRYPTION_KEY })
}

/** A subscribed contact of a project; `data` with the keys as they are sent. */
export async function createContact(fields: { projectId: string } & Partial<ContactRecord>): Promise<ContactRecord> {
  count += 1
  const contact = await Contact.create({
    email: `contact-${count}@example.com`,
    subscribed: true,
    ...fields,
    data: escapeData(fields.data ?? {}),
  })
  return contact.toObject()
}

/** A marketing template of a project. */
export async function createTemplate(fields: { projectId: string } & Partial<TemplateRecord>): Promise<TemplateRecord> {
  count += 1
  const template = await Template.create({
    name: `Template ${count}`,
    subject: 'Hello {{ name ?? there }}',
    body: '<p>Hello {{ name ?? there }}</p>',
    from: 'sender@example.com',
    type: 'MARKETING',
    ...fields,
  })
  return template.toObject()
}

/** A draft campaign of a project, to all its contacts. */
export async function createCampaign(fields: { projectId: string } & Partial<CampaignRecord>): Promise<CampaignRecord> {
  count += 1
  const campaign = await Campaign.create({
    name: `Campaign ${count}`,
    subject: 'News',
    body: '<p>News for {{ email }}</p>',
    from: 'news@example.com',
    type: 'MARKETING',
    audienceType: 'ALL',
    ...fields,
  })
  return campaign.toObject()
}

/** An email that waits to be sent, with its contact and content. */
export async function createEmail(fields: { projectId: string } & Partial<EmailRecord>): Promise<EmailRecord> {
  const { projectId } = fields
  const contact = await createContact({ projectId })
  const subject = 'Hello'
  const contentId = await storeContent(projectId, { subject, body: '<p>Hello {{ email }}</p>' }, 1)
  const email = await Email.create({
    contactId: contact._id,
    to: contact.email,
    from: 'sender@example.com',
    subject,
    contentId,
    type: 'TRANSACTIONAL',
    sourceType: 'TRANSACTIONAL',
    ...fields,
  })
  return email.toObject()
}

/**
 * An enabled workflow of the event `started`, with its version 1. Without `transitions`, `steps` stand in a row
 * behind the TRIGGER; with them, the TRIGGER leads to the first step only.
 */
export async function createWorkflow(fields: { projectId: string } & Partial<WorkflowRecord>): Promise<WorkflowRecord> {
  count += 1
  const { steps = [], transitions, ...rest } = fields
  const all = [makeStep('TRIGGER'), ...steps]
  const inARow = all.slice(1).map((step, index) => makeTransition(all[index] as Step, step))
  const created = await Workflow.create({
    name: `Workflow ${count}`,
    enabled: true,
    triggerType: 'EVENT',
    triggerConfig: { eventName: 'started' },
    ...rest,
    steps: all,
    transitions: transitions ? [...inARow.slice(0, 1), ...transitions] : inARow,
  })
  const workflow = created.toObject()
  const { _id: workflowId, projectId, version, name } = workflow
  const graph = { steps: workflow.steps, transitions: workflow.transitions }
  await WorkflowVersion.create({ _id: versionId(workflowId, version), projectId, workflowId, version, name, ...graph })
  return workflow
}
