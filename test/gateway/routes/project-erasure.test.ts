import { expect } from 'chai'
import mongoose from 'mongoose'
import { requestDeletion } from '../../../commands/lifecycle/erasure/request-erasure.js'
import { eraseProjectSlice } from '../../../commands/lifecycle/erasure/erase-project-slice.js'
import { foldingDone } from '../../../commands/automation/executions/fold-counts.js'
import type { DomainSetup } from '../../../commands/sending/domains/setup.js'
import { gridFsStore } from '../../../commands/sending/uploads/grid-fs-store.js'
import { PLATFORM_PROJECT_ID } from '../../../commands/base/records/platform-project.js'
import { disableProject, enableProject } from '../../../commands/lifecycle/projects/switch-project.js'
import { Contact, DailyCount, Execution, IdempotencyKey, Job, Outbox } from '../../support/models.js'
import { Project } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import {
  createApiKey,
  createCampaign,
  createContact,
  createDomain,
  createEmail,
  createImportJob,
  createInvitation,
  createMember,
  createProject,
  createSegment,
  createTemplate,
  createWorkflow,
} from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { makeStep } from '../../support/graphs.js'
import { finishJob } from '../../support/jobs.js'
import { beginExecution } from '../../support/walks.js'

const KEPT = { domains: { identities: null } as unknown as DomainSetup, uploads: gridFsStore, billing: null }
// Collections without a project, or with counts of the whole installation.
const OF_ALL = new Set(['users', 'rate_limits', 'installation_totals', 'migrations', 'schema_state', 'address_lists'])

/** Every document of the database that contains the id of a project, by collection. */
async function rowsOf(projectId: string): Promise<Record<string, unknown[]>> {
  const collections = await mongoose.connection.db!.collections()
  const found: Record<string, unknown[]> = {}
  for (const collection of collections) {
    if (OF_ALL.has(collection.collectionName)) continue
    const rows = (await collection.find({}).toArray()).filter((row) => JSON.stringify(row).includes(projectId))
    if (rows.length > 0) found[collection.collectionName] = rows
  }
  return found
}

/** A project with a document in every collection of projects. */
async function createFullProject() {
  const project = await createProject()
  const { id: projectId } = project
  const owner = await createMember({ projectId, role: 'OWNER' })
  const contact = await createContact({ projectId })
  await Promise.all([createTemplate({ projectId }), createSegment({ projectId }), createDomain({ projectId })])
  await Promise.all([createEmail({ projectId, contactId: contact._id }), createImportJob({ projectId })])
  await createApiKey({ projectId })
  const campaign = await createCampaign({ projectId, status: 'SENDING' })
  const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
  const workflow = await createWorkflow({ projectId, steps })
  const execution = await beginExecution(workflow, contact._id)
  for (const model of Object.values(mongoose.models)) {
    if (model.schema.path('projectId') === undefined) continue
    if (await model.exists({ projectId })) continue
    const refs = { attempts: [], executionId: execution._id, campaignId: campaign._id, workflowId: workflow._id }
    await model.collection.insertOne({ _id: newId() as never, projectId, ...refs })
  }
  await mongoose.connection.db!.collection('purge_progress').insertOne({ _id: projectId as never })
  const ofTemplate = { _id: newId() as never, projectId, origin: 'template', originId: newId() }
  await DailyCount.collection.insertOne(ofTemplate)
  // The counters of its steps are folded some seconds after they were stored.
  await foldingDone()
  return { project, projectId, owner, execution }
}

/** A project with a few documents, none of which changes by itself. */
async function createSmallProject() {
  const { id: projectId } = await createProject()
  const owner = await createMember({ projectId, role: 'OWNER' })
  await Promise.all([createContact({ projectId }), createTemplate({ projectId }), createWorkflow({ projectId })])
  return { projectId, owner }
}

