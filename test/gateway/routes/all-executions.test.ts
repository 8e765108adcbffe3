import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { Execution, Workflow } from '../../support/models.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { createContact, createProject, createWorkflow } from '../../support/factories.js'
import { walkPages } from '../../support/lists.js'
import { useProject } from '../../support/project.js'

describe('GET /executions', () => {
  const { project, client } = useProject()

  let moment = Date.now()

  async function store(fields: Partial<ExecutionRecord> & { workflowId: string }): Promise<string> {
    const _id = randomUUID()
    await Execution.create({
      _id,
      projectId: project.id,
      workflowVersion: 1,
      contactId: randomUUID(),
      status: 'WAITING',
      currentStepId: randomUUID(),
      startedAt: new Date((moment += 1)),
      temporalWorkflowId: `execution:${_id}`,
      ...fields,
    })
    return _id
  }

  const list = async (query: string): Promise<string[]> => {
    const res = await client.get(`/executions?${query}`)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body.total).to.equal(res.body.data.length)
    return res.body.data.map(({ id }: { id: string }) => id)
  }

  it('lists executions of all workflows, newest first, page by page, and none of another project', async () => {
    const workflows = [await createWorkflow({ projectId: project.id }), await createWorkflow({ projectId: project.id })]
    const ids: string[] = []
    for (const workflow of [...workflows, ...workflows, ...workflows])
      ids.unshift(await store({ workflowId: workflow._id }))
    await store({ workflowId: randomUUID(), projectId: (await createProject()).id })
    expect(await list('')).to.deep.equal(ids)

    const seen = await walkPages<{ id: string }>(client, '/executions?limit=3')
    expect(seen.map(({ id }) => id)).to.deep.equal(ids)
  })

  it('selects by contact, workflow, step, version and status, alone and together', async () => {
    const contact = await createContact({ projectId: project.id })
    const [a, b] = [await createWorkflow({ projectId: project.id }), await createWorkflow({ projectId: project.id })]
    const stepId = randomUUID()
    const first = await store({ workflowId: a._id, contactId: contact._id, currentStepId: stepId })
    const second = await store({ workflowId: a._id, workflowVersion: 2, status: 'FAILED', currentStepId: stepId })
    const third = await store({ workflowId: b._id, contactId: contact._id, status: 'COMPLETED', currentStepId: null })

    expect(await list(`contactId=${contact._id}`)).to.deep.equal([third, first])
    expect(await list(`workflowId=${a._id}`)).to.deep.equal([second, first])
    expect(await list(`stepId=${stepId}`)).to.deep.equal([second, first])
    expect(await list(`workflowId=${a._id}&version=2`)).to.deep.equal([second])
    expect(await list(`workflowId=${a._id}&version=1&status=WAITING`)).to.deep.equal([first])
    expect(await list('status=FAILED')).to.deep.equal([second])
    expect(await list(`workflowId=${a._id}&status=ACTIVE`)).to.deep.equal([first])
    expect(await list(`stepId=${stepId}&status=WAITING`)).to.deep.equal([first])
    expect(await list(`contactId=${randomUUID()}`)).to.deep.equal([])
    expect(await list(`id=${second}`)).to.deep.equal([second])
    expect(await list(`id=${randomUUID()}`)).to.deep.equal([])
    const [shown] = (await client.get(`/executions?contactId=${contact._id}&status=WAITING`)).body.data
    expect(shown.contact).to.deep.equal({ id: contact._id, email: contact.email })
  })

  it('shows executions as cancelled when all of their workflow were cancelled, before their records say so', async () => {
    const workflow = await createWorkflow({ projectId: project.id })
    const before = await store({ workflowId: workflow._id })
    await Workflow.updateOne({ _id: workflow._id }, { $set: { cancellations: { count: 1, at: new Date() } } })
    const later = await store({ workflowId: workflow._id, cancellations: 1 })
    expect(await list('status=WAITING')).to.deep.equal([later])
    expect(await list('status=ACTIVE')).to.deep.equal([later])
    expect(await list('status=CANCELLED')).to.deep.equal([before])
    const { data } = (await client.get('/executions')).body
    expect(data.map(({ status }: { status: string }) => status)).to.deep.equal(['WAITING', 'CANCELLED'])
  })

  it('reads no more than a page by an index, whatever it selects by', async () => {
    const workflowId = randomUUID()
    const stepId = randomUUID()
    const filters: object[] = [
      {},
      { status: 'WAITING' },
      { workflowId },
      { workflowId, status: 'WAITING' },
      { workflowId, status: { $in: ['RUNNING', 'WAITING'] } },
      { workflowId, workflowVersion: 1, status: { $in: ['WAITING', 'FAILED'] } },
      { currentStepId: stepId, status: { $in: ['WAITING', 'FAILED'] } },
    ]
    for (const filter of filters) {
      const plan = await Execution.find({ projectId: project.id, ...filter })
        .sort({ startedAt: -1, _id: -1 })
        .limit(20)
        .explain('queryPlanner')
      // The plans that MongoDB rejected are listed beside the chosen one.
      const { winningPlan } = (plan as unknown as { queryPlanner: { winningPlan: object } }).queryPlanner
      expect(JSON.stringify(winningPlan), JSON.stringify(filter)).to.not.match(/COLLSCAN|"stage":"SORT"/)
    }
  })

  it('refuses a version without its workflow, and invalid values', async () => {
    for (const query of ['version=1', 'contactId=x', 'workflowId=x', 'stepId=x', 'status=OTHER', 'cursor=x']) {
      expect((await client.get(`/executions?${query}`)).status, query).to.equal(400)
    }
  })
})
