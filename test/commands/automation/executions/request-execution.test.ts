import { expect } from 'chai'
import { requestExecution } from '../../../../commands/automation/executions/request-execution.js'
import type { AppError } from '../../../../models/domain/errors.js'
import { Execution, type ExecutionRecord } from '../../../../models/execution.js'
import { Workflow } from '../../../../models/workflow.js'
import { newId } from '../../../../runtime/ids.js'
import { commandsOf } from '../../../support/commands.js'
import { useDatabase } from '../../../support/database.js'
import { createContacts, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { waitingOf, enqueued } from '../../../support/outbox.js'
import { beginExecution } from '../../../support/walks.js'
import type { Made } from '../../../../runtime/request-scope.js'
import { inRequestScope } from '../../../../runtime/request-scope.js'

describe('simultaneous calls of requestExecution', () => {
  useDatabase()

  async function setUp(contacts: number) {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const workflow = await createWorkflow({ projectId, steps, allowReentry: false })
    const contactIds = (await createContacts(contacts, { projectId })).map(({ _id }) => _id)
    const request = (contactId: string) =>
      requestExecution({ projectId, workflowId: workflow._id, contactId, context: { of: contactId } })
    const answer = (contactId: string) =>
      request(contactId).then(
        (execution) => execution.contactId,
        ({ code }: AppError) => code,
      )
    return { projectId, workflow, contactIds, request, answer }
  }

  it('share their database commands and their outbox entry, except the first', async () => {
    const commands: number[] = []
    for (const count of [4, 40]) {
      const { projectId, contactIds, request } = await setUp(count)
      const given = await commandsOf(async () => {
        const noted: Made[][] = contactIds.map(() => [])
        let started: ExecutionRecord[] = []
        const startAll = async (): Promise<void> => {
          started = await Promise.all(
            contactIds.map((id, index) => inRequestScope(noted[index] ?? [], () => request(id))),
          )
        }
        const entries = await enqueued(startAll)
        expect(started.map(({ context }) => context['of'])).to.deep.equal(contactIds)
        const ids = started.map(({ _id }) => _id)
        expect(entries.map((entry) => entry.ids)).to.deep.equal([ids.slice(0, 1), ids.slice(1)])
        expect(noted).to.deep.equal(ids.map((id) => [{ kind: 'execution', ids: [id] }]))
        expect(await waitingOf('execution', projectId)).to.have.members(ids)
      })
      commands.push(given.filter((name) => name !== 'hello').length)
    }
    expect(commands[1]).to.equal(commands[0])
  })

  it('are answered one by one', async () => {
    const { projectId, workflow, contactIds, answer } = await setUp(4)
    const [first = '', second = '', third = '', inside = ''] = contactIds
    await beginExecution(workflow, inside)

    const answers = await Promise.all([first, second, second, newId(), inside, third].map(answer))

    expect(answers).to.deep.equal([first, second, 'CONFLICT', 'CONTACT_NOT_FOUND', 'CONFLICT', third])
    expect(await Execution.countDocuments({ projectId })).to.equal(4)
  })

  it('are all refused by a workflow that is disabled or deleted', async () => {
    const { projectId, workflow, contactIds, answer } = await setUp(3)
    const which = { _id: workflow._id, projectId }
    await Workflow.updateOne(which, { $set: { enabled: false } })
    expect(new Set(await Promise.all(contactIds.map(answer)))).to.deep.equal(new Set(['BAD_REQUEST']))
    await Workflow.deleteOne(which)
    expect(new Set(await Promise.all(contactIds.map(answer)))).to.deep.equal(new Set(['WORKFLOW_NOT_FOUND']))
    expect(await Execution.countDocuments({ projectId })).to.equal(0)
  })
})