describe('the reset and the deletion of a project', () => {
  const [one, other] = [useGateway({}, { isEmptied: 'before all' }), useGateway()]
  /** Runs the job to its end while a relay dispatches its outbox entries. */
  const finish = async (projectId: string, jobId: string): Promise<void> => {
    const slice = async (ref: { projectId: string; jobId: string }) => {
      const done = await eraseProjectSlice(ref, KEPT)
      await Outbox.deleteMany({ projectId })
      return done
    }
    await finishJob({ projectId, jobId }, slice).catch((error: unknown) => {
      // A deletion leaves no job to be read.
      if (!(error instanceof mongoose.Error.DocumentNotFoundError)) throw error
    })
  }

  it('DELETE leaves only the id in any collection, and no other project loses a row', async () => {
    const { projectId, owner, project } = await createFullProject()
    const bystander = await createFullProject()
    const before = await rowsOf(bystander.projectId)
    const full = Object.keys(await rowsOf(projectId))
    const owned = Object.values(mongoose.models).filter(({ schema }) => schema.path('projectId') !== undefined)
    expect(full).to.include.members(owned.map(({ collection }) => collection.name))

    const res = await one.signedIn(owner).delete(`/users/@me/projects/${projectId}`)

    expect(res.status, JSON.stringify(res.body)).to.equal(202)
    expect(res.body).to.include({ success: true, message: 'Project is being deleted' })
    for (const gateway of [one, other]) {
      expect((await gateway.as(project.secretKey).get('/contacts')).status).to.equal(401)
      expect((await gateway.signedIn(owner).get(`/projects/${projectId}/members`)).status).to.equal(404)
      expect((await gateway.signedIn(owner).get('/users/@me/projects')).body).to.deep.equal([])
    }
    await finish(projectId, res.body.jobId)
    const { deleted_projects: [kept] = [], ...others } = await rowsOf(projectId)
    expect(others).to.deep.equal({})
    expect(kept).to.deep.include({ _id: projectId, disabledReason: null, ownerIds: [owner._id] })
    expect(await rowsOf(bystander.projectId)).to.deep.equal(before)
    // A slice that is repeated after the end finds nothing to do.
    expect(await eraseProjectSlice({ projectId, jobId: res.body.jobId }, KEPT)).to.include({ isDone: true })
  })

  it('also deletes the mails of the installation about the project, and members that joined meanwhile', async () => {
    const { projectId, owner } = await createSmallProject()
    const credential = 'secret' as const
    const keyOf = (id: string) => ({ key: `project:${id}:job:user`, credential, projectId: PLATFORM_PROJECT_ID })
    const now = new Date()
    for (const key of [keyOf(projectId), keyOf('other')]) {
      const times = { requestedAt: now, leaseUntil: now, expiresAt: new Date(now.getTime() + 3_600_000) }
      await IdempotencyKey.create({ ...key, endpoint: 'x', workId: 'x', state: 'finished', ...times })
    }
    const { body } = await one.signedIn(owner).delete(`/users/@me/projects/${projectId}`)
    await createInvitation({ projectId, email: 'late@example.com' })
    await createMember({ projectId, role: 'MEMBER' })
    await finish(projectId, body.jobId)
    expect(Object.keys(await rowsOf(projectId))).to.deep.equal(['deleted_projects'])
    const keys = await IdempotencyKey.find({ projectId: PLATFORM_PROJECT_ID }).lean()
    expect(keys.map(({ key }) => key)).to.deep.equal([keyOf('other').key])
  })

  it('reset cancels executions, empties the project and keeps its keys, members and domains', async () => {
    const { projectId, owner, project, execution } = await createFullProject()

    const res = await one.signedIn(owner).post(`/users/@me/projects/${projectId}/reset`)

    expect(res.status, JSON.stringify(res.body)).to.equal(202)
    const refused = await other.as(project.secretKey).post('/contacts', { email: 'ada@example.com' })
    expect(refused).to.deep.include({ status: 403 })
    expect(refused.body.error).to.include({ code: 'PROJECT_DISABLED', message: 'This project is being reset' })
    const jobOf = async (asked = other.as(project.secretKey)) =>
      (await asked.get(`/projects/${projectId}/jobs/${res.body.jobId}`)).body.data
    expect(await jobOf()).to.include({ id: res.body.jobId, kind: 'RESET_PROJECT', status: 'PENDING', progress: 0 })
    await finish(projectId, res.body.jobId)
    expect(await jobOf(one.signedIn(owner))).to.include({ status: 'COMPLETED', state: 'completed', progress: 100 })

    expect(await Execution.exists({ _id: execution._id })).to.equal(null)
    const left = Object.keys(await rowsOf(projectId))
    const ofPeople = [
      'projects',
      'project_state',
      'members',
      'invitations',
      'suppressions',
      'billing_events',
      'usage_tallies',
      'daily_counts',
      'test_strangers',
    ]
    expect(left).to.have.members([...ofPeople, 'api_keys', 'sender_domains', 'dkim_keys', 'uploads', 'jobs'])
    expect((await DailyCount.find({ projectId }).lean()).map(({ origin }) => origin)).to.deep.equal([undefined])
    expect(await Job.find({ projectId }).lean()).to.have.length(1)
    const { disabled, erasure } = await Project.findById(projectId).orFail().lean()
    expect({ disabled, erasure }).to.deep.equal({ disabled: false, erasure: undefined })
    expect((await other.as(project.secretKey).post('/contacts', { email: 'ada@example.com' })).status).to.equal(201)
    expect((await one.as(project.secretKey).get('/contacts')).body).to.include({ total: 1 })
  })

  it('is accepted once while it runs, and leaves a disabled project disabled', async () => {
    const { projectId, owner } = await createSmallProject()
    const path = `/users/@me/projects/${projectId}`
    const answers = await Promise.all([1, 2, 3].map(() => one.signedIn(owner).post(`${path}/reset`)))
    const jobs = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.jobId))
    expect(jobs.size).to.equal(1)
    for (const change of [() => enableProject(projectId), () => disableProject(projectId, 'MANUAL')]) {
      expect(await change().catch(({ code }: { code: string }) => code)).to.equal('CONFLICT')
    }
    const waits = await one.signedIn(owner).delete(path)
    expect([waits.status, waits.code]).to.deep.equal([403, 'PROJECT_DISABLED'])
    const [reset = ''] = jobs
    await finish(projectId, await requestDeletion(projectId, 'operator'))
    expect(Object.keys(await rowsOf(projectId))).to.deep.equal(['deleted_projects'])
    expect(await eraseProjectSlice({ projectId, jobId: reset }, KEPT)).to.include({ isDone: true })
  })

  it('removes documents that are stored after the step for their kind', async () => {
    const { projectId, owner } = await createSmallProject()
    const { body } = await one.signedIn(owner).delete(`/users/@me/projects/${projectId}`)
    const ref = { projectId, jobId: body.jobId }
    let late = 0
    for (let isDone = false; !isDone;) {
      ;({ isDone } = await eraseProjectSlice(ref, KEPT))
      await Outbox.deleteMany({ projectId })
      // An earlier slice deleted the contacts.
      if (late < 2 && (await Contact.exists({ projectId })) === null) {
        late += 1
        await createContact({ projectId })
      }
    }
    expect(late).to.equal(2)
    expect(Object.keys(await rowsOf(projectId))).to.deep.equal(['deleted_projects'])
  })

  it('is refused to the owner of a project that was disabled for another reason than payments', async () => {
    const { projectId, owner } = await createSmallProject()
    for (const reason of ['MANUAL', 'EMAIL_REPUTATION'] as const) {
      await disableProject(projectId, reason)
      const before = await rowsOf(projectId)
      const path = `/users/@me/projects/${projectId}`
      const refused = await one.signedIn(owner).delete(path)
      expect(refused).to.deep.include({ status: 403, code: 'PROJECT_DISABLED', details: { reason } })
      const reset = await one.signedIn(owner).post(`${path}/reset`)
      expect(reset).to.include({ status: 403, code: 'PROJECT_DISABLED' })
      expect(await rowsOf(projectId)).to.deep.equal(before)
      await enableProject(projectId)
    }
    await disableProject(projectId, 'PAYMENT_FAILED')
    expect((await one.signedIn(owner).delete(`/users/@me/projects/${projectId}`)).status).to.equal(202)
  })
})
