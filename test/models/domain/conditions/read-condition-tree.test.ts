import { expect } from 'chai'
import { readConditionTree } from '../../../../models/domain/conditions/read-condition-tree.js'
import type { ConditionScope } from '../../../../models/domain/conditions/read-filter.js'

const SEGMENT = '01890000-0000-7000-8000-00000000000a'
const group = (...filters: unknown[]) => ({ filters })
const tree = (...groups: unknown[]) => ({ logic: 'AND', groups })
const one = (filter: unknown) => tree(group(filter))
const good = { field: 'data.plan', operator: 'equals', value: 'pro' }
const deep = (levels: number): unknown =>
  levels === 1 ? one(good) : tree({ filters: [good], conditions: deep(levels - 1) })
const F = 'condition.groups.0.filters.0'

/** The faults of a condition, each as its path and its code. */
function faultsOf(sent: unknown, scope?: ConditionScope): string[] {
  const { errors = [] } = readConditionTree(sent, scope ? { scope } : {})
  return errors.map(({ field, code }) => `${field}: ${code}`)
}

const shapes: [what: string, sent: unknown, faults: string[]][] = [
  ['nothing', undefined, ['condition: required']],
  ['null', null, ['condition: required']],
  ['a list', [], ['condition: invalid_type']],
  ['a text', 'data.plan = pro', ['condition: invalid_type']],
  ['an empty object', {}, ['condition.logic: required', 'condition.groups: required']],
  ['another logic', { logic: 'XOR', groups: [group(good)] }, ['condition.logic: invalid_enum_value']],
  ['logic in lower case', { logic: 'and', groups: [group(good)] }, ['condition.logic: invalid_enum_value']],
  ['no groups', { logic: 'AND' }, ['condition.groups: required']],
  ['groups that are no list', { logic: 'AND', groups: {} }, ['condition.groups: invalid_type']],
  ['an empty root', tree(), ['condition.groups: too_small']],
  ['a group that is no object', tree('x'), ['condition.groups.0: invalid_type']],
  ['an empty group', tree(group(good), {}), ['condition.groups.1: too_small']],
  ['a group of no filters', tree(group()), ['condition.groups.0: too_small']],
  ['filters that are no list', tree({ filters: good }), ['condition.groups.0.filters: invalid_type']],
  ['filters that are null', tree({ filters: null, conditions: deep(1) }), ['condition.groups.0.filters: invalid_type']],
  [
    'a filter that is no object',
    tree(group('x', null)),
    [`${F}: invalid_type`, 'condition.groups.0.filters.1: invalid_type'],
  ],
  ['an empty filter', one({}), [`${F}.field: required`, `${F}.operator: required`]],
  ['a nested tree that is none', tree({ conditions: 5 }), ['condition.groups.0.conditions: invalid_type']],
  [
    'a nested tree that is null',
    tree({ filters: [good], conditions: null }),
    ['condition.groups.0.conditions: invalid_type'],
  ],
  [
    'an empty nested tree',
    tree({ filters: [good], conditions: tree() }),
    ['condition.groups.0.conditions.groups: too_small'],
  ],
  [
    'a fault in a nested tree',
    tree(group(good), { conditions: tree(group(good, { ...good, operator: 'is' })) }),
    ['condition.groups.1.conditions.groups.0.filters.1.operator: invalid_enum_value'],
  ],
  ['eleven levels', deep(11), [`condition${'.groups.0.conditions'.repeat(10)}: too_big`]],
  [
    '101 filters',
    tree(group(...Array.from({ length: 60 }, () => good)), group(...Array.from({ length: 41 }, () => good))),
    ['condition: too_big'],
  ],
]

