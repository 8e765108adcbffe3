import { expect } from 'chai'
import type { DraftStep, DraftTransition, DraftTrigger } from '../../dashboard/shared/workflow-draft/draft.js'
import { canvasKey } from '../../dashboard/shared/workflow-graph/canvas-keys.js'
import { NO_TARGET, placeAt, type DropTarget } from '../../dashboard/shared/workflow-graph/drop-target.js'
import { edgePath } from '../../dashboard/shared/workflow-graph/edge-path.js'
import { freshName } from '../../dashboard/shared/workflow-graph/fresh-name.js'
import { drawnOutcomes, backTransitions, transitionsByStep } from '../../dashboard/shared/workflow-graph/graph.js'
import { layOut } from '../../dashboard/shared/workflow-graph/layout.js'
import { sizeOf } from '../../dashboard/shared/workflow-graph/sizes.js'
import { stepSummary } from '../../dashboard/shared/workflow-graph/step-summary.js'
import { firstView, isSeen } from '../../dashboard/shared/workflow-graph/viewport.js'
import { walk } from '../../dashboard/shared/workflow-graph/walk.js'

const BY_EVENT: DraftTrigger = { triggerType: 'EVENT', triggerConfig: { eventName: 'signed up' }, allowReentry: false }

function step(id: string, type: DraftStep['type'], config: DraftStep['config'] = {}): DraftStep {
  return { id, type, name: id, config, templateId: null }
}

function way(fromStepId: string, toStepId: string, branch: string | null = null): DraftTransition {
  return { id: `${fromStepId}-${toStepId}`, fromStepId, toStepId, branch, priority: 0 }
}

/** A trigger, a pause, a condition with two branches that meet again, and a loop from the second branch. */
const graph = {
  steps: [
    step('start', 'TRIGGER'),
    step('pause', 'DELAY'),
    step('choice', 'CONDITION'),
    step('left', 'SEND_EMAIL'),
    step('right', 'SEND_EMAIL'),
    step('end', 'EXIT'),
  ],
  transitions: [
    way('start', 'pause'),
    way('pause', 'choice'),
    way('choice', 'right', 'no'),
    way('choice', 'left', 'yes'),
    way('left', 'end'),
    way('right', 'pause'),
  ],
}
const sizes = new Map(graph.steps.map(({ id }) => [id, sizeOf(2, false)]))

