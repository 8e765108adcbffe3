import { expect } from 'chai'
import {
  firstStep,
  findNextStep,
  refuseTransition,
  strandedTransitions,
  type Graph,
  type Step,
} from '../../../models/domain/workflow-graph.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

const trigger = makeStep('TRIGGER')
const mail = makeStep('SEND_EMAIL')
const other = makeStep('UPDATE_CONTACT')
const delay = makeStep('DELAY')
const wait = makeStep('WAIT_FOR_EVENT')
const check = makeStep('CONDITION')
const exit = makeStep('EXIT')
const steps = [trigger, mail, other, delay, wait, check, exit]

const graphOf = (...transitions: Graph['transitions']): Graph => ({ steps, transitions })

describe('findNextStep', () => {
  it('takes the transition of the outcome, whatever stands first', () => {
    const graph = graphOf(makeTransition(check, exit, 'no'), makeTransition(check, mail, 'yes'))
    expect(findNextStep(graph, check.id, 'yes')).to.equal(mail)
    expect(findNextStep(graph, check.id, 'no')).to.equal(exit)
  })

  it('gives an outcome without a transition of its own the one without a branch', () => {
    const graph = graphOf(makeTransition(wait, mail, 'event'), makeTransition(wait, exit))
    expect(findNextStep(graph, wait.id, 'timeout')).to.equal(exit)
    expect(findNextStep(graph, wait.id, 'event')).to.equal(mail)
  })

  it('ends the walk where an outcome leads nowhere', () => {
    expect(findNextStep(graphOf(makeTransition(check, mail, 'yes')), check.id, 'no')).to.equal(null)
    expect(findNextStep(graphOf(), mail.id, null)).to.equal(null)
  })

  it('prefers the lower priority', () => {
    const graph = graphOf(makeTransition(mail, exit, null, 2), makeTransition(mail, delay, null, 1))
    expect(findNextStep(graph, mail.id, null)).to.equal(delay)
  })
})

describe('firstStep', () => {
  it('is the step behind the TRIGGER, or none', () => {
    expect(firstStep(graphOf(makeTransition(trigger, mail)))).to.equal(mail)
    expect(firstStep(graphOf())).to.equal(null)
  })
})

describe('strandedTransitions', () => {
  it('are those on outcomes that a change of the step takes away', () => {
    const branches = ['gold', 'silver'].map((id) => ({ id, name: id, operator: 'equals', value: id }))
    const multi = { ...check, config: { mode: 'multi', field: 'data.plan', branches } }
    const fewer = { ...check, config: { ...multi.config, branches: branches.slice(0, 1) } }
    const ways = ['gold', 'silver', 'default'].map((branch) => makeTransition(check, mail, branch))
    const graph = graphOf(...ways, makeTransition(wait, mail, 'event'))
    expect(strandedTransitions(graph, multi, fewer)).to.deep.equal([ways[1]])
    expect(strandedTransitions(graph, multi, check)).to.deep.equal(ways)
    expect(strandedTransitions(graph, multi, { ...multi, name: 'Other' })).to.deep.equal([])
    expect(strandedTransitions(graph, fewer, multi)).to.deep.equal([])
  })
})

describe('refuseTransition', () => {
  const refused: [title: string, from: Step, to: Step, branch: string | null, field: string][] = [
    ['to itself', mail, mail, null, 'toStepId'],
    ['into the TRIGGER', mail, trigger, null, 'toStepId'],
    ['out of an EXIT', exit, mail, null, 'fromStepId'],
    ['out of a CONDITION without a branch', check, mail, null, 'branch'],
    ['out of a CONDITION on an unknown branch', check, mail, 'maybe', 'branch'],
    ['on the branch of another kind of step', wait, mail, 'yes', 'branch'],
    ['on a branch where there is none', mail, exit, 'yes', 'branch'],
    ['on an empty branch', mail, exit, '', 'branch'],
  ]
  for (const [title, from, to, branch, field] of refused) {
    it(`refuses one ${title}, and names ${field}`, () => {
      expect(refuseTransition(graphOf(), from, to, branch)).to.include({ field })
    })
  }

  const allowed: [from: Step, to: Step, branch: string | null][] = [
    [trigger, mail, null],
    [mail, exit, null],
    [check, mail, 'yes'],
    [check, mail, 'no'],
    [wait, mail, 'event'],
    [wait, mail, 'timeout'],
    [wait, mail, null],
  ]
  for (const [from, to, branch] of allowed) {
    it(`allows ${from.type} to ${to.type} on ${branch ?? 'every outcome'}`, () => {
      expect(refuseTransition(graphOf(), from, to, branch)).to.equal(null)
    })
  }

  it('refuses a second way for one outcome, also to another step', () => {
    expect(refuseTransition(graphOf(makeTransition(mail, exit)), mail, delay, null)).to.include({ field: 'branch' })
    const taken = graphOf(makeTransition(check, mail, 'yes'))
    expect(refuseTransition(taken, check, exit, 'yes')).to.include({ field: 'branch' })
    expect(refuseTransition(taken, check, exit, 'no')).to.equal(null)
  })

  it('refuses a loop in which nothing pauses', () => {
    const graph = graphOf(makeTransition(mail, other), makeTransition(other, check))
    expect(refuseTransition(graph, check, mail, 'yes')).to.include({ field: 'toStepId' })
  })

  for (const pause of [delay, wait]) {
    it(`allows a loop through a ${pause.type}, wherever it is closed`, () => {
      const closedAfter = graphOf(makeTransition(mail, pause), makeTransition(pause, check))
      expect(refuseTransition(closedAfter, check, mail, 'no')).to.equal(null)
      const closedBy = graphOf(makeTransition(check, mail, 'no'), makeTransition(mail, pause))
      expect(refuseTransition(closedBy, pause, check, null)).to.equal(null)
    })
  }

  it('refuses a loop that a pause stands beside and not in', () => {
    const graph = graphOf(makeTransition(mail, check), makeTransition(check, delay, 'no'), makeTransition(delay, mail))
    expect(refuseTransition(graph, check, mail, 'yes')).to.include({ field: 'toStepId' })
  })
})