const long = 'x'.repeat(1_001)
const filters: [filter: unknown, faults: string[]][] = [
  [{ ...good, field: 5 }, ['field: invalid_type']],
  [{ ...good, field: '' }, ['field: custom']],
  [{ ...good, field: 'plan' }, ['field: custom']],
  [{ ...good, field: 'data.' }, ['field: custom']],
  [{ ...good, field: 'projectId' }, ['field: custom']],
  [{ ...good, field: '$where' }, ['field: custom']],
  [{ ...good, field: `data.${long}` }, ['field: too_big']],
  [{ field: 'email.forwarded', operator: 'triggered' }, ['field: custom']],
  [{ field: 'segment.vips', operator: 'memberOfSegment' }, ['field: custom']],
  [{ ...good, operator: 5 }, ['operator: invalid_type']],
  [{ ...good, operator: 'is' }, ['operator: invalid_enum_value']],
  [{ ...good, operator: 'Equals' }, ['operator: invalid_enum_value']],
  [{ field: 'email', operator: 'greaterThan', value: 'a' }, ['operator: invalid_enum_value']],
  [{ field: 'email', operator: 'exists' }, ['operator: invalid_enum_value']],
  [{ field: 'subscribed', operator: 'contains', value: true }, ['operator: invalid_enum_value']],
  [{ field: 'createdAt', operator: 'contains', value: '2026' }, ['operator: invalid_enum_value']],
  [{ field: 'data.plan', operator: 'triggered' }, ['operator: invalid_enum_value']],
  [{ field: 'data.plan', operator: 'memberOfSegment' }, ['operator: invalid_enum_value']],
  [{ field: 'event.signup', operator: 'equals', value: 1 }, ['operator: invalid_enum_value']],
  [{ field: 'email.opened', operator: 'exists' }, ['operator: invalid_enum_value']],
  [{ field: `segment.${SEGMENT}`, operator: 'equals', value: true }, ['operator: invalid_enum_value']],
  [{ field: 'nope', operator: 'nope' }, ['field: custom', 'operator: invalid_enum_value']],
  [{ field: 'data.plan', operator: 'equals' }, ['value: required']],
  [{ field: 'data.plan', operator: 'equals', value: null }, ['value: required']],
  [{ field: 'data.plan', operator: 'equals', value: { $gt: '' } }, ['value: invalid_type']],
  [{ field: 'data.plan', operator: 'equals', value: ['pro'] }, ['value: invalid_type']],
  [{ field: 'data.plan', operator: 'equals', value: Number.NaN }, ['value: invalid_type']],
  [{ field: 'data.plan', operator: 'equals', value: long }, ['value: too_big']],
  [
    { field: 'nope', operator: 'nope', value: long },
    ['field: custom', 'operator: invalid_enum_value', 'value: too_big'],
  ],
  [{ field: 'data.plan', operator: 'startsWith', value: 5 }, ['value: invalid_type']],
  [{ field: 'data.plan', operator: 'greaterThan', value: true }, ['value: invalid_type']],
  [{ field: 'data.plan', operator: 'in', value: 'pro' }, ['value: invalid_type']],
  [{ field: 'data.plan', operator: 'in' }, ['value: required']],
  [{ field: 'data.plan', operator: 'in', value: [] }, ['value: too_small']],
  [{ field: 'data.plan', operator: 'notIn', value: Array.from({ length: 101 }, () => 1) }, ['value: too_big']],
  [
    { field: 'data.plan', operator: 'in', value: ['a', null, long, []] },
    ['value.1: invalid_type', 'value.2: too_big', 'value.3: invalid_type'],
  ],
  [{ field: 'email', operator: 'equals', value: 5 }, ['value: invalid_type']],
  [{ field: 'subscribed', operator: 'equals', value: 'true' }, ['value: invalid_type']],
  [{ field: 'createdAt', operator: 'equals', value: 'yesterday' }, ['value: invalid_date']],
  [{ field: 'updatedAt', operator: 'greaterThan', value: '2026-02-31' }, ['value: invalid_date']],
  [{ field: 'createdAt', operator: 'lessThan', value: 1_772_366_400_000 }, ['value: invalid_type']],
  [{ field: 'data.at', operator: 'within', value: 7 }, ['unit: required']],
  [{ field: 'data.at', operator: 'within', value: 7, unit: 'months' }, ['unit: invalid_enum_value']],
  [{ field: 'data.at', operator: 'olderThan', value: 7, unit: 1 }, ['unit: invalid_type']],
  [{ field: 'data.at', operator: 'within', unit: 'days' }, ['value: required']],
  [{ field: 'data.at', operator: 'within', value: -1, unit: 'days' }, ['value: too_small']],
  [{ field: 'data.at', operator: 'within', value: '-1', unit: 'days' }, ['value: too_small']],
  [{ field: 'data.at', operator: 'within', value: 'a week', unit: 'days' }, ['value: invalid_type']],
  [{ field: 'data.at', operator: 'within', value: '9'.repeat(400), unit: 'days' }, ['value: too_big']],
  [{ field: 'data.at', operator: 'within', value: true }, ['value: invalid_type', 'unit: required']],
  [{ field: 'data.at', operator: 'withinNext' }, ['value: required', 'unit: required']],
  [{ field: 'createdAt', operator: 'withinNext', value: 7 }, ['unit: required']],
  [{ field: 'data.at', operator: 'withinNext', value: -1, unit: 'days' }, ['value: too_small']],
  [{ field: 'email', operator: 'withinNext', value: 1, unit: 'days' }, ['operator: invalid_enum_value']],
  [{ field: 'email', operator: 'anniversary' }, ['operator: invalid_enum_value']],
  [{ field: 'event.signup', operator: 'anniversary' }, ['operator: invalid_enum_value']],
  [{ field: 'data.at', operator: 'anniversary', value: -1 }, ['value: too_small']],
  [{ field: 'data.at', operator: 'anniversary', value: 367 }, ['value: too_big']],
  [{ field: 'createdAt', operator: 'anniversary', value: 1.5 }, ['value: invalid_type']],
  [{ field: 'data.at', operator: 'anniversary', value: 'today' }, ['value: invalid_type']],
  [{ field: 'data.at', operator: 'anniversary', value: {} }, ['value: invalid_type']],
  [{ field: 'event.signup', operator: 'triggeredWithin' }, ['value: required', 'unit: required']],
  [{ field: 'event.signup', operator: 'triggeredAtLeast' }, ['value: required']],
  [{ field: 'event.signup', operator: 'triggeredAtLeast', value: 0 }, ['value: too_small']],
  [{ field: 'event.signup', operator: 'triggeredAtLeast', value: -2.5 }, ['value: too_small']],
  [{ field: 'event.signup', operator: 'triggeredAtLeast', value: 1.5 }, ['value: invalid_type']],
  [{ field: 'nope', operator: 'within', value: -1 }, ['field: custom', 'value: too_small', 'unit: required']],
]

