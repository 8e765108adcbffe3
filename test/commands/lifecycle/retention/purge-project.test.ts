import { expect } from 'chai'
import { recountCampaigns } from '../../../../commands/sending/campaigns/recount-campaigns.js'
import { writeEvents } from '../../../../commands/base/events/write-events.js'
import { closeExecution } from '../../../../commands/automation/executions/close-execution.js'
import { completeStep } from '../../../../commands/automation/executions/complete-step.js'
import { startExecution } from '../../../../commands/automation/executions/start-executions.js'
import { completeWait, openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { placesLeftToPurge, placesToPurge, purgePlace } from '../../../../commands/lifecycle/retention/purge.js'
import type { Retention } from '../../../../commands/lifecycle/retention/retention.js'
import { gridFsStore } from '../../../../commands/sending/uploads/grid-fs-store.js'
import type { Counts } from '../../../../activities/rounds.js'
import { CampaignBatch, Contact, Email, Event, Execution, StepExecution, Wait } from '../../../support/models.js'
import { batchIdOf } from '../../../../models/campaign-batch.js'
import type { ExecutionRecord } from '../../../../models/execution.js'
import { PurgeProgress } from '../../../../models/purge-progress.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { mapConcurrent } from '../../../../runtime/concurrency/map-concurrent.js'
import { newId } from '../../../../runtime/ids.js'
import { expectIndexed } from '../../../models/expect-indexed.js'
import {
  createCampaign,
  createContact,
  createEmail,
  createProject,
  createWorkflow,
} from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { useDatabase } from '../../../support/database.js'
import { useProject } from '../../../support/project.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { beginExecution, currentRef, storeEvent } from '../../../support/walks.js'
import { dispatchEvents, dropEntries } from '../../../support/outbox.js'

const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)
const NOTHING_KEPT: Retention = { waits: 0, events: 0, emails: 0, executions: 0 }
const MONTH: Retention = { waits: 30, events: 30, emails: 30, executions: 30 }

