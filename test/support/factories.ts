import type { FailedRetry, FailedRetryResult } from '../../commands/automation/executions/retry-failed-slice.js'
import { ApiKey, type ApiKeyRecord } from '../../models/api-key.js'
import { makeNamedKey } from '../../commands/tenancy/keys/named-keys.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { storeContent } from '../../commands/sending/emails/store-content.js'
import { Email, type EmailRecord } from '../../models/email.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { makeKeys, makeWebhookSecret, storedKeys } from '../../commands/tenancy/projects/project-keys.js'
import type { BulkInput, BulkResult } from '../../models/bulk-job.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { escapeData } from '../../models/domain/fields.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { Member, type Role } from '../../models/member.js'
import { hashPassword } from '../../commands/accounts/users/passwords.js'
import type { ExportInput, ExportResult } from '../../models/export-job.js'
import { ExportPart } from '../../models/export-part.js'
import { NO_ROWS, type ImportResult } from '../../models/import-job.js'
import { TestAddress, type TestAddressRecord } from '../../models/test-address.js'
import { Invitation, type InvitationRecord } from '../../models/invitation.js'
import { Job, type JobRecord } from '../../models/job.js'
import { newProjectState, ProjectState } from '../../models/project-state.js'
import { Project } from '../../models/project.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { SenderDomain, type SenderDomainRecord } from '../../models/sender-domain.js'
import { Template, type TemplateRecord } from '../../models/template.js'
import { AccountToken, type TokenPurpose } from '../../models/account-token.js'
import { Session, type SessionRecord } from '../../models/session.js'
import { gridFsStore } from '../../commands/sending/uploads/grid-fs-store.js'
import { Upload } from '../../models/upload.js'
import { User, type UserRecord } from '../../models/user.js'
import { versionId, WorkflowVersion } from '../../models/workflow-version.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { listedStatusOf } from '../../models/domain/email-status.js'
import { newId } from '../../runtime/ids.js'
import { hashKey, seal } from '../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from './config.js'
import { makeStep, makeTransition } from './graphs.js'
import { storeEntriesOfNew } from './outbox.js'

const DAY_MS = 86_400_000

let count = 0

/** A project with fresh keys, whose last use has just been stored. */
export async function createProject(name = `Project ${(count += 1)}`): Promise<CreatedProject> {
  const [id, keys] = [newId(), makeKeys()]
  const webhookSecretSealed = seal(makeWebhookSecret(), ENCRYPTION_KEYS)
  const secrets = { ...storedKeys(keys, ENCRYPTION_KEYS), webhookSecretSealed }
  const used = new Date()
  await ProjectState.create(newProjectState(id))
  await Project.create({ _id: id, name, ...secrets, keyUsedAt: used, keyUses: { public: used, secret: used } })
  return { id, name, ...keys }
}

// A hash is meant to take long, and one of a password serves all its accounts.
const hashes = new Map<string, Promise<string>>()
const hashOf = (password: string): Promise<string> => {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Begins the reset of a project, without its job. */
export async function beginReset(projectId: string): Promise<void> {
  const erasure = { kind: 'RESET', jobId: newId(), before: { disabled: false, disabledReason: null } }
  await Project.updateOne({ _id: projectId }, { $set: { erasure, disabled: true, disabledReason: null } })
}

/** An account; without a `password` no sign-in by password works. */
export async function createUser(fields: Partial<UserRecord> & { password?: string } = {}): Promise<UserRecord> {
  const email = `user-${(count += 1)}@example.com`
  const { password, ...rest } = fields
  const passwordHash = password === undefined ? 'none' : await hashOf(password)
  const user = await User.create({ email, emailVerified: true, passwordHash, ...rest })
  await createSession(user._id, { _id: user._id })
  return user.toObject()
}

/** The account of a new member of a project. */
export async function createMember(
  { projectId, role }: { projectId: string; role: Role },
  fields: Parameters<typeof createUser>[0] = {},
): Promise<UserRecord> {
  const user = await createUser(fields)
  await Member.create({ projectId, userId: user._id, role })
  return user
}

/** A pending invitation; without a `tokenHash` it was not mailed, and without `invitedBy` it is by a new member. */
export async function createInvitation(
  fields: { projectId: string; email: string } & Partial<InvitationRecord>,
): Promise<InvitationRecord> {
  const now = new Date()
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) }
  const { projectId, invitedBy = newId() } = fields
  if (fields.invitedBy === undefined) await Member.create({ projectId, userId: invitedBy, role: 'ADMIN' })
  return (await Invitation.create({ role: 'MEMBER', invitedBy, ...times, ...fields })).toObject()
}