describe('the layout of a workflow', () => {
  const { positions } = layOut(graph, sizes, {})
  const at = (id: string) => positions.get(id) ?? { x: Number.NaN, y: Number.NaN }

  it('goes from top to bottom, with the branches in their order', () => {
    expect(at('pause').y).to.be.greaterThan(at('start').y)
    expect(at('choice').y).to.be.greaterThan(at('pause').y)
    expect(at('left').y).to.equal(at('right').y)
    expect(at('left').x).to.be.lessThan(at('right').x)
  })

  it('keeps steps apart, and finds the transition that closes a loop', () => {
    const boxes = [...positions.values()]
    const overlaps = boxes.flatMap((one, index) =>
      boxes.slice(index + 1).filter(({ x, y }) => Math.abs(x - one.x) < 232 && Math.abs(y - one.y) < 56),
    )
    expect(overlaps).to.deep.equal([])
    expect([...backTransitions(transitionsByStep(graph))]).to.deep.equal(['right-pause'])
  })

  it('draws a transition past the steps beside it, and each branch of a nested decision below its own step', () => {
    const nested = {
      steps: ['start', 'outer', 'inner', 'one', 'two', 'end'].map((id) =>
        step(id, id === 'start' ? 'TRIGGER' : id === 'outer' || id === 'inner' ? 'CONDITION' : 'SEND_EMAIL'),
      ),
      transitions: [
        way('start', 'outer'),
        way('outer', 'end', 'yes'),
        way('outer', 'inner', 'no'),
        way('inner', 'one', 'yes'),
        way('inner', 'two', 'no'),
        way('one', 'end'),
        way('two', 'end'),
      ],
    }
    const laid = layOut(nested, new Map(nested.steps.map(({ id }) => [id, sizeOf(2, false)])), {})
    const middle = (id: string) => (laid.positions.get(id)?.x ?? Number.NaN) + sizeOf(2, false).width / 2
    expect(middle('inner')).to.equal((middle('one') + middle('two')) / 2)
    expect(middle('start')).to.equal(middle('outer'))
    const passed = laid.routes.get('outer-end') ?? []
    expect(passed.map(({ y }) => y)).to.have.length(4)
    for (const { x } of passed) expect(x).to.be.lessThan(Math.min(middle('inner'), middle('one')) - 116)
    expect(laid.routes.get('one-end')).to.deep.equal([])
  })

  it('keeps moved steps where they are, and places the others freely below their predecessors', () => {
    const moved = { start: { x: 500, y: 0 }, pause: { x: 500, y: 200 }, choice: { x: 100, y: 400 } }
    const placed = layOut(graph, sizes, moved).positions
    for (const [id, place] of Object.entries(moved)) expect(placed.get(id)).to.deep.equal(place)
    const [left, right] = [placed.get('left'), placed.get('right')]
    expect(left?.y).to.be.greaterThan(456)
    expect(Math.abs((left?.x ?? 0) - (right?.x ?? 0))).to.be.at.least(232)
  })

  it('draws a transition down from edge to edge, and one back up beside the steps', () => {
    const down = edgePath({ from: { x: 0, y: 56 }, to: { x: 0, y: 160 }, stem: 40, between: [], aside: 0 })
    expect(down).to.equal('M0,56 L0,96 L0,160')
    const up = edgePath({ from: { x: 0, y: 300 }, to: { x: 0, y: 100 }, stem: 40, between: [], aside: 200 })
    expect(up)
      .to.match(/^M0,300 /)
      .and.include('200,')
      .and.match(/ L0,100$/)
  })

  it('shows the whole graph when it is readable, and otherwise the part around one step', () => {
    const start = { x: 0, y: 5_000, width: 232, height: 56 }
    const screen = { width: 800, height: 600 }
    expect(firstView({ x: 0, y: 0, width: 232, height: 400 }, { ...start, y: 0 }, screen).zoom).to.equal(1)
    expect(isSeen(start, firstView({ x: 0, y: 0, width: 232, height: 9_000 }, start, screen), screen)).to.equal(true)
  })
})