describe('readConditionTree', () => {
  for (const [what, sent, faults] of shapes) {
    it(`refuses ${what}, naming the part`, () => expect(faultsOf(sent)).to.deep.equal(faults))
  }

  for (const [filter, faults] of filters) {
    it(`refuses the filter ${JSON.stringify(filter).slice(0, 90)}`, () => {
      expect(faultsOf(one(filter))).to.deep.equal(faults.map((fault) => `${F}.${fault}`))
    })
  }

  it('lists all faults of a condition together', () => {
    const sent = { logic: 'NOT', groups: [{}, group({ ...good, value: long }, { field: 'x', operator: 'exists' })] }
    expect(faultsOf(sent)).to.deep.equal([
      'condition.logic: invalid_enum_value',
      'condition.groups.0: too_small',
      'condition.groups.1.filters.0.value: too_big',
      'condition.groups.1.filters.1.field: custom',
    ])
  })

  it('lists a thousand faults of a condition that has more', () => {
    const sent = { logic: 'AND', groups: Array.from({ length: 50_000 }, () => ({})) }
    expect(faultsOf(sent)).to.have.length(1_000)
  })

  it('names paths below the prefix that it is given, or from the root', () => {
    const under = (prefix: string) => readConditionTree(one({ ...good, operator: 'is' }), { prefix }).errors?.[0]?.field
    expect(under('triggerConfig.filter')).to.equal('triggerConfig.filter.groups.0.filters.0.operator')
    expect(under('')).to.equal('groups.0.filters.0.operator')
  })

  it('takes ten levels and a hundred filters', () => {
    expect(faultsOf(deep(10))).to.deep.equal([])
    expect(faultsOf(tree(group(...Array.from({ length: 100 }, () => good))))).to.deep.equal([])
  })

  it('keeps what a condition says and leaves out the rest', () => {
    const sent = {
      ...tree(
        { filters: [{ ...good, unit: 'days', label: 'Plan' }], id: 7 },
        {
          conditions: {
            ...tree(group({ field: 'data.at', operator: 'within', value: '7.5', unit: 'days' })),
            open: true,
          },
        },
        group({ field: `segment.${SEGMENT}`, operator: 'memberOfSegment', value: true, unit: 'x' }),
        { filters: [{ field: 'event.a', operator: 'triggeredAtLeast', value: '3' }] },
        { filters: [], conditions: tree(group({ field: 'data.a', operator: 'notExists', value: 'x' })) },
      ),
      name: 'VIPs',
    }
    expect(readConditionTree(sent).tree).to.deep.equal(
      tree(
        group(good),
        { filters: [], conditions: tree(group({ field: 'data.at', operator: 'within', value: 7.5, unit: 'days' })) },
        group({ field: `segment.${SEGMENT}`, operator: 'memberOfSegment' }),
        group({ field: 'event.a', operator: 'triggeredAtLeast', value: 3 }),
        { filters: [], conditions: tree(group({ field: 'data.a', operator: 'notExists' })) },
      ),
    )
  })

  it('reads what it has read as the same', () => {
    const { tree: read } = readConditionTree(deep(3))
    expect(readConditionTree(read).tree).to.deep.equal(read)
  })
})

describe('the scope of a condition', () => {
  const triggered = { field: 'event.signup', operator: 'triggered' }
  const ofData = { field: 'event.data.total', operator: 'greaterThan', value: 1 }
  const ofContext = { field: 'event.total', operator: 'greaterThan', value: 1 }
  const present = { field: 'email', operator: 'exists' }
  const table: [filter: object, allowed: ConditionScope[]][] = [
    [good, ['contact', 'workflow', 'trigger']],
    [{ ...good, field: 'contact.data.plan' }, ['contact', 'workflow', 'trigger']],
    [triggered, ['contact', 'workflow', 'trigger']],
    [{ field: 'email.opened', operator: 'triggered' }, ['contact', 'workflow', 'trigger']],
    [{ field: `segment.${SEGMENT}`, operator: 'notMemberOfSegment' }, ['contact', 'workflow', 'trigger']],
    [ofData, ['workflow', 'trigger', 'wait']],
    [ofContext, ['workflow']],
    [present, ['workflow']],
  ]
  for (const [filter, allowed] of table) {
    it(`allows ${JSON.stringify(filter)} in ${allowed.join(', ')} only`, () => {
      const scopes = (['contact', 'workflow', 'trigger', 'wait'] as const).filter(
        (scope) => faultsOf(one(filter), scope).length === 0,
      )
      expect(scopes).to.deep.equal(allowed)
    })
  }
})