/** A pending test address of a project. */
export async function createTestAddress(
  fields: { projectId: string; email: string } & Partial<TestAddressRecord>,
): Promise<TestAddressRecord> {
  const now = new Date()
  const times = { createdAt: now, requestedAt: now, expiresAt: new Date(now.getTime() + 3_600_000) }
  return (await TestAddress.create({ addedBy: newId(), ...times, ...fields })).toObject()
}

/** A named key of a project, with its secret. */
export async function createApiKey(
  fields: { projectId: string } & Partial<ApiKeyRecord>,
): Promise<{ key: ApiKeyRecord; secret: string }> {
  const { scope = 'full' } = fields
  const { secret, hash, lastFour } = makeNamedKey(scope)
  const stored = { name: 'Key', scope, hashes: [hash], lastFour, createdBy: newId(), createdAt: new Date(), ...fields }
  return { key: (await ApiKey.create(stored)).toObject(), secret }
}

/** A session of a user; returns its id. It lasts as long as that of a sign-in: no page of the dashboard renews it. */
export async function createSession(userId: string, fields: Partial<SessionRecord> = {}): Promise<string> {
  const now = new Date()
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 7 * 86_400_000) }
  const session = await Session.create({ _id: newId(), userId, network: '192.0.2.7', ...times, ...fields })
  return session._id
}

/** Stores a token that was mailed to a user. */
export async function createToken(
  user: Pick<UserRecord, '_id' | 'email'>,
  purpose: TokenPurpose,
  token: string,
): Promise<void> {
  const [userId, expiresAt] = [user._id, new Date(Date.now() + 3_600_000)]
  await AccountToken.create({ _id: hashKey(token), userId, email: user.email, purpose, expiresAt })
}

/** An image with its bytes, which are none of an image. */
export async function createUpload(fields: { _id: string; projectId: string }): Promise<void> {
  const [content, fileId] = [Buffer.from('bytes'), newId()]
  await gridFsStore.put(fileId, content, 'image/png')
  const stored = { contentType: 'image/png', size: content.length, sha256: fileId, fileId, attempts: [fileId] }
  await Upload.create({ ...fields, ...stored, createdAt: new Date() })
  const { projectId } = fields
  await ProjectState.updateOne({ _id: projectId, projectId }, { $inc: { uploadedBytes: content.length } })
}

/** A subscribed contact of a project, still to be counted; `data` with the keys as they are sent. */
export async function createContact(fields: { projectId: string } & Partial<ContactRecord>): Promise<ContactRecord> {
  const [contact] = await createContacts(1, fields)
  return contact!
}

