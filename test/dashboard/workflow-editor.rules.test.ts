import { expect } from 'chai'
import { readEditorSearch } from '../../dashboard/pages/workflows/editor/editor-search.js'
import { readValue, shownValue, treeOf } from '../../dashboard/pages/workflows/editor/inspector/condition-parts.js'
import { delayFormOf, emptyDelay, whenGoesOn } from '../../dashboard/pages/workflows/editor/inspector/delay-parts.js'
import { joinUpdates, namesIn, splitUpdates } from '../../dashboard/pages/workflows/editor/inspector/update-parts.js'
import { limitOf, secondsOf } from '../../dashboard/pages/workflows/editor/inspector/wait-parts.js'
import { bodyKindOf, readJsonBody, sampleOf } from '../../dashboard/pages/workflows/editor/inspector/webhook-parts.js'
import { outlineKey } from '../../dashboard/pages/workflows/editor/outline/outline-keys.js'
import {
  currentRow,
  keyOf,
  rangeOf,
  toggled,
} from '../../dashboard/pages/workflows/editor/outline/outline-selection.js'
import {
  outlineOf,
  visibleRows,
  outcomeId,
  type OutlineItem,
} from '../../dashboard/pages/workflows/editor/outline/outline-tree.js'
import { writtenKey } from '../../dashboard/commands/key-sequence.js'
import type { Draft, DraftStep, DraftTransition } from '../../dashboard/shared/workflow-draft/draft.js'
import { definitionOf, draftOf } from '../../dashboard/shared/workflow-draft/stored.js'
import type { StepType } from '../../models/domain/workflow-graph.js'

const step = (id: string, type: StepType, config: DraftStep['config'] = {}): DraftStep => ({
  id,
  type,
  name: id,
  config,
  templateId: null,
})
const way = (fromStepId: string, toStepId: string, branch: string | null = null): DraftTransition => ({
  id: `${fromStepId}-${toStepId}`,
  fromStepId,
  toStepId,
  branch,
  priority: 0,
})
const DRAFT: Draft = {
  name: 'Onboarding',
  description: null,
  trigger: { triggerType: 'EVENT', triggerConfig: { eventName: 'signed up' }, allowReentry: false },
  steps: [
    step('start', 'TRIGGER'),
    step('mail', 'SEND_EMAIL'),
    step('plan', 'CONDITION'),
    step('pro', 'SEND_EMAIL'),
    step('wait', 'WAIT_FOR_EVENT'),
    step('end', 'EXIT'),
    step('lost', 'WEBHOOK'),
  ],
  transitions: [
    way('start', 'mail'),
    way('mail', 'plan'),
    way('plan', 'pro', 'yes'),
    way('plan', 'wait', 'no'),
    way('pro', 'end'),
    way('wait', 'mail', 'timeout'),
    way('wait', 'end', 'event'),
  ],
  positions: {},
}

/** The outline as lines, each indented by its level. */
function lines(items: readonly OutlineItem[], level = 0): string[] {
  return items.flatMap((item) => {
    const texts = {
      step: item.id,
      outcome: `on ${item.kind === 'outcome' && item.outcome.branch}`,
      jump: 'to',
      loose: 'loose',
    }
    const to = item.kind === 'jump' ? ` ${item.to.id}` : ''
    return [`${'  '.repeat(level)}${texts[item.kind]}${to}`, ...lines(item.children, level + 1)]
  })
}

