import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import * as fc from 'fast-check'
import {
  depthOf,
  editTree,
  countFilters,
  placeOf,
  type ConditionEdit,
} from '../../dashboard/shared/condition-builder/edit-tree.js'
import { errorsByPath } from '../../dashboard/shared/condition-builder/errors.js'
import {
  backTo,
  NO_HISTORY,
  noteEdit,
  stepBack,
  stepForward,
} from '../../dashboard/shared/condition-builder/history.js'
import { dropAt } from '../../dashboard/shared/condition-builder/filter-drag.js'
import { fieldOf, knownFields } from '../../dashboard/shared/condition-builder/known-fields.js'
import { listItemOf } from '../../dashboard/shared/condition-builder/list-item.js'
import { flatGroups, groupAt } from '../../dashboard/shared/condition-builder/tree-paths.js'
import {
  offeredOperators,
  shapeOf,
  withField,
  withOperator,
} from '../../dashboard/shared/condition-builder/value-type.js'
import { filterText } from '../../dashboard/shared/condition-builder/filter-text.js'
import { eventOptions } from '../../dashboard/shared/event-options.js'
import { comparedFields, decidingValues } from '../../dashboard/shared/deciding-values.js'
import { fittingOptions, groupOptions } from '../../dashboard/ui/combobox-options.js'
import { SYSTEM_EVENTS } from '../../models/domain/event-names.js'
import { readConditionTree } from '../../models/domain/conditions/read-condition-tree.js'
import { MAX_CONDITION_DEPTH, type ConditionTree, type Filter } from '../../models/domain/conditions/tree.js'
import { walkFilters } from '../../models/domain/conditions/walk-filters.js'
import { runs } from '../support/runs.js'

const plan = (value: string): Filter => ({ field: 'data.plan', operator: 'equals', value })
const of = (...names: string[]): ConditionTree => ({ logic: 'AND', groups: [{ filters: names.map(plan) }] })
const values = (tree: ConditionTree | null) => (tree ? [...walkFilters(tree)].map(({ filter }) => filter.value) : [])

const anyFilter = fc.constantFrom('pro', 'team', 'free').map(plan)
/** An edit of a random kind at a random place; numbers choose among the places that there are. */
const anyEdit = fc.record({
  kind: fc.constantFrom<ConditionEdit['kind'][]>(
    'addFilter',
    'addGroup',
    'changeFilter',
    'duplicateFilter',
    'wrapFilter',
    'deleteFilter',
    'moveFilter',
    'placeFilter',
    'setLogic',
    'duplicateGroup',
    'wrapGroup',
    'deleteGroup',
    'moveGroup',
  ),
  at: fc.nat({ max: 50 }),
  index: fc.nat({ max: 5 }),
  to: fc.constantFrom('up', 'down', 'in', 'out'),
  logic: fc.constantFrom('AND', 'OR'),
  filter: anyFilter,
})
type AnyEdit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never

function editOf({ at, index, ...rest }: AnyEdit, tree: ConditionTree | null): ConditionEdit {
  const groups = tree ? flatGroups(tree) : []
  const group = groups[at % Math.max(groups.length, 1)] ?? [0]
  const other = groups[(at + index) % Math.max(groups.length, 1)] ?? [0]
  const places = { at: { group, index }, before: { group: other, index: at % 4 } }
  return { ...rest, group, tree: group.slice(0, -1), ...places } as unknown as ConditionEdit
}

