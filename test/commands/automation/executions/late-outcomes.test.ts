import { expect } from 'chai'
import { cancelExecution } from '../../../../commands/automation/executions/cancel-execution.js'
import {
  completeStep,
  completeStepIn,
  type StepResult,
} from '../../../../commands/automation/executions/complete-step.js'
import { eraseExecutionsOf } from '../../../../commands/automation/executions/erase-executions.js'
import {
  isOpen,
  openStep,
  openTemplateStep,
  type OpenStep,
} from '../../../../commands/automation/executions/open-step.js'
import type { StepRef } from '../../../../models/domain/next-step.js'
import { Execution, StepExecution } from '../../../support/models.js'
import { completed } from '../../../../models/step-execution.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep, makeTransition } from '../../../support/graphs.js'
import { beginExecution, currentRef, outcomesOf } from '../../../support/walks.js'

const MAX_EMBEDDED = 50

describe('outcomes that do not fit into their execution', () => {
  useDatabase()

  const result: StepResult = completed({ response: 'ada@example.com' })

  /** An execution that holds as many outcomes as it can, in a step that was opened for its next one. */
  async function enterFull(): Promise<{ ref: StepRef; open: OpenStep; cancel: () => Promise<unknown> }> {
    const { id: projectId } = await createProject()
    const { _id: contactId } = await createContact({ projectId })
    const [one, other] = [makeStep('UPDATE_CONTACT'), makeStep('UPDATE_CONTACT')]
    const transitions = [makeTransition(one, other), makeTransition(other, one)]
    const workflow = await createWorkflow({ projectId, steps: [one, other], transitions })
    const { _id: executionId } = await beginExecution(workflow, contactId)
    const readRef = async () => currentRef(await Execution.findOne({ _id: executionId, projectId }).orFail().lean())
    for (let stepRun = 0; stepRun < MAX_EMBEDDED; stepRun += 1) await completeStep(await readRef(), result)
    const ref = await readRef()
    const open = await openStep(ref)
    if (!isOpen(open)) throw new Error('The step is not open')
    const cancel = () => cancelExecution({ projectId, workflowId: workflow._id, executionId })
    return { ref, open, cancel }
  }

  const rowsOf = ({ executionId }: StepRef) => StepExecution.find({ executionId }).lean()
  const outputsOf = async (ref: StepRef) => (await outcomesOf(ref.executionId)).flatMap(({ output }) => output ?? [])

  it('are stored with the transaction that completes a step, or not at all', async () => {
    const { ref } = await enterFull()
    const aborted = inTransaction(async (session) => {
      await completeStepIn(session, ref, result)
      throw new Error('The contact is gone')
    })
    expect(await aborted.catch((error: Error) => error.message)).to.equal('The contact is gone')
    expect(await rowsOf(ref)).to.deep.equal([])

    await inTransaction((session) => completeStepIn(session, ref, result))
    expect((await outcomesOf(ref.executionId)).map(({ sequence }) => sequence)).to.deep.equal(
      Array.from({ length: MAX_EMBEDDED + 1 }, (_, index) => index + 1),
    )
  })

  it('keep nothing of a contact whose data was erased before they were stored, also after a crash then', async () => {
    const { ref, open, cancel } = await enterFull()
    await cancel()
    await eraseExecutionsOf(ref.projectId, [ref.executionId])

    expect(await completeStep(ref, result, { open })).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await rowsOf(ref)).to.have.length(MAX_EMBEDDED)
    expect(await outputsOf(ref)).to.deep.equal([])

    const { projectId, executionId } = ref
    await StepExecution.updateMany({ projectId, executionId }, { $set: { output: result.output } })
    expect(await openStep(ref, 2)).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(await outputsOf(ref)).to.deep.equal([])
  })

  it('are deleted with an execution that was deleted before they were stored, also after a crash then', async () => {
    const { ref, open } = await enterFull()
    const { projectId, executionId } = ref
    await Execution.deleteOne({ _id: executionId, projectId })
    const codeOf = (failing: Promise<unknown>) => failing.catch((error: { code?: string }) => error.code)

    expect(await codeOf(completeStep(ref, result, { open }))).to.equal('RESOURCE_NOT_FOUND')
    expect(await rowsOf(ref)).to.deep.equal([])

    for (const openAgain of [openStep, openTemplateStep]) {
      const { versionId: _versionId, ...place } = ref
      await StepExecution.create({ ...result, ...place, completedAt: new Date() })
      expect(await codeOf(openAgain(ref, 2))).to.equal('RESOURCE_NOT_FOUND')
      expect(await rowsOf(ref)).to.deep.equal([])
    }
  })
})