describe('the daily purge', () => {
  useDatabase({ isEmptied: 'before each' })
  const { project, client } = useProject()

  /** One round over all projects: the numbers of deleted records of each. */
  const round = async (retention: Retention, number = 1, slotMs = Infinity): Promise<Map<string, Counts>> => {
    const purged = new Map<string, Counts>()
    const settings = { retention, uploads: gridFsStore }
    for (const place of await (number === 1 ? placesToPurge(null) : placesLeftToPurge(null))) {
      purged.set(place, await purgePlace(place, settings, { began: new Date(), slotMs }))
    }
    return purged
  }
  const purge = async (retention: Retention): Promise<Counts> => {
    return { ...NONE, ...(await round(retention)).get(project.id) }
  }

  const begin = async (workflow: WorkflowRecord): Promise<ExecutionRecord> =>
    beginExecution(workflow, (await createContact({ projectId: project.id }))._id)

  const NONE = { waits: 0, events: 0, emails: 0, executions: 0 }

  describe('of events', () => {
    const happen = async (count: number, projectId: string, contactId: string) => {
      const event = { projectId, contactId, name: 'paid', data: {} }
      const drafts = Array.from({ length: count }, () => ({ id: newId(), ...event }))
      await inTransaction((session) => writeEvents(drafts, session))
      return drafts
    }
    const storeOld = async (count: number, projectId = project.id): Promise<string> => {
      const { _id: contactId } = await createContact({ projectId })
      await happen(count, projectId, contactId)
      await dispatchAll(projectId)
      await Event.updateMany({ projectId }, { $set: { createdAt: daysAgo(31) } })
      return contactId
    }

    it('deletes older ones, and the contact still counts them', async () => {
      const contactId = await storeOld(450)
      const recent = await storeEvent({ projectId: project.id, contactId, name: 'paid' })
      await dispatchAll(project.id)
      expect(await purge(NOTHING_KEPT)).to.deep.equal(NONE)
      expect(await purge(MONTH)).to.deep.equal({ ...NONE, events: 450 })
      const { body } = await client.get(`/events?contactId=${contactId}`)
      expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([recent._id])
      const { activity } = await Contact.findById(contactId).orFail().lean()
      expect(activity?.['paid']?.count).to.equal(450)
      expect(await purge(MONTH)).to.deep.equal(NONE)
    })

    it('continues with the other projects when its time ends, and then where it stopped', async () => {
      await storeOld(450)
      const { id: otherId } = await createProject()
      await storeOld(10, otherId)
      const deletedIn = async (number: number) =>
        Object.fromEntries([...(await round(MONTH, number, 0))].map(([projectId, { events }]) => [projectId, events]))
      expect(await deletedIn(1)).to.deep.equal({ [project.id]: 200, [otherId]: 10 })
      expect(await deletedIn(2)).to.deep.equal({ [project.id]: 200 })
      expect(await deletedIn(3)).to.deep.equal({ [project.id]: 50 })
      expect(await deletedIn(4)).to.deep.equal({})
      expect(await PurgeProgress.countDocuments({})).to.equal(0)
    })

    it('deletes each once when several run at the same time', async () => {
      await storeOld(450)
      const runs: Counts[] = []
      await mapConcurrent([1, 2, 3], 3, async () => runs.push(await purge(MONTH)))
      expect(runs.reduce((sum, run) => sum + (run['events'] ?? 0), 0)).to.equal(450)
      expect(await Event.countDocuments({ projectId: project.id })).to.equal(0)
    })

    it('keeps those that are not dispatched after an outage', async () => {
      const { id: projectId } = project
      const { _id: contactId } = await createContact({ projectId })
      const drafts = await happen(2, projectId, contactId)
      const alone = await storeEvent({ projectId, contactId, name: 'paid' })
      await Event.updateMany({ projectId }, { $set: { createdAt: daysAgo(31) } })
      expect(await purge(MONTH)).to.deep.equal(NONE)
      await dispatchEvents(drafts.map(({ id }) => id))
      expect(await purge(MONTH)).to.deep.equal({ ...NONE, events: 2 })
      await dispatchEvents([alone._id])
      expect(await purge(MONTH)).to.deep.equal({ ...NONE, events: 1 })
    })
  })

  describe('of emails', () => {
    const age = () => Email.collection.updateMany({ projectId: project.id }, { $set: { createdAt: daysAgo(31) } })
    const left = async () => (await Email.find({ projectId: project.id }).lean()).map(({ _id }) => _id)

    it('deletes those with an outcome, and campaigns keep their counters, also in a recount', async () => {
      const { id: projectId } = project
      const counters = { totalRecipients: 2, sentCount: 2, openedCount: 1 }
      const sent = await createCampaign({ projectId, status: 'SENT', ...counters })
      const of = { projectId, campaignId: sent._id, status: 'OPENED' as const, sentAt: new Date() }
      await createEmail({ ...of, openedAt: new Date() })
      await createEmail(of)
      const waiting = await createEmail({ projectId })
      const unknown = await createEmail({ projectId, status: 'SENDING' })
      await age()
      const stats = (await client.get(`/campaigns/${sent._id}/stats`)).body.data
      expect(await purge(MONTH)).to.deep.equal({ ...NONE, emails: 2 })
      expect(await left()).to.have.members([waiting._id, unknown._id])
      expect((await client.get(`/campaigns/${sent._id}/stats`)).body.data).to.deep.equal(stats)
      const drifts: unknown[] = []
      for await (const drift of recountCampaigns(projectId, { repair: true })) drifts.push(drift)
      expect(drifts).to.deep.equal([])
    })

    it('keeps those of an unfinished campaign or execution, and of a step that can be retried', async () => {
      const { id: projectId } = project
      const { _id: campaignId } = await createCampaign({ projectId, status: 'SENDING' })
      const ofCampaign = await createEmail({ projectId, campaignId, status: 'SENT' })
      const { _id: cancelledId } = await createCampaign({ projectId, status: 'CANCELLED' })
      const batch = { projectId, campaignId: cancelledId, part: 0, contactIds: ['a'] }
      await CampaignBatch.create({ _id: batchIdOf(cancelledId, 0), baseId: newId(), ...batch })
      const ofCancelled = await createEmail({ projectId, campaignId: cancelledId, status: 'SENT' })
      const workflow = await createWorkflow({ projectId, steps: [makeStep('WAIT_FOR_EVENT')] })
      const live = await begin(workflow)
      const ofLive = await createEmail({ projectId, executionId: live._id, sequence: 1, status: 'SENT' })
      const failed = await begin(workflow)
      await closeExecution({ projectId, executionId: failed._id, status: 'FAILED', exitReason: 'timeout' })
      await Execution.updateOne({ _id: failed._id }, { $set: { sequence: 2 } })
      const passed = await createEmail({ projectId, executionId: failed._id, sequence: 1, status: 'SENT' })
      const atFault = await createEmail({ projectId, executionId: failed._id, sequence: 2, status: 'SENT' })
      await age()
      expect(await purge({ ...NOTHING_KEPT, emails: 30 })).to.deep.equal({ ...NONE, emails: 1 })
      expect(await left()).to.have.members([ofCampaign._id, ofCancelled._id, ofLive._id, atFault._id])
      expect((await client.get(`/emails/${passed._id}`)).status).to.equal(404)
    })
  })

  describe('of executions and waits', () => {
    const workflowWith = (allowReentry: boolean) => {
      const steps = [makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } }), makeStep('WEBHOOK')]
      return createWorkflow({ projectId: project.id, allowReentry, steps })
    }
    /** An execution that passed its wait by a time-out and ended, or waits for its webhook. */
    async function walk(workflow: WorkflowRecord, end: 'COMPLETED' | 'FAILED' | null): Promise<ExecutionRecord> {
      const { _id: contactId } = await createContact({ projectId: project.id })
      const start = { workflow, contactId, context: { plan: 'pro' }, sourceEventId: null, depth: 0 }
      const execution = await startExecution(start)
      if (!execution) throw new Error('refused')
      await openWait(currentRef(execution))
      await completeWait(currentRef(execution))
      const current = await Execution.findById(execution._id).orFail().lean()
      const outcome = { branch: null, output: { statusCode: 200 }, error: end === 'FAILED' ? 'timeout' : null }
      if (end) await completeStep(currentRef(current), { ...outcome, status: end })
      await dropEntries('execution', execution._id)
      return execution
    }
    const age = async (): Promise<void> => {
      const { id: projectId } = project
      await Execution.updateMany({ projectId }, { $set: { startedAt: daysAgo(40) } })
      await Execution.updateMany({ projectId, completedAt: { $ne: null } }, { $set: { completedAt: daysAgo(31) } })
      await Wait.updateMany({ projectId }, { $set: { since: daysAgo(40) } })
    }
    const onlyExecutions = { ...NOTHING_KEPT, executions: 30 }

    it('deletes ended ones with their steps and waits, and none that is active or ended recently', async () => {
      const workflow = await workflowWith(true)
      const [ended, live] = [await walk(workflow, 'COMPLETED'), await walk(workflow, null)]
      const late = await walk(workflow, 'FAILED')
      await age()
      await Execution.updateOne({ _id: late._id }, { $set: { completedAt: daysAgo(29) } })
      expect(await purge(onlyExecutions)).to.deep.equal({ ...NONE, executions: 1 })

      const path = `/workflows/${workflow._id}/executions`
      const { data } = (await client.get(path)).body
      expect(data.map(({ id }: { id: string }) => id)).to.have.members([live._id, late._id])
      expect((await client.get(`${path}/${ended._id}`)).status).to.equal(404)
      expect((await client.get(`${path}/${late._id}`)).body.stepExecutions).to.have.length(2)
      expect(await StepExecution.countDocuments({ projectId: project.id, executionId: ended._id })).to.equal(0)
      expect(await Wait.countDocuments({ projectId: project.id, executionId: ended._id })).to.equal(0)
    })

    it('erases the content of those that keep a contact from entering again, which stay as long as the contact', async () => {
      const workflow = await workflowWith(false)
      const execution = await walk(workflow, 'FAILED')
      await age()
      expect(await purge(onlyExecutions)).to.deep.equal({ ...NONE, executions: 1 })

      const path = `/workflows/${workflow._id}/executions/${execution._id}`
      expect((await client.get(path)).body).to.deep.include({ status: 'FAILED', context: {}, stepExecutions: [] })
      const start = { contactId: execution.contactId, context: {}, sourceEventId: null, depth: 0 }
      expect(await startExecution({ workflow, ...start })).to.equal(null)
      const retried = await client.post(`${path}/retry`)
      expect([retried.status, retried.body.error?.details?.reason]).to.deep.equal([409, 'erased'])
      expect(await purge(onlyExecutions)).to.deep.equal(NONE)

      await client.delete(`/contacts/${execution.contactId}`)
      expect(await purge(onlyExecutions)).to.deep.equal({ ...NONE, executions: 1 })
      expect((await client.get(path)).status).to.equal(404)
    })

    it('finishes what an earlier purge began', async () => {
      const workflow = await workflowWith(true)
      const execution = await walk(workflow, 'FAILED')
      await age()
      // The state that a process leaves that dies after its first writes.
      await Execution.updateOne({ _id: execution._id }, { $set: { erased: 'begun' } })
      await StepExecution.deleteMany({ executionId: execution._id })
      const path = `/workflows/${workflow._id}/executions/${execution._id}`
      expect((await client.post(`${path}/retry`)).body.error.details).to.deep.equal({ reason: 'erased' })
      expect(await purge(onlyExecutions)).to.deep.equal({ ...NONE, executions: 1 })
      expect((await client.get(path)).status).to.equal(404)
    })

    it('deletes ended waits, but not the current one of an execution', async () => {
      const workflow = await workflowWith(true)
      const passed = await walk(workflow, null)
      const open = await begin(workflow)
      await openWait(currentRef(open))
      const told = await begin(workflow)
      await openWait(currentRef(told))
      await Wait.updateOne({ executionId: told._id }, { $set: { state: 'timed_out' } })
      await age()
      expect(await purge({ ...NOTHING_KEPT, waits: 30 })).to.deep.equal({ ...NONE, waits: 1 })
      const waits = await Wait.find({ projectId: project.id }).lean()
      expect(waits.map(({ executionId }) => executionId)).to.have.members([open._id, told._id])
      expect(await Execution.findById(passed._id).lean()).to.include({ status: 'RUNNING' })
    })

    it('reads every collection by an index', async () => {
      const workflow = await workflowWith(true)
      await walk(workflow, 'COMPLETED')
      await createEmail({ projectId: project.id, status: 'SENT' })
      for (const collection of ['executions', 'step_executions', 'waits', 'events', 'emails', 'purge_progress']) {
        await age()
        await expectIndexed(collection, () => round({ ...MONTH, emails: 1, events: 1 }, 1, Infinity))
        await walk(workflow, 'COMPLETED')
      }
    })
  })
})