describe('the outline of a workflow', () => {
  it('shows each step once, the branches of a decision below it, and where a path continues elsewhere', () => {
    expect(lines(outlineOf(DRAFT))).to.deep.equal([
      'start',
      'mail',
      'plan',
      '  on yes',
      '    pro',
      '    end',
      '  on no',
      '    wait',
      '      on event',
      '        to end',
      '      on timeout',
      '        to mail',
      'loose',
      '  lost',
      '    on success',
      '    on failure',
    ])
  })

  it('gives each visible row its level and its position among its siblings', () => {
    const rows = visibleRows(outlineOf(DRAFT), new Set(['wait']))
    const facts = rows.map(({ item, level, position, size, isOpen }) => [item.id, level, position, size, isOpen])
    expect(facts.slice(2, 8)).to.deep.equal([
      ['plan', 1, 3, 4, true],
      [outcomeId('plan', 'yes'), 2, 1, 2, true],
      ['pro', 3, 1, 2, false],
      ['end', 3, 2, 2, false],
      [outcomeId('plan', 'no'), 2, 2, 2, true],
      ['wait', 3, 1, 1, false],
    ])
  })

  it('can be navigated with the keys of a tree', () => {
    const rows = visibleRows(outlineOf(DRAFT), new Set(['wait']))
    const press = (key: string, on: string | null, held = {}) =>
      outlineKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, rows, on)
    expect(press('ArrowDown', 'plan')).to.deep.equal({ action: 'go', id: outcomeId('plan', 'yes') })
    expect(press('ArrowUp', 'start')).to.equal(null)
    expect(press('ArrowLeft', 'plan')).to.deep.equal({ action: 'close', id: 'plan' })
    expect(press('ArrowLeft', 'pro')).to.deep.equal({ action: 'go', id: outcomeId('plan', 'yes') })
    expect(press('ArrowRight', 'wait')).to.deep.equal({ action: 'open', id: 'wait' })
    expect(press('ArrowRight', 'plan')).to.deep.equal({ action: 'go', id: outcomeId('plan', 'yes') })
    expect(press('End', 'plan')).to.deep.equal({ action: 'go', id: rows.at(-1)!.item.id })
    expect(['a', 'l', 'Delete', 'F2'].map((key) => press(key, 'mail')?.action)).to.deep.equal([
      'add',
      'connect',
      'delete',
      'rename',
    ])
    const mod = (key: string) => press(key, 'mail', { ctrlKey: true })
    expect(['c', 'x', 'v', 'a', ' '].map((key) => mod(key)?.action)).to.deep.equal([
      'copy',
      'cut',
      'paste',
      'all',
      'toggle',
    ])
    const next = outcomeId('plan', 'yes')
    expect(press('ArrowDown', 'plan', { shiftKey: true })).to.deep.equal({ action: 'extend', id: next })
    expect(press('ArrowDown', 'plan', { ctrlKey: true })).to.deep.equal({ action: 'move', id: next })
    expect(press('End', 'plan', { ctrlKey: true, shiftKey: true })?.action).to.equal('extend')
    expect(press(' ', 'plan', { shiftKey: true })).to.deep.equal({ action: 'extend', id: 'plan' })
    expect([press('a', 'mail', { altKey: true }), press('z', 'mail', { ctrlKey: true })]).to.deep.equal([null, null])
  })

  it('selects the steps between two rows, and keeps the current row until another selection', () => {
    const rows = visibleRows(outlineOf(DRAFT), new Set())
    const ids = rows.map(({ item }) => item.id)
    const range = rangeOf(rows, 'plan', ids.at(-1)!)
    expect(range).to.deep.equal(rangeOf(rows, ids.at(-1)!, 'plan'))
    expect(range.stepIds).to.include('plan').and.not.include('start')
    expect(range.stepIds).to.not.include(outcomeId('plan', 'yes'))
    expect(toggled(toggled(range, 'start'), 'plan').stepIds)
      .to.include('start')
      .and.not.include('plan')
    const current = { id: outcomeId('plan', 'yes'), of: keyOf(range), anchorId: 'plan' }
    expect(currentRow(rows, current, range)).to.equal(current.id)
    expect(currentRow(rows, current, { stepIds: ['plan', 'start'], transitionId: null })).to.equal('start')
    expect(currentRow(rows, null, { stepIds: [], transitionId: null })).to.equal('start')
  })
})

describe('a workflow of the API', () => {
  it('becomes a draft and the same definition again, without automatic positions', () => {
    const at = '2026-01-01T00:00:00.000Z'
    const placed = (id: string, x: number, config = {}, templateId: string | null = null) => ({
      ...step(id, id === 'start' ? 'TRIGGER' : 'SEND_EMAIL', config),
      templateId,
      workflowId: 'w',
      position: { x, y: 150 },
      config: config as never,
      createdAt: at,
      updatedAt: at,
    })
    const draft = draftOf({
      ...DRAFT.trigger,
      triggerConfig: { eventName: 'signed up' },
      id: 'w',
      projectId: 'p',
      name: 'Onboarding',
      description: null,
      enabled: false,
      archived: false,
      version: 3,
      createdAt: at,
      updatedAt: at,
      steps: [placed('start', 0, { eventName: 'old' }), placed('mail', 40, { templateId: 't', subject: 'Hi' }, 't')],
      transitions: [{ ...way('start', 'mail'), workflowId: 'w', condition: null, createdAt: at }],
    })
    expect(draft.positions).to.deep.equal({ mail: { x: 40, y: 150 } })
    expect(draft.steps.map(({ config }) => config)).to.deep.equal([{}, { subject: 'Hi' }])
    const { steps, ...rest } = definitionOf(draft, { version: 3, updatedAt: at })
    expect(rest).to.deep.include({ baseVersion: 3, ifUpdatedAt: at, triggerType: 'EVENT', allowReentry: false })
    expect(steps[1]).to.deep.include({ templateId: 't', config: { subject: 'Hi' }, position: { x: 40, y: 150 } })
  })
})

