import { expect } from 'chai'
import { useProject } from '../../support/project.js'
import { openWorkflow } from '../../support/workflows.js'
import { makeStep } from '../../support/graphs.js'

describe('POST /workflows/:id/transitions', () => {
  const { project, client } = useProject()

  async function setUp() {
    const [check, exit] = [makeStep('CONDITION'), makeStep('EXIT')]
    const [one, two] = [makeStep('UPDATE_CONTACT'), makeStep('UPDATE_CONTACT')]
    const graph = { steps: [check, exit, one, two], transitions: [], enabled: true }
    return { ...(await openWorkflow(client, { projectId: project.id, ...graph })), check, exit, one, two }
  }

  it('adds one of ten identical transitions to a new version', async () => {
    const { workflow, check, exit, link, read } = await setUp()

    const same = { fromStepId: check.id, toStepId: exit.id, branch: 'yes', priority: 2 }
    const results = await Promise.all(Array.from({ length: 10 }, () => link(same)))

    const [res, ...others] = results.toSorted((one, other) => one.status - other.status)
    expect([res?.status, ...others.map(({ status }) => status)]).to.deep.equal([201, ...Array(9).fill(400)])
    expect(res?.body).to.deep.include({
      workflowId: workflow._id,
      fromStepId: check.id,
      toStepId: exit.id,
      branch: 'yes',
      condition: { branch: 'yes' },
      priority: 2,
    })
    const after = await read()
    expect(after.version).to.equal(2)
    expect(after.transitions.slice(1)).to.deep.equal([res?.body])
  })

  it('accepts condition.branch in place of branch', async () => {
    const { check, exit, one, link } = await setUp()
    const res = await link({ fromStepId: check.id, toStepId: exit.id, condition: { branch: 'no' } })
    expect(res.body).to.deep.include({ branch: 'no', condition: { branch: 'no' } })
    const plain = await link({ fromStepId: one.id, toStepId: exit.id, condition: null })
    expect(plain.body).to.deep.include({ branch: null, condition: null })
  })

  it('answers 400 with the field for a transition that the graph does not allow, and stores nothing', async () => {
    const { check, exit, one, link, read } = await setUp()
    const refused: [body: object, field: string][] = [
      [{ fromStepId: one.id, toStepId: one.id }, 'toStepId'],
      [{ fromStepId: exit.id, toStepId: one.id }, 'fromStepId'],
      [{ fromStepId: check.id, toStepId: one.id }, 'branch'],
      [{ fromStepId: check.id, toStepId: one.id, branch: 'event' }, 'branch'],
      [{ fromStepId: one.id, toStepId: exit.id, branch: 'yes' }, 'branch'],
    ]
    for (const [body, field] of refused) {
      expect(await link(body)).to.deep.include({ status: 400, code: 'BAD_REQUEST', fields: [field] })
    }
    expect((await read()).version).to.equal(1)
  })

  it('answers a missing step with the flat error body, and names the fields of the wrong type', async () => {
    const { exit, link } = await setUp()
    const flat = { error: 'Missing required field: fromStepId' }
    expect(await link({ toStepId: exit.id })).to.deep.include({ status: 400, body: flat })
    const res = await link({ fromStepId: { $gt: '' }, toStepId: exit.id, branch: 1, priority: 'first' })
    expect(res.status).to.equal(422)
    expect(res.fields).to.have.members(['fromStepId', 'branch', 'priority'])
  })

  it('never accepts two simultaneous transitions that close a loop only together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { one, two, link, read } = await setUp()
      const results = await Promise.all([
        link({ fromStepId: one.id, toStepId: two.id }),
        link({ fromStepId: two.id, toStepId: one.id }),
      ])
      expect(results.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([201, 400])
      expect((await read()).transitions).to.have.lengthOf(2)
    }
  })
})

describe('DELETE /workflows/:id/transitions/:transitionId', () => {
  const { project, client } = useProject()

  async function setUp() {
    const graph = { steps: [makeStep('DELAY'), makeStep('EXIT')], enabled: true }
    const opened = await openWorkflow(client, { projectId: project.id, ...graph })
    const [first, second] = opened.workflow.transitions.map(({ id }) => id)
    return { ...opened, first, second, remove: opened.unlink }
  }

  it('removes the transition in a new version, and keeps its steps and the other transitions', async () => {
    const { first, second, remove, read } = await setUp()
    const before = await read()
    expect(await remove(second)).to.include({ status: 204, body: '' })
    const after = await read()
    expect(after).to.deep.include({ version: 2, steps: before.steps })
    expect(after.transitions.map(({ id }: { id: string }) => id)).to.deep.equal([first])
  })

  it('allows another transition of the same outcome afterwards', async () => {
    const { path, first, remove, read } = await setUp()
    const { steps } = await read()
    const link = { fromStepId: steps[0].id, toStepId: steps[2].id }
    expect((await client.post(`${path}/transitions`, link)).status).to.equal(400)
    await remove(first)
    expect((await client.post(`${path}/transitions`, link)).status).to.equal(201)
  })

  it('applies both of two simultaneous deletions', async () => {
    const { first, second, remove, read } = await setUp()
    expect((await Promise.all([remove(first), remove(second)])).map(({ status }) => status)).to.deep.equal([204, 204])
    expect(await read()).to.deep.include({ version: 3, transitions: [] })
  })

  it('answers 404 for a transition that is gone', async () => {
    const { first, remove } = await setUp()
    await remove(first)
    const details = { resource: 'transition', id: first }
    expect(await remove(first)).to.deep.include({ status: 404, code: 'RESOURCE_NOT_FOUND', details })
  })
})
