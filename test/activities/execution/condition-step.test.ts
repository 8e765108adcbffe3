import { expect } from 'chai'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { isOpen, openCondition } from '../../../commands/automation/executions/open-step.js'
import { registerFields } from '../../../commands/base/records/known-fields.js'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { escapeData, escapeKey } from '../../../models/domain/fields.js'
import { Execution } from '../../../models/execution.js'
import { completed } from '../../../models/step-execution.js'
import { only } from '../../support/conditions.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createSegment, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { beginExecution, currentRef, outcomesOf } from '../../support/walks.js'

const DAY_MS = 86_400_000
// Days, because a run of all tests may take hours from here to the last of them.
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

const DATA = { plan: 'pro', seats: 5, tags: ['a', 'b'], seenAt: ago(2).toISOString(), 'a.b': 'literal' }
const CONTEXT = { order: { total: 99.5, 'line.count': 3 }, coupon: null, placedAt: ago(2).toISOString() }

describe('a CONDITION step', () => {
  useDatabase()

  async function createAda(): Promise<ContactRecord> {
    const { id: projectId } = await createProject()
    await registerFields(projectId, DATA)
    const summary = (count: number) => ({ first: ago(48), last: ago(2), count })
    const activity = { [escapeKey('email.open')]: summary(3), [escapeKey('signed up')]: summary(1) }
    return createContact({ projectId, email: 'ada@example.com', data: DATA, activity })
  }

  /** An execution of the contact in a CONDITION step of this config, each of whose branches leads to an EXIT. */
  async function enter({ projectId, _id }: ContactRecord, config: object, context: object, ways: string[] = []) {
    const step = makeStep('CONDITION', { config: { ...config } })
    const ends = ways.map((branch) => makeStep('EXIT', { name: branch }))
    const transitions = ends.map((end, index) => makeTransition(step, end, ways[index]))
    const workflow = await createWorkflow({ projectId, steps: [step, ...ends], transitions })
    const { _id: executionId } = await beginExecution(workflow, _id)
    await Execution.updateOne({ _id: executionId, projectId }, { $set: { context: escapeData(context) } })
    const ref = currentRef(await Execution.findOne({ _id: executionId, projectId }).orFail().lean())
    const decide = async () => {
      const open = await openCondition(ref)
      if (!isOpen(open)) throw new Error('The step is not open')
      return completed(open.decided.output, open.decided.branch)
    }
    return { ref, decide }
  }

  /** Runs a step of this config for a contact: the recorded outcome, and the next step. */
  async function walk(contact: ContactRecord, config: object, ways: string[], context: object = CONTEXT) {
    const { ref, decide } = await enter(contact, config, context, ways)
    const nextStep = await completeStep(ref, await decide())
    const [outcome] = await outcomesOf(ref.executionId)
    const { branch, output, status } = outcome ?? expect.fail('nothing is recorded')
    return { branch, output, status, next: 'name' in nextStep ? nextStep.name : null }
  }

  const table: [filter: Filter, isMet: boolean][] = [
    [{ field: 'email', operator: 'endsWith', value: '@EXAMPLE.com' }, true],
    [{ field: 'contact.email', operator: 'exists' }, true],
    [{ field: 'subscribed', operator: 'notEquals', value: true }, false],
    [{ field: 'createdAt', operator: 'within', value: 1, unit: 'hours' }, true],
    [{ field: 'createdAt', operator: 'lessThan', value: '2020-01-01' }, false],
    [{ field: 'data.plan', operator: 'equals', value: 'pro' }, true],
    [{ field: 'data.plan', operator: 'contains', value: 'x' }, false],
    [{ field: 'data.seats', operator: 'greaterThanOrEqual', value: 5 }, true],
    [{ field: 'data.a.b', operator: 'exists' }, true],
    [{ field: 'data.tags', operator: 'in', value: ['b', 'c'] }, true],
    [{ field: 'data.tags', operator: 'notIn', value: ['b', 'c'] }, false],
    [{ field: 'data.seenAt', operator: 'olderThan', value: 1, unit: 'days' }, true],
    [{ field: 'data.unknown', operator: 'notExists' }, true],
    [{ field: 'event.signed up', operator: 'triggeredWithin', value: 1, unit: 'days' }, false],
    [{ field: 'event.signed up', operator: 'triggered' }, true],
    [{ field: 'email.opened', operator: 'triggeredAtLeast', value: 3 }, true],
    [{ field: 'email.clicked', operator: 'notTriggered' }, true],
    [{ field: 'event.order.total', operator: 'greaterThan', value: 99 }, true],
    [{ field: 'event.order.line.count', operator: 'equals', value: 3 }, true],
    [{ field: 'event.coupon', operator: 'exists' }, false],
    [{ field: 'event.placedAt', operator: 'withinNext', value: 3, unit: 'days' }, false],
    [{ field: 'event.placedAt', operator: 'within', value: 3, unit: 'days' }, true],
    [{ field: 'event.plan', operator: 'notEquals', value: 'pro' }, false],
  ]
  it('takes yes or no by every kind of operator, on the contact and on the context', async () => {
    const ada = await createAda()
    const wrong: Filter[] = []
    for (const [filter, isMet] of table) {
      const { decide } = await enter(ada, filter, CONTEXT)
      const { branch, output } = await decide()
      if (branch !== (isMet ? 'yes' : 'no') || output?.['result'] !== isMet) wrong.push(filter)
    }
    expect(wrong).to.deep.equal([])
  })

  it('checks the membership of segments, and conditions of many filters', async () => {
    const ada = await createAda()
    const { projectId } = ada
    const fixed = await createSegment({ projectId })
    const seats = await createSegment({
      projectId,
      condition: only({ field: 'data.seats', operator: 'equals', value: 5 }),
    })
    await Contact.updateOne({ _id: ada._id, projectId }, { $set: { segments: [fixed._id] } })
    const isIn: Filter = { field: `segment.${fixed._id}`, operator: 'memberOfSegment' }
    const isNotOnSeats: Filter = { field: `segment.${seats._id}`, operator: 'notMemberOfSegment' }
    const isSmall: Filter = { field: 'event.order.total', operator: 'lessThan', value: 50 }
    const either: ConditionTree = { logic: 'OR', groups: [{ filters: [isSmall] }, { filters: [isNotOnSeats] }] }
    const condition: ConditionTree = { logic: 'AND', groups: [{ filters: [isIn], conditions: either }] }

    const ways = ['yes', 'no']
    expect(await walk(ada, isIn, ways)).to.deep.include({ output: { result: true }, next: 'yes' })
    expect(await walk(ada, isNotOnSeats, ways)).to.deep.include({ output: { result: false }, next: 'no' })
    expect(await walk(ada, { condition }, ways)).to.deep.include({ output: { result: false }, next: 'no' })
    const small = { order: { total: 49 } }
    expect(await walk(ada, { condition }, ways, small)).to.deep.include({ output: { result: true }, next: 'yes' })
  })

  const plans = {
    mode: 'multi',
    field: 'data.plan',
    branches: [
      { id: 'free', name: 'Free of charge', operator: 'equals', value: 'free' },
      { id: 'paying', name: 'Paying', operator: 'in', value: ['pro', 'team'] },
      { id: 'known', name: 'Any other', operator: 'exists' },
    ],
  }

  it('takes the first branch that matches, in the order of its author', async () => {
    const ada = await createAda()
    expect(await walk(ada, plans, ['free', 'paying', 'known', 'default'])).to.deep.equal({
      status: 'COMPLETED',
      branch: 'paying',
      output: { branch: 'paying', branchName: 'Paying' },
      next: 'paying',
    })
    const reversed = { ...plans, branches: plans.branches.toReversed() }
    expect(await walk(ada, reversed, ['paying'])).to.deep.include({
      output: { branch: 'known', branchName: 'Any other' },
      next: null,
    })
  })

  it('takes default when no branch matches, and ends the execution when default leads nowhere', async () => {
    const ada = await createAda()
    const output = { branch: 'default', branchName: 'default' }
    const config = { ...plans, branches: plans.branches.slice(0, 1) }
    expect(await walk(ada, config, ['free', 'default'])).to.deep.include({ output, next: 'default' })
    expect(await walk(ada, config, ['free'])).to.deep.include({ output, branch: 'default', next: null })
  })

  it('compares the context in every branch, however large it is', async () => {
    const branches = Array.from({ length: 20 }, (_, index) => {
      const value = 19 - index
      return { id: `from ${value}`, name: `${value}`, operator: 'greaterThanOrEqual', value }
    })
    // With one query for each branch, the conditions would be larger than a query may be.
    const context = { text: 'x'.repeat(900_000), order: { total: 7 } }
    const config = { mode: 'multi', field: 'event.order.total', branches }
    expect(await walk(await createAda(), config, ['from 7'], context)).to.include({ next: 'from 7' })
  })

  it('evaluates all branches on one state of the contact, while the contact changes', async () => {
    const ada = await createAda()
    const change = async (plan: string) => {
      await Contact.updateOne({ _id: ada._id, projectId: ada.projectId }, { $set: { 'data.plan': plan } })
    }
    await change('one')
    const branches = ['one', 'two'].map((id) => ({ id, name: id, operator: 'equals', value: id }))
    const { decide } = await enter(ada, { mode: 'multi', field: 'data.plan', branches }, {})
    const taken: (string | null)[] = []
    const goesOn = (): boolean => taken.length < 100 || new Set(taken).size < 2
    await Promise.all([
      (async () => {
        while (goesOn()) for (const plan of ['two', 'one']) await change(plan)
      })(),
      (async () => {
        while (goesOn()) taken.push((await decide()).branch)
      })(),
    ])
    expect([...new Set(taken)]).to.have.members(['one', 'two'])
  })
})