describe('edits of a condition', () => {
  it('leave a valid condition after any sequence, and the original when they are undone', () => {
    const law = fc.property(fc.array(anyEdit, { maxLength: 40 }), (asked) => {
      const start: ConditionTree | null = of('pro')
      let [tree, history]: [ConditionTree | null, typeof NO_HISTORY] = [start, NO_HISTORY]
      for (const one of asked) {
        const next = editTree(tree, editOf(one, tree))
        if (next === tree) continue
        history = noteEdit(history, tree, null)
        tree = next
        if (tree) expect(readConditionTree(tree)).to.deep.equal({ tree })
      }
      const end = tree
      for (let back = stepBack(history, tree); back; back = stepBack(history, tree)) ({ tree, history } = back)
      expect(tree).to.deep.equal(start)
      for (let on = stepForward(history, tree); on; on = stepForward(history, tree)) ({ tree, history } = on)
      expect(tree).to.deep.equal(end)
    })
    fc.assert(law, runs(200))
  })

  it('keep every filter when one is moved or wrapped', () => {
    const isMove = fc.constantFrom<ConditionEdit['kind'][]>(
      'moveFilter',
      'placeFilter',
      'wrapFilter',
      'wrapGroup',
      'moveGroup',
    )
    const law = fc.property(fc.array(anyEdit, { maxLength: 15 }), anyEdit, isMove, (before, one, kind) => {
      const tree = before.reduce<ConditionTree | null>((at, edit) => editTree(at, editOf(edit, at)), of('a', 'b', 'c'))
      const moved = editTree(tree, editOf({ ...one, kind }, tree))
      expect(values(moved)).to.have.members(values(tree))
    })
    fc.assert(law, runs(200))
  })

  it('move a filter down into what is nested, through the next group, and out again', () => {
    const nested: ConditionTree = { logic: 'OR', groups: [{ filters: [plan('c')] }] }
    const tree: ConditionTree = {
      logic: 'AND',
      groups: [{ filters: [plan('a'), plan('b')], conditions: nested }, { filters: [plan('d')] }],
    }
    const moving = groupAt(tree, [0])!.filters[0]!
    const steps = (['down', 'down', 'down', 'down', 'out'] as const).reduce<{
      tree: ConditionTree | null
      places: unknown[]
    }>(
      (done, to) => {
        const next = editTree(done.tree, { kind: 'moveFilter', at: placeOf(done.tree, moving)!, to })
        return { tree: next, places: [...done.places, placeOf(next, moving)!] }
      },
      { tree, places: [] },
    )
    expect(steps.places).to.deep.equal([
      { group: [0], index: 1 },
      { group: [0, 0], index: 0 },
      { group: [0, 0], index: 1 },
      { group: [1], index: 0 },
      { group: [1], index: 0 },
    ])
  })

  it('move a filter to where it is dropped: above or below the row that is nearest to the pointer', () => {
    const rows = [
      { path: 'groups.0.filters.0', top: 0, bottom: 40 },
      { path: 'groups.0.filters.1', top: 50, bottom: 90 },
      { path: 'groups.1.conditions.groups.0.filters.0', top: 200, bottom: 240 },
    ]
    const drops = [10, 30, 47, 85, 230, 260].map((y) => dropAt(rows, y)?.before)
    const [first, second] = [0, 1].map((index) => ({ group: [0], index }))
    const end = { group: [1, 0], index: 1 }
    expect(drops).to.deep.equal([first, second, second, { group: [0], index: 2 }, end, end])
    expect(dropAt(rows, 145)).to.equal(null)
    expect(dropAt([], 0)).to.equal(null)
    const dropped = (tree: ConditionTree, from: number, before: { group: number[]; index: number }) =>
      editTree(tree, { kind: 'placeFilter', at: { group: [0], index: from }, before })
    expect(values(dropped(of('a', 'b', 'c'), 0, { group: [0], index: 3 }))).to.deep.equal(['b', 'c', 'a'])
    expect(values(dropped(of('a', 'b', 'c'), 2, { group: [0], index: 0 }))).to.deep.equal(['c', 'a', 'b'])
    const two: ConditionTree = { logic: 'OR', groups: [{ filters: [plan('a')] }, { filters: [plan('b')] }] }
    expect(dropped(two, 0, { group: [1], index: 1 })?.groups).to.deep.equal([{ filters: [plan('b'), plan('a')] }])
  })

  it('stop at the limits on nesting', () => {
    let tree: ConditionTree | null = of('a')
    for (let times = 0; times < 20; times += 1) tree = editTree(tree, { kind: 'wrapGroup', group: [0] })
    expect(depthOf(tree)).to.equal(MAX_CONDITION_DEPTH)
    expect(countFilters(tree)).to.equal(1)
  })

  it('join a second group by "or", and end with the last filter', () => {
    const two = editTree(of('a'), { kind: 'addGroup', tree: [], filter: plan('b'), logic: 'OR' })
    expect(two?.logic).to.equal('OR')
    const one = editTree(two, { kind: 'deleteFilter', at: { group: [0], index: 0 } })
    expect(values(one)).to.deep.equal(['b'])
    expect(editTree(one, { kind: 'deleteFilter', at: { group: [0], index: 0 } })).to.equal(null)
  })

  it('undo the characters of one text together', () => {
    const first = noteEdit(NO_HISTORY, of('a'), 'groups.0.filters.0')
    const second = noteEdit(first, of('ab'), 'groups.0.filters.0')
    expect(stepBack(second, of('abc'))?.tree).to.deep.equal(of('a'))
  })

  it('undo a deletion together with later edits, and nothing that the history no longer has', () => {
    const [whole, less, more] = [of('a', 'b'), of('a'), of('a', 'c')]
    const history = noteEdit(noteEdit(NO_HISTORY, whole, null), less, null)
    expect(backTo(whole, history, more)?.tree).to.equal(whole)
    expect(backTo(of('z'), history, more)).to.equal(null)
  })
})

