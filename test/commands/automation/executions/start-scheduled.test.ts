import { expect } from 'chai'
import { startScheduled } from '../../../../commands/automation/executions/start-scheduled.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { Execution } from '../../../support/models.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import {
  createContact,
  createContacts,
  createProject,
  createSegment,
  createWorkflow,
} from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { createContactsOn, IS_PRO } from '../../../support/segments.js'
import { documentsOf, enqueued } from '../../../support/outbox.js'

const BEGAN = new Date('2026-03-02T09:00:00Z')
const sleep = makeStep('DELAY', { config: { amount: 1, unit: 'days' } })

describe('a run of a schedule', () => {
  useDatabase()

  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const scheduled = (fields: Partial<WorkflowRecord> = {}) =>
    createWorkflow({
      projectId,
      steps: [sleep],
      triggerType: 'SCHEDULE',
      triggerConfig: { cron: '0 9 * * *' },
      allowReentry: true,
      ...fields,
    })

  /** Carries out a whole run, as its Temporal workflow does. */
  async function run({ _id: workflowId }: WorkflowRecord, name = 'first'): Promise<number> {
    let after: string | null = null
    let started = 0
    do {
      const slice: Awaited<ReturnType<typeof startScheduled>> = await startScheduled({
        projectId,
        workflowId,
        run: name,
        beganMs: BEGAN.getTime(),
        after,
      })
      after = slice.after
      started += slice.started
    } while (after !== null)
    return started
  }

  const contactsIn = async (workflow: WorkflowRecord) =>
    (await Execution.find({ workflowId: workflow._id }).lean()).map(({ contactId }) => contactId).sort()

  it('starts for every contact of the project, over several pages', async () => {
    await createContacts(105, { projectId })
    await createContact({ projectId: (await createProject()).id })
    expect(await run(await scheduled())).to.equal(105)
  })

  it('starts only for the contacts of its segment', async () => {
    const segment = await createSegment({ projectId, condition: IS_PRO })
    const [pro] = await createContactsOn(projectId, ['pro', 'free', null])
    const workflow = await scheduled({ triggerConfig: { cron: '0 9 * * *', segmentId: segment._id } })
    expect(await run(workflow)).to.equal(1)
    expect(await contactsIn(workflow)).to.deep.equal([pro?._id])
  })

  it('means the day on which it began, and no later day', async () => {
    await registerFields(projectId, { birthday: '1990-03-02' })
    const condition = only({ field: 'data.birthday', operator: 'anniversary' })
    const segment = await createSegment({ projectId, condition })
    const celebrant = await createContact({ projectId, data: { birthday: '1990-03-02' } })
    await createContact({ projectId, data: { birthday: '1990-03-03' } })
    const workflow = await scheduled({ triggerConfig: { cron: '0 9 * * *', segmentId: segment._id } })
    await run(workflow)
    expect(await contactsIn(workflow)).to.deep.equal([celebrant._id])
  })

  it('starts no contact twice when it is repeated, even after its execution has ended, and all again in the next run', async () => {
    const contact = await createContact({ projectId })
    const workflow = await scheduled({ steps: [], transitions: [] })
    expect([await run(workflow), await run(workflow)]).to.deep.equal([1, 0])
    expect(await run(workflow, 'second')).to.equal(1)
    expect(await contactsIn(workflow)).to.deep.equal([contact._id, contact._id])
  })

  it('skips contacts that are in the workflow now', async () => {
    await createContact({ projectId })
    const workflow = await scheduled()
    expect([await run(workflow), await run(workflow, 'second')]).to.deep.equal([1, 0])
  })

  it('starts nothing once the workflow is disabled or gone, and has its schedule removed', async () => {
    await createContact({ projectId })
    const { _id: workflowId } = await scheduled({ enabled: false })
    const entries = await enqueued(async () => {
      const slice = await startScheduled({ projectId, workflowId, run: 'first', beganMs: 0, after: null })
      expect(slice).to.deep.equal({ after: null, started: 0 })
    })
    expect(documentsOf(entries)).to.deep.equal([{ kind: 'workflow', projectId, id: workflowId }])
  })
})
