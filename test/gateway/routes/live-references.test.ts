import { expect } from 'chai'
import { closeExecution } from '../../../commands/automation/executions/close-execution.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { Segment, Workflow } from '../../support/models.js'
import type { SegmentRecord } from '../../../models/segment.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { only } from '../../support/conditions.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import {
  createCampaign,
  createContact,
  createProject,
  createSegment,
  createTemplate,
  createWorkflow,
} from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { useProject } from '../../support/project.js'
import { beginExecution } from '../../support/walks.js'

const memberOf = (id: string) => ({ field: `segment.${id}`, operator: 'memberOfSegment' as const })
const within = (tree: ConditionTree): ConditionTree => ({
  logic: 'OR',
  groups: [{ filters: [{ field: 'email', operator: 'contains', value: 'x' }], conditions: tree }],
})
const named = ({ _id: id, name }: { _id: string; name: string }) => ({ id, name })
const stepsOf = (workflow: WorkflowRecord, ...steps: Step[]) =>
  steps.map(({ id, name }) => ({ id, name, workflowId: workflow._id, workflowName: workflow.name }))

describe('the references of live workflows', () => {
  const { project, client } = useProject()

  const workflowOf = (steps: Step[], fields: Partial<WorkflowRecord> = {}) =>
    createWorkflow({
      projectId: project.id,
      steps: [makeStep('DELAY', { config: { amount: 1, unit: 'days' } }), ...steps],
      ...fields,
    })
  const begin = async (workflow: WorkflowRecord): Promise<ExecutionRecord> =>
    beginExecution(workflow, (await createContact({ projectId: project.id }))._id)
  const end = ({ _id: executionId, projectId }: ExecutionRecord, status: 'COMPLETED' | 'FAILED' | 'CANCELLED') =>
    closeExecution({ projectId, executionId, status, exitReason: null })
  const remove = async (path: string) => {
    const { status, body } = await client.delete(path)
    return { status, details: body?.error?.details as unknown }
  }

  describe('a template', () => {
    const sending = (templateId: string, name = 'Say hello') =>
      makeStep('SEND_EMAIL', { name, templateId, config: { templateId } })

    it('cannot be deleted before the last execution has ended in a version that sends it', async () => {
      const template = await createTemplate({ projectId: project.id })
      const other = await createTemplate({ projectId: project.id })
      const path = `/templates/${template._id}`
      const step = sending(template._id)
      const workflow = await workflowOf([step])
      const [first, second] = [await begin(workflow), await begin(workflow)]
      const changed = await client.patch(`/workflows/${workflow._id}/steps/${step.id}`, { templateId: other._id })
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
      const third = await begin(await Workflow.findById(workflow._id).orFail().lean())

      expect((await client.get(`${path}/usage`)).body.workflowSteps).to.deep.equal(stepsOf(workflow, step))
      const inUse = { status: 409, details: { workflows: [named(workflow)] } }
      expect(await remove(path)).to.deep.equal(inUse)
      await end(first, 'COMPLETED')
      expect(await remove(path)).to.deep.equal(inUse)
      await end(second, 'FAILED')
      expect((await client.get(`${path}/usage`)).body.workflowSteps).to.deep.equal([])
      expect(await remove(path)).to.deep.equal({ status: 204, details: undefined })
      await end(third, 'CANCELLED')
      expect((await remove(`/templates/${other._id}`)).status).to.equal(409)
    })

    it('is kept for executions of a workflow that is disabled, and of a step that was removed', async () => {
      const template = await createTemplate({ projectId: project.id })
      const [kept, gone] = [sending(template._id, 'Kept'), sending(template._id, 'Gone')]
      const workflow = await workflowOf([kept, gone])
      const execution = await begin(workflow)
      for (const { id } of [kept, gone]) {
        expect((await client.delete(`/workflows/${workflow._id}/steps/${id}`)).status).to.equal(204)
      }
      await client.patch(`/workflows/${workflow._id}`, { enabled: false, name: 'Renamed' })
      const renamed = { ...workflow, name: 'Renamed' }
      const usage = await client.get(`/templates/${template._id}/usage`)
      expect(usage.body.workflowSteps).to.deep.equal(stepsOf(renamed, kept, gone))
      const inUse = { status: 409, details: { workflows: [named(renamed)] } }
      expect(await remove(`/templates/${template._id}`)).to.deep.equal(inUse)
      await end(execution, 'CANCELLED')
      expect((await remove(`/templates/${template._id}`)).status).to.equal(204)
    })

    it('is not kept by executions of another project, or of another version', async () => {
      const template = await createTemplate({ projectId: project.id })
      const foreign = await createWorkflow({ projectId: (await createProject()).id, steps: [sending(template._id)] })
      await beginExecution(foreign, (await createContact({ projectId: foreign.projectId }))._id)
      const step = sending(template._id)
      const workflow = await workflowOf([step])
      await client.delete(`/workflows/${workflow._id}/steps/${step.id}`)
      await begin(await Workflow.findById(workflow._id).orFail().lean())
      expect((await remove(`/templates/${template._id}`)).status).to.equal(204)
    })
  })

  describe('a segment', () => {
    const segmentOf = (fields: Partial<SegmentRecord> = {}) => createSegment({ projectId: project.id, ...fields })

    const ONE_WINS = ['200,409', '422,204']
    const CRON = '0 9 * * *'
    const IN = { id: 'in', name: 'In', operator: 'memberOfSegment' }
    const check = (config: object) => ({ steps: [makeStep('CONDITION', { config: { ...config } })] })
    const wait = (config: object) => ({ steps: [makeStep('WAIT_FOR_EVENT', { config: { ...config } })] })
    const trigger = (triggerConfig: NonNullable<WorkflowRecord['triggerConfig']>) => ({ triggerConfig })

    /** The places of a workflow that can refer to a segment: its trigger, and a step. */
    const PLACES: Record<string, (segment: SegmentRecord) => Partial<WorkflowRecord>> = {
      'a CONDITION step': ({ _id }) => check(memberOf(_id)),
      'a CONDITION step, for those who are no members': ({ _id }) =>
        check({ ...memberOf(_id), operator: 'notMemberOfSegment' }),
      'a CONDITION step, in capitals and with a prefix': ({ _id }) =>
        check({ ...memberOf(_id), field: `contact.segment.${_id.toUpperCase()}` }),
      'a nested condition': ({ _id }) => check({ condition: within(within(only(memberOf(_id)))) }),
      'a condition of many ways': ({ _id: id }) => check({ mode: 'multi', field: `segment.${id}`, branches: [IN] }),
      'the filter of a wait': ({ _id }) => wait({ eventName: 'paid', filter: only(memberOf(_id)) }),
      'a wait for its event': ({ slug }) => wait({ eventName: `segment.${slug}.exit` }),
      'the filter of a trigger': ({ _id }) => trigger({ eventName: 'paid', filter: within(only(memberOf(_id))) }),
      'a trigger by its event': ({ slug }) => trigger({ eventName: `segment.${slug}.entry` }),
      'the audience of a schedule': ({ _id }) => ({
        triggerType: 'SCHEDULE',
        ...trigger({ cron: CRON, segmentId: _id }),
      }),
    }
    for (const [place, fields] of Object.entries(PLACES)) {
      it(`cannot be deleted while an enabled workflow names it in ${place}`, async () => {
        const segment = await segmentOf()
        const path = `/segments/${segment._id}`
        const workflow = await createWorkflow({ projectId: project.id, ...fields(segment) })
        await createWorkflow({ projectId: (await createProject()).id, ...fields(segment) })
        const step = fields(segment).steps ? workflow.steps[1] : workflow.steps[0]

        expect(await remove(path)).to.deep.equal({ status: 409, details: { workflows: [named(workflow)] } })
        const workflowSteps = stepsOf(workflow, ...(step ? [step] : []))
        const usage = { campaigns: [], segments: [], workflows: [named(workflow)], workflowSteps }
        expect((await client.get(`${path}/usage`)).body).to.deep.equal(usage)
        expect((await client.patch(`/workflows/${workflow._id}`, { enabled: false })).status).to.equal(200)
        expect((await client.get(`${path}/usage`)).body.workflows).to.deep.equal([])
        expect((await remove(path)).status).to.equal(204)
      })

      if (!fields({ _id: UNKNOWN_ID, slug: 'x' } as SegmentRecord).steps) continue
      it(`cannot be deleted while an execution may reach ${place}, whatever the workflow contains now`, async () => {
        const segment = await segmentOf()
        const workflow = await createWorkflow({ projectId: project.id, ...fields(segment) })
        const [, step] = workflow.steps
        const execution = await begin(workflow)
        await client.patch(`/workflows/${workflow._id}`, { enabled: false })
        expect((await client.delete(`/workflows/${workflow._id}/steps/${step?.id}`)).status).to.equal(204)

        const path = `/segments/${segment._id}`
        expect(await remove(path)).to.deep.equal({ status: 409, details: { workflows: [named(workflow)] } })
        const { body } = await client.get(`${path}/usage`)
        expect(body.workflowSteps).to.deep.equal(stepsOf(workflow, ...(step ? [step] : [])))
        await end(execution, 'COMPLETED')
        expect((await remove(path)).status).to.equal(204)
      })
    }

    it('is not kept by the former settings of a trigger of another kind', async () => {
      const { _id } = await segmentOf()
      const triggerConfig = { eventName: 'paid', segmentId: _id }
      await createWorkflow({ projectId: project.id, triggerConfig })
      await createWorkflow({ projectId: project.id, triggerType: 'MANUAL', triggerConfig })
      expect((await remove(`/segments/${_id}`)).status).to.equal(204)
    })

    it('is reported as used by every resource that refers to it', async () => {
      const segment = await segmentOf()
      const campaign = await createCampaign({ projectId: project.id, audienceType: 'SEGMENT', segmentId: segment._id })
      await createCampaign({ projectId: project.id, audienceType: 'SEGMENT', segmentId: segment._id, status: 'SENT' })
      const other = await segmentOf({ condition: only(memberOf(segment._id)) })
      const workflow = await createWorkflow({ projectId: project.id, ...check(memberOf(segment._id)) })
      const uses = { campaigns: [named(campaign)], segments: [named(other)], workflows: [named(workflow)] }
      expect((await client.get(`/segments/${segment._id}/usage`)).body).to.deep.include(uses)
      expect(await remove(`/segments/${segment._id}`)).to.deep.equal({ status: 409, details: uses })
    })

    /** Deletes a segment at the moment of a change that begins to use it. */
    const race = async ({ _id }: SegmentRecord, path: string, body: object) => {
      const [used, deleted] = await Promise.all([client.patch(path, body), client.delete(`/segments/${_id}`)])
      expect([used.status, deleted.status].join(), JSON.stringify(used.body)).to.be.oneOf(ONE_WINS)
    }

    it('is either kept with its enabled workflow or deleted, when both happen at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const segment = await segmentOf()
        const graph = { projectId: project.id, enabled: false, ...check(memberOf(segment._id)) }
        const workflow = await createWorkflow(graph)
        await race(segment, `/workflows/${workflow._id}`, { enabled: true })
        const isThere = (await Segment.exists({ _id: segment._id })) !== null
        expect((await Workflow.findById(workflow._id).orFail().lean()).enabled).to.equal(isThere)
      }
    })

    it('is kept if a step of an enabled workflow names it at the moment of the deletion', async () => {
      for (let round = 0; round < 5; round += 1) {
        const segment = await segmentOf()
        const step = makeStep('CONDITION', { config: memberOf((await segmentOf())._id) })
        const workflow = await createWorkflow({ projectId: project.id, steps: [step] })
        await race(segment, `/workflows/${workflow._id}/steps/${step.id}`, { config: memberOf(segment._id) })
      }
    })
  })
})