describe('the sentence of a filter', () => {
  it('offers the comparisons that fit the type, and its own', () => {
    const number = offeredOperators({ field: 'data.age', operator: 'startsWith' }, 'number', 'contact')
    expect(number).to.include.members(['greaterThan', 'in', 'startsWith']).and.not.include('within')
    expect(offeredOperators({ field: 'event.paid', operator: 'triggered' }, 'unknown', 'contact')).to.not.include(
      'equals',
    )
    expect(offeredOperators({ field: 'event.data.total', operator: 'equals' }, 'unknown', 'wait')).to.not.include(
      'triggered',
    )
    expect(offeredOperators({ field: 'subscribed', operator: 'equals' }, 'yesNo', 'contact')).to.deep.equal([
      'equals',
      'notEquals',
    ])
  })

  it('keeps the part of its value that fits another comparison or field', () => {
    const list = withOperator(plan('pro'), 'in', 'text')
    expect(list).to.deep.equal({ field: 'data.plan', operator: 'in', value: ['pro'] })
    expect(withOperator(list, 'equals', 'text').value).to.equal('pro')
    expect(withOperator(plan('pro'), 'exists', 'text')).to.deep.equal({ field: 'data.plan', operator: 'exists' })
    expect(withField({ field: '', operator: 'equals' }, 'createdAt', 'date', 'contact')).to.include({
      operator: 'within',
      value: 30,
    })
    const event = withField({ field: '', operator: 'equals' }, 'event.paid', 'unknown', 'contact')
    expect(event).to.deep.equal({ field: 'event.paid', operator: 'triggered' })
    expect(withOperator(event, 'triggeredWithin', 'unknown')).to.include({ value: 30, unit: 'days' })
    const due: Filter = { field: 'data.due', operator: 'within', value: 7, unit: 'days' }
    expect(withOperator(due, 'withinNext', 'date')).to.deep.equal({ ...due, operator: 'withinNext' })
    const yearly = { field: 'data.due', operator: 'anniversary', value: 0 }
    expect(withOperator(due, 'anniversary', 'date')).to.deep.equal(yearly)
  })

  it('chooses the kind of its value by the operator, the value itself and the type', () => {
    expect(shapeOf({ field: 'data.a', operator: 'equals' }, 'date')).to.equal('date')
    expect(shapeOf({ field: 'data.a', operator: 'equals', value: '2026-03-02T09:00:00Z' }, 'date')).to.equal('text')
    expect(shapeOf({ field: 'data.a', operator: 'equals', value: 5 }, 'text')).to.equal('number')
    expect(shapeOf({ field: 'event.paid', operator: 'triggeredAtLeast', value: 2 }, 'unknown')).to.equal('times')
    expect([listItemOf('5', 'number'), listItemOf('5', 'text'), listItemOf('x', 'number')]).to.deep.equal([
      5,
      '5',
      null,
    ])
  })

  it('is shown in words', () => {
    const filter: Filter = { field: 'createdAt', operator: 'within', value: 3, unit: 'days' }
    expect(filterText(filter, 'Created', 'date')).to.equal('Created is in the last 3 days')
    const renewal: Filter = { field: 'data.renews', operator: 'withinNext', value: 7, unit: 'days' }
    expect(filterText(renewal, 'renews', 'date')).to.equal('renews is in the next 7 days')
    for (const [value, text] of [
      [undefined, 'birthday is today'],
      [0, 'birthday is today'],
      [1, 'birthday is in 1 day'],
      [3, 'birthday is in 3 days'],
    ] as const) {
      expect(filterText({ field: 'data.birthday', operator: 'anniversary', value }, 'birthday', 'date')).to.equal(text)
    }
    expect(filterText({ ...plan('x'), operator: 'in', value: ['a', true] }, 'plan', 'text')).to.equal(
      'plan is one of a, yes',
    )
  })
})