/** Several contacts that are alike but for their addresses. */
export async function createContacts(
  length: number,
  fields: { projectId: string } & Partial<ContactRecord>,
): Promise<ContactRecord[]> {
  const data = escapeData(fields.data ?? {})
  const made = Array.from({ length }, () => {
    count += 1
    return { email: `contact-${count}@example.com`, subscribed: true, ...fields, data }
  })
  const contacts = await Contact.insertMany(made)
  await storeEntriesOfNew(fields.projectId, contacts)
  const segmentIds = fields.segments ?? []
  if (segmentIds.length > 0) {
    const joined = { _id: { $in: segmentIds }, projectId: fields.projectId }
    await Segment.updateMany(joined, { $inc: { memberCount: length } }, { timestamps: false })
  }
  return contacts.map((contact) => contact.toObject())
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

/**
 * A static segment of a project; with a condition a dynamic one, whose present members are stored where it is tracked.
 */
export async function createSegment(fields: { projectId: string } & Partial<SegmentRecord>): Promise<SegmentRecord> {
  count += 1
  const { condition = null, trackMembership = false, ...rest } = fields
  const segment = await Segment.create({
    name: `Segment ${count}`,
    slug: `segment-${count}`,
    type: condition ? 'DYNAMIC' : 'STATIC',
    condition,
    trackMembership,
    computedAt: condition && trackMembership ? new Date() : null,
    countedAt: !condition || trackMembership ? new Date() : null,
    ...rest,
  })
  return segment.toObject()
}

/** An import that is under way and has met one bad row. */
export async function createImportJob(fields: { projectId: string } & Partial<JobRecord>): Promise<JobRecord> {
  const errors = [{ row: 3, email: 'nonsense', error: 'Invalid email address' }]
  const file = { fileName: 'contacts.csv', sizeBytes: 52, format: 'csv', header: ['email', 'plan'] }
  const input = { kind: 'contacts', ...file, isDryRun: false }
  const result: ImportResult = { ...NO_ROWS, total: 2, created: 1, failed: 1, errors }
  const running = { kind: 'IMPORT_CONTACTS', status: 'RUNNING', progress: 50, input, result } as const
  return (await Job.create({ ...running, ...fields })).toObject()
}

/** An export of contacts that has ended, with its file. */
export async function createExportJob(fields: { projectId: string } & Partial<JobRecord>): Promise<JobRecord> {
  const bytes = Buffer.from('email,subscribed\r\nada@example.com,true\r\n')
  const input: ExportInput = { kind: 'contacts', format: 'csv', filter: {} }
  const result: ExportResult = { rows: 1, bytes: bytes.length }
  const times = { completedAt: new Date(), eraseAt: new Date(Date.now() + DAY_MS) }
  const job = await Job.create({
    kind: 'EXPORT',
    status: 'COMPLETED',
    progress: 100,
    input,
    result,
    ...times,
    ...fields,
  })
  const { _id: jobId, projectId } = job
  await ExportPart.create({ _id: `${jobId}:0`, projectId, jobId, position: 0, bytes })
  return job.toObject()
}

/** A bulk job that has not begun. */
export async function createBulkJob(fields: { projectId: string } & Partial<JobRecord>): Promise<JobRecord> {
  const input: BulkInput = { operation: 'subscribe', mode: 'ids', contactIds: ['nobody'] }
  const counts = { totalRequested: 1, successCount: 0, unchangedCount: 0, failureCount: 0 }
  const result: BulkResult = { operation: 'subscribe', ...counts, errors: [] }
  return (await Job.create({ kind: 'CHANGE_CONTACTS', input, result, ...fields })).toObject()
}

/** A job that retries the failed executions of a workflow. */
export async function createRetryJob({
  workflowId,
  ...fields
}: { projectId: string; workflowId: string } & Partial<JobRecord>): Promise<JobRecord> {
  const input: FailedRetry = { workflowId, version: 'pinned', at: new Date(), total: 0 }
  const result: FailedRetryResult = { total: 0, retried: 0, refused: 0, reasons: {} }
  return (await Job.create({ kind: 'RETRY_EXECUTIONS', input, result, ...fields })).toObject()
}

/** A domain of a project that waits for its records. */
export async function createDomain(
  fields: { projectId: string } & Partial<SenderDomainRecord>,
): Promise<SenderDomainRecord> {
  const waiting = { status: 'PENDING', ownershipToken: 'token', nextCheckAt: new Date() } as const
  return (await SenderDomain.create({ domain: 'example.org', ...waiting, ...fields })).toObject()
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
  const listedStatus = listedStatusOf(fields.status ?? 'PENDING')
  const email = await Email.create({
    contactId: contact._id,
    to: contact.email,
    from: 'sender@example.com',
    subject,
    contentId,
    type: 'TRANSACTIONAL',
    sourceType: 'TRANSACTIONAL',
    ...(listedStatus ? { listedStatus } : {}),
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
  const { _id: workflowId, projectId, version, name, createdAt } = workflow
  const graph = { steps: workflow.steps, transitions: workflow.transitions }
  const own = { projectId, workflowId, version, name, ...graph, createdAt }
  await WorkflowVersion.create({ _id: versionId(workflowId, version), ...own })
  return workflow
}
