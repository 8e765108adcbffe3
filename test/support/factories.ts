import { createProject as create, type CreatedProject } from '../../models/commands/create-project.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { escapeData } from '../../models/domain/fields.js'
import { Template, type TemplateRecord } from '../../models/template.js'
import { ENCRYPTION_KEY } from './config.js'

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