describe('the fields of a condition', () => {
  const namable = {
    fields: [
      { field: 'email', type: 'string', isCustom: false, coverage: 1 },
      { field: 'data.age', type: 'number', isCustom: true, coverage: 0.5 },
    ] as const,
    events: {
      eventNames: ['paid', 'email.open', 'segment.gone.exit'],
      systemEventNames: [...SYSTEM_EVENTS],
    },
    eventData: [{ total: 5 }],
  }
  const names = (scope: 'contact' | 'wait' | 'trigger') =>
    knownFields({ ...namable, fields: [...namable.fields] }, scope).map(({ value }) => value)

  it('are the fields that the scope allows, each with its type', () => {
    expect(names('contact')).to.include.members(['email', 'data.age', 'event.paid', 'email.opened'])
    expect(names('contact')).to.not.include.members(['event.data.total', 'event.email.open'])
    // Events of the service are fields before one has happened, unless they change nothing.
    expect(names('contact')).to.include.members(['event.contact.unsubscribed', 'event.email.received'])
    expect(names('contact')).to.include('event.segment.gone.exit').and.not.include('event.workflow.ignored')
    expect(names('trigger')).to.include.members(['event.data.total', 'data.age'])
    expect(names('wait')).to.deep.equal(['event.data.total'])
  })

  it('may be used before a contact has them', () => {
    expect(fieldOf('plan', 'contact')?.value).to.equal('data.plan')
    expect(fieldOf('event.signed up', 'contact')?.value).to.equal('event.signed up')
    expect(fieldOf('total', 'wait')?.value).to.equal('event.data.total')
    expect(fieldOf('plan', 'trigger')?.value).to.equal('data.plan')
  })

  it('have errors by path, except for those that are not filled in yet', () => {
    const tree: ConditionTree = {
      logic: 'AND',
      groups: [
        {
          filters: [
            { field: '', operator: 'equals' },
            { field: 'createdAt', operator: 'equals', value: 'soon' },
          ],
        },
      ],
    }
    const given = [{ field: 'audienceCondition.groups.0.filters.0.field', message: 'Choose one' }]
    expect([...errorsByPath(tree, 'contact', []).keys()]).to.deep.equal(['groups.0.filters.1.value'])
    expect(errorsByPath(tree, 'contact', given).get('groups.0.filters.0.field')).to.equal('Choose one')
    expect(errorsByPath(null, 'contact', [{ field: 'condition', message: 'Missing' }]).get('')).to.equal('Missing')
  })
})

describe('the values that decide about a contact', () => {
  it('are the values of the fields that the condition compares', () => {
    const condition: ConditionTree = {
      logic: 'OR',
      groups: [
        { filters: [plan('pro'), { field: 'subscribed', operator: 'equals', value: true }] },
        of('x').groups[0]!,
      ],
    }
    const fields = comparedFields(condition)
    expect(fields).to.deep.equal(['data.plan', 'subscribed'])
    const contact = { subscribed: false, createdAt: '', updatedAt: '', data: { plan: 'pro', other: 1 } }
    expect(decidingValues(contact, fields)).to.deep.equal([
      { field: 'data.plan', value: 'pro' },
      { field: 'subscribed', value: false },
    ])
    expect(decidingValues({ ...contact, data: {} }, ['data.plan'])).to.deep.equal([])
  })
})

describe('the options of a combobox', () => {
  it('are the events of the project and those of the service in two groups, however many the project has', () => {
    const eventNames = Array.from({ length: 300 }, (_, n) => `event ${n}`)
    const offered = fittingOptions(eventOptions({ eventNames, systemEventNames: [...SYSTEM_EVENTS] }), '')
    const [own, system] = groupOptions(offered)
    expect(own).to.include({ name: t.events.groups.own })
    expect(system).to.include({ name: t.events.groups.system })
    const hints = new Map(system?.entries.map(({ option: { value, hint } }) => [value, hint]))
    expect(hints.get('contact.unsubscribed')).to.equal('The contact changed to unsubscribed.')
    expect(hints).to.not.have.any.keys('workflow.ignored', 'workflow.failed')
  })

  const options = [
    { value: 'data.plan', label: 'plan', group: 'Custom fields' },
    { value: 'event.plan changed', label: 'plan changed', group: 'Events' },
    { value: 'data.age', label: 'age', group: 'Custom fields' },
  ]
  it('match every word of the text, and are numbered across their groups', () => {
    expect(fittingOptions(options, 'EVENTS plan').map(({ value }) => value)).to.deep.equal(['event.plan changed'])
    const counted = groupOptions(options).map(({ name, entries }) => [name, entries.map(({ index }) => index)])
    expect(counted).to.deep.equal([
      ['Custom fields', [0, 1]],
      ['Events', [2]],
    ])
  })
})
