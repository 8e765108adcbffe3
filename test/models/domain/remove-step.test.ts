import { expect } from 'chai'
import { spliceStep, withoutStep } from '../../../models/domain/remove-step.js'
import type { Graph, Step, Transition } from '../../../models/domain/workflow-graph.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

const trigger = makeStep('TRIGGER')
const mail = makeStep('SEND_EMAIL', { name: 'Mail' })
const other = makeStep('UPDATE_CONTACT', { name: 'Other' })
const delay = makeStep('DELAY', { name: 'Pause' })
const wait = makeStep('WAIT_FOR_EVENT', { name: 'Wait' })
const check = makeStep('CONDITION', { name: 'Check' })
const exit = makeStep('EXIT', { name: 'End' })
const steps = [trigger, mail, other, delay, wait, check, exit]

const graphOf = (...transitions: Transition[]): Graph => ({ steps, transitions })
const waysOf = ({ transitions }: Graph) =>
  transitions.map(({ fromStepId, toStepId, branch }) => [nameOf(fromStepId), nameOf(toStepId), branch])
const nameOf = (id: string) => steps.find((step) => step.id === id)?.name

const spliced = (step: Step, ...transitions: Transition[]): Graph => {
  const result = spliceStep(graphOf(...transitions), step.id)
  if (!('graph' in result)) throw new Error(result.refusal)
  return result.graph
}

describe('withoutStep', () => {
  it('takes a step away with what leads to it and from it, and leaves the rest', () => {
    const graph = graphOf(makeTransition(mail, delay), makeTransition(delay, exit), makeTransition(check, exit, 'yes'))
    const left = withoutStep(graph, delay.id)
    expect(left.steps).to.deep.equal(steps.filter(({ id }) => id !== delay.id))
    expect(waysOf(left)).to.deep.equal([['Check', 'End', 'yes']])
    expect(graph.transitions).to.have.lengthOf(3)
  })
})

describe('spliceStep', () => {
  it('leads every way to the step on to the one behind it, each under its own id, branch and priority', () => {
    const ways = [makeTransition(check, delay, 'yes'), makeTransition(mail, delay, null, 3)]
    const graph = spliced(delay, ...ways, makeTransition(delay, exit))
    expect(waysOf(graph)).to.deep.equal([
      ['Check', 'End', 'yes'],
      ['Mail', 'End', null],
    ])
    expect(graph.transitions).to.deep.equal(ways.map((way) => ({ ...way, toStepId: exit.id })))
    expect(graph.steps).not.to.include(delay)
  })

  it('takes several outcomes that lead to one step for one successor', () => {
    const graph = spliced(
      wait,
      makeTransition(mail, wait),
      makeTransition(wait, exit, 'event'),
      makeTransition(wait, exit, 'timeout'),
    )
    expect(waysOf(graph)).to.deep.equal([['Mail', 'End', null]])
  })

  it('ends what led to a step that nothing follows', () => {
    expect(waysOf(spliced(delay, makeTransition(mail, delay), makeTransition(trigger, mail)))).to.deep.equal([
      ['TRIGGER', 'Mail', null],
    ])
  })

  const refused: [title: string, step: Step, transitions: Transition[], message: string][] = [
    [
      'several steps follow',
      check,
      [makeTransition(mail, check), makeTransition(check, exit, 'yes'), makeTransition(check, delay, 'no')],
      'several steps follow',
    ],
    [
      'a step would lead to itself',
      delay,
      [makeTransition(mail, delay), makeTransition(delay, mail)],
      '"Mail" would lead to "Mail". A step cannot lead to itself',
    ],
    [
      'a loop would lose its only pause',
      delay,
      [makeTransition(mail, other), makeTransition(other, delay), makeTransition(delay, mail)],
      '"Other" would lead to "Mail". A loop must pass',
    ],
    [
      'two ways together would close a loop',
      delay,
      [
        makeTransition(trigger, delay),
        makeTransition(check, delay, 'yes'),
        makeTransition(delay, mail),
        makeTransition(mail, check),
      ],
      '"Check" would lead to "Mail". A loop must pass',
    ],
  ]
  for (const [title, step, transitions, message] of refused) {
    it(`is refused where ${title}`, () => {
      const graph = graphOf(...transitions)
      const before = structuredClone(graph)
      const result = spliceStep(graph, step.id)
      expect('refusal' in result && result.refusal).to.contain(message)
      expect(graph).to.deep.equal(before)
    })
  }

  it('keeps a loop that another step pauses', () => {
    const graph = spliced(delay, makeTransition(mail, wait), makeTransition(wait, delay), makeTransition(delay, mail))
    expect(waysOf(graph)).to.deep.equal([
      ['Mail', 'Wait', null],
      ['Wait', 'Mail', null],
    ])
  })
})