describe('the forms of steps', () => {
  const now = new Date('2026-03-27T12:00:00Z')

  for (const [config, end] of [
    [{ amount: 90, unit: 'minutes' }, '2026-03-27T13:30:00.000Z'],
    // The clocks change in between: the time of day stays.
    [{ amount: 3, unit: 'days' }, '2026-03-30T11:00:00.000Z'],
    [{ until: '2026-04-01T09:00:00Z' }, '2026-04-01T09:00:00.000Z'],
    [{ window: { days: [1], from: '09:00', to: '17:00', timezone: 'UTC' } }, '2026-03-30T09:00:00.000Z'],
    [{ until: '{{ data.renewalDate }}' }, 'template'],
    [{ amount: 1, unit: 'days', timezone: '{{ data.zone }}' }, 'template'],
    [{ until: 'soon' }, null],
    [{ amount: -1, unit: 'days' }, null],
    [{ window: { days: [1], from: '9', to: '17:00', timezone: 'UTC' } }, null],
    [{ window: { days: [1], from: '09:00', to: '09:00', timezone: 'UTC' } }, null],
    [{}, null],
  ] as const) {
    it(`say when a contact that enters a delay of ${JSON.stringify(config)} continues`, () => {
      const at = whenGoesOn(config, now, 'Europe/Berlin')
      expect(at instanceof Date ? at.toISOString() : at).to.equal(end)
    })
  }

  it('offer each form of a delay, with a common default', () => {
    for (const form of ['amount', 'until', 'window'] as const) {
      expect(delayFormOf(emptyDelay(form, 'UTC'))).to.equal(form)
    }
  })

  it('show the time limit of a wait in the largest unit that fits', () => {
    for (const [seconds, amount, unit] of [
      [604_800, 1, 'weeks'],
      [172_800, 2, 'days'],
      [5_400, 90, 'minutes'],
      [30, 0.5, 'minutes'],
    ] as const) {
      expect(limitOf(seconds)).to.deep.equal({ amount, unit })
      expect(secondsOf({ amount, unit })).to.equal(seconds)
    }
  })

  it('read the value of a comparison by its operator and the type of its field', () => {
    expect(readValue('pro', 'equals', 'string')).to.equal('pro')
    expect(readValue('12', 'equals', 'string')).to.equal('12')
    expect(readValue('12', 'equals', 'number')).to.equal(12)
    expect(readValue('12', 'greaterThan', undefined)).to.equal(12)
    expect(readValue('true', 'equals', 'boolean')).to.equal(true)
    expect(readValue('pro, trial,', 'in', 'string')).to.deep.equal(['pro', 'trial'])
    expect(readValue('3', 'within', 'date')).to.equal(3)
    expect(readValue('3', 'anniversary', 'date')).to.equal(3)
    expect(readValue('x', 'exists', 'string')).to.equal(undefined)
    expect(readValue(' ', 'equals', 'string')).to.equal(undefined)
    expect(shownValue(['a', 1])).to.equal('a, 1')
  })

  it('show a single comparison as a condition, and an empty one as no condition', () => {
    const filter = { field: 'data.plan', operator: 'equals', value: 'pro' }
    expect(treeOf(filter)).to.deep.equal({ logic: 'AND', groups: [{ filters: [filter] }] })
    expect(treeOf({})).to.equal(null)
  })

  it('keep the fields of a contact that are set and those that are removed', () => {
    const updates = { plan: '{{ event.plan }}', trialEndsAt: null }
    expect(splitUpdates({ updates })).to.deep.equal({ set: { plan: '{{ event.plan }}' }, removed: ['trialEndsAt'] })
    expect(joinUpdates(splitUpdates({ updates }))).to.deep.equal(updates)
    expect(joinUpdates({ set: {}, removed: [] })).to.equal(undefined)
    expect(namesIn(' a \n\nb')).to.deep.equal(['a', 'b'])
  })

  it('show the request of a webhook', () => {
    const call = (config: object) => sampleOf(DRAFT, 'w', step('Call', 'WEBHOOK', config as DraftStep['config']))
    expect(call({ url: 'https://a.example/x' })).to.have.nested.property('body.contact.email')
    expect(call({ url: 'https://a.example/x', method: 'GET' })).to.not.have.property('body')
    expect(call({ url: 'https://a.example/x', method: 'GET' }).request).to.equal('GET https://a.example/x')
    expect(call({ body: { a: 1 }, headers: { A: 'b' } })).to.deep.include({ body: { a: 1 } })
    expect([bodyKindOf({}), bodyKindOf({ body: '' }), bodyKindOf({ body: [] })]).to.deep.equal([
      'default',
      'text',
      'json',
    ])
    expect([readJsonBody('[1]'), readJsonBody('1'), readJsonBody('{')]).to.deep.equal([[1], null, null])
  })
})

describe('the page address and the shortcuts of the editor', () => {
  it('are read from any text', () => {
    const whole = { step: 'a', version: 2, compare: 1 }
    expect(readEditorSearch(whole)).to.deep.equal({ ...whole, unread: undefined })
    const none = { step: undefined, version: undefined, compare: undefined, unread: 'version,compare' }
    expect(readEditorSearch({ step: '', version: '2', compare: -1 })).to.deep.equal(none)
  })

  it('are shown with Alt and Shift if a command needs them', () => {
    const press = (key: string, held: object = {}) =>
      writtenKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })
    expect(press('¡', { altKey: true, code: 'Digit1' })).to.equal('alt+1')
    expect(press('Z', { ctrlKey: true, shiftKey: true })).to.equal('mod+shift+z')
    expect(press('F8')).to.equal('F8')
    expect(press('F8', { shiftKey: true })).to.equal(null)
  })
})