describe('the keys of the canvas', () => {
  const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
  const to = (from: string, arrow: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight', cameFrom?: string) =>
    walk(graph, from, arrow, { positions: layOut(graph, sizes, {}).positions, cameFrom: cameFrom ?? null })

  it('move along the transitions: down the first branch, back up the same path, and between branches', () => {
    expect(to('choice', 'ArrowDown')).to.equal('left')
    expect(to('left', 'ArrowRight')).to.equal('right')
    expect(to('right', 'ArrowLeft')).to.equal('left')
    expect(to('right', 'ArrowRight')).to.equal(null)
    expect(to('pause', 'ArrowUp')).to.equal('start')
    expect(to('pause', 'ArrowUp', 'right')).to.equal('right')
    expect(to('start', 'ArrowUp')).to.equal(null)
    expect(to('end', 'ArrowDown')).to.equal(null)
  })

  it('move steps with Shift, and ignore Alt and the shortcuts of the browser', () => {
    expect(canvasKey({ ...none, key: 'ArrowUp' })).to.deep.equal({ action: 'walk', arrow: 'ArrowUp' })
    expect(canvasKey({ ...none, key: 'ArrowUp', shiftKey: true })).to.deep.equal({ action: 'nudge', arrow: 'ArrowUp' })
    expect(canvasKey({ ...none, key: 'ArrowLeft', altKey: true })).to.equal(null)
    expect(canvasKey({ ...none, key: 'c', metaKey: true })).to.deep.equal({ action: 'copy' })
    expect(canvasKey({ ...none, key: 'c' })).to.equal(null)
    expect(canvasKey({ ...none, key: 'r', ctrlKey: true })).to.equal(null)
  })
})

describe('a step that is dropped on the canvas', () => {
  const draft = { ...graph, name: '', description: null, trigger: BY_EVENT, positions: {} }
  const over = (target: Partial<DropTarget>) => ({ ...NO_TARGET, ...target })

  it('splits a transition, follows a step or an outcome, and is unconnected elsewhere', () => {
    const between = { at: 'transition', transitionId: 'start-pause' }
    expect(placeAt(draft, 'DELAY', over({ transitionId: 'start-pause' }))).to.deep.equal(between)
    expect(placeAt(draft, 'DELAY', over({ stepId: 'start' }))).to.deep.equal(between)
    const behind = { at: 'outcome', fromStepId: 'choice', branch: 'no' }
    expect(placeAt(draft, 'DELAY', over({ stepId: 'choice', handleId: 'branch:no' }))).to.deep.equal(behind)
    expect(placeAt(draft, 'DELAY', over({}))).to.deep.equal({ at: 'nowhere' })
  })

  it('is unconnected if it is an exit that other steps would follow', () => {
    expect(placeAt(draft, 'EXIT', over({ stepId: 'start' }))).to.deep.equal({ at: 'nowhere' })
    expect(placeAt(draft, 'EXIT', over({ stepId: 'choice', handleId: 'branch:no' }))).to.deep.equal({ at: 'nowhere' })
    expect(placeAt(draft, 'EXIT', over({ stepId: 'end' }))).to.deep.equal({ at: 'nowhere' })
  })
})

describe('a step on the canvas', () => {
  const outcomes = (of: DraftStep, ...transitions: DraftTransition[]) =>
    drawnOutcomes(of, transitions).map(({ branch }) => branch)

  it('has the outcomes of its type, and one for the rest as long as no other is used', () => {
    const wait = step('wait', 'WAIT_FOR_EVENT')
    expect(outcomes(wait)).to.deep.equal(['event', 'timeout', null])
    expect(outcomes(wait, way('wait', 'x', 'event'))).to.deep.equal(['event', 'timeout'])
    expect(outcomes(wait, way('wait', 'x', 'event'), way('wait', 'y'))).to.deep.equal(['event', 'timeout', null])
    expect(outcomes(step('choice', 'CONDITION'), way('choice', 'x', 'gone'))).to.deep.equal(['yes', 'no', 'gone'])
    expect(outcomes(step('end', 'EXIT'))).to.deep.equal([])
  })

  const pro = { field: 'data.plan', operator: 'equals', value: 'pro' }
  const window = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
  for (const [type, config, text] of [
    ['TRIGGER', {}, 'On “signed up”'],
    ['DELAY', { amount: 3, unit: 'days' }, '3 days'],
    ['DELAY', { amount: 1, unit: 'weeks' }, '1 week'],
    ['DELAY', { until: '{{ data.renewal }}' }, 'Until {{ data.renewal }}'],
    ['DELAY', { window }, 'Mon–Fri, 09:00–17:00'],
    ['WAIT_FOR_EVENT', { eventName: 'upgraded', timeout: 604_800 }, '“upgraded”, up to 7 days'],
    ['CONDITION', pro, 'plan = pro'],
    ['CONDITION', { condition: { logic: 'AND', groups: [{ filters: [pro, pro] }] } }, 'plan = pro, and 1 more'],
    ['CONDITION', { mode: 'multi', field: 'data.plan', branches: [{}, {}] }, 'plan: 2 branches'],
    [
      'CONDITION',
      { field: 'data.trialEnd', operator: 'within', value: 3, unit: 'days' },
      'trialEnd in the last 3 days',
    ],
    ['CONDITION', { field: 'data.birthday', operator: 'anniversary' }, 'birthday is today'],
    [
      'UPDATE_CONTACT',
      { updates: { plan: 'pro', seats: 3 }, subscriptionAction: 'subscribe' },
      'Subscribes. Sets plan, seats',
    ],
    ['EXIT', {}, null],
    ['DELAY', {}, null],
  ] as const) {
    it(`is summarised as: ${text ?? `nothing for an empty ${type}`}`, () => {
      expect(stepSummary(step('one', type, config), BY_EVENT)).to.equal(text)
    })
  }

  it('gets a unique name', () => {
    expect(freshName('Delay', [{ name: 'Delay' }, { name: 'Delay 2' }])).to.equal('Delay 3')
    expect(freshName('Delay', [])).to.equal('Delay')
  })
})
