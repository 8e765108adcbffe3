import { expect } from 'chai'
import * as fc from 'fast-check'
import { Contact } from '../../../../models/contact.js'
import type { CompileContext, ReferredSegment } from '../../../../models/domain/conditions/compile-condition.js'
import { expressionPredicate } from '../../../../models/domain/conditions/expression-predicate.js'
import { pathCandidates } from '../../../../models/domain/conditions/path-candidates.js'
import { pathExpression } from '../../../../models/domain/conditions/path-expression.js'
import { readConditionTree } from '../../../../models/domain/conditions/read-condition-tree.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { lookUp } from '../../../../models/domain/fields.js'
import { KNOWING, NOW, only, storeContacts, whoMeets, meets, type TestContact } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { runs } from '../../../support/runs.js'

const PROJECT = 'project'
const [STATIC, PROS] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'] as const
const segments: Record<string, ReferredSegment> = {
  [STATIC]: { kind: 'members' },
  [PROS]: { kind: 'condition', tree: only({ field: 'data.a', operator: 'exists' }) },
}
const KEYS = ['a', 'b', 'a.b', 'c'] as const
const context: CompileContext = {
  ...KNOWING,
  fieldState: (key) => ((KEYS as readonly string[]).includes(key) ? 'known' : 'absent'),
  segment: (id) => segments[id] ?? null,
}

const VALUES = {
  text: ['', 'a', 'b', 'B', 'ab', 'ä', '😀', '\uE000', '$a', '.', '5', 'a\n', '2026-02-30', '2026-03-15T00:30:00'],
  dates: ['2026-03-14', '2026-03-15', '2026-03-14T23:30:00-01:00', '2026-03-15T00:30:00Z', '2026-03-15T11:59:59.999Z'],
  moreDates: ['2026-03-14T23:59:59Z', '2026-03-15T00:00Z', '2026-03-15T00:00:00.000Z', '2026-03-15T12:00:00.0009Z'],
  edges: [
    '9999-12-31T23:59:59.999-12:00',
    '0000-01-01',
    '9999-12-31',
    '2026-03-15T12:00:00.5Z',
    '2026-03-15T12:00:01Z',
  ],
  others: [0, -1, 5, 5.5, 1e20, true, false],
}
const scalar = fc.constantFrom<(string | number | boolean)[]>(
  ...VALUES.text,
  ...VALUES.dates,
  ...VALUES.moreDates,
  ...VALUES.edges,
  ...VALUES.others,
)
const stored = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.constant(null),
  fc.array(fc.oneof(scalar, fc.constant(null), fc.constant(['a'])), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('b', 'c', 'b.c'), fc.oneof(scalar, fc.constant(null), fc.array(scalar)), {
    maxKeys: 2,
  }),
  fc.array(fc.dictionary(fc.constantFrom('b', 'c'), scalar, { maxKeys: 1 }), { maxLength: 2 }),
)
const date = fc.integer({ min: 0, max: 20 }).map((days) => new Date(Date.UTC(2026, 2, 15 - days, 12)))
const activity = fc.dictionary(
  fc.constantFrom('signed up', 'order.paid', 'email.open'),
  fc.record({ first: date, last: date, count: fc.integer({ min: 1, max: 4 }) }),
  { maxKeys: 3 },
)
const contact: fc.Arbitrary<TestContact> = fc.record({
  subscribed: fc.boolean(),
  createdAt: date,
  data: fc.dictionary(fc.constantFrom(...KEYS), stored, { maxKeys: 4 }),
  activity,
  segments: fc.constantFrom([], [STATIC]),
})
const contacts = fc.array(contact, { minLength: 4, maxLength: 12 })

const dataField = fc.constantFrom('data.a', 'data.b', 'data.a.b', 'data.a.b.c', 'data.c', 'data.unknown')
const amount = fc.record({
  value: fc.constantFrom(0, 0.5, 1, 7),
  unit: fc.constantFrom('minutes', 'hours', 'days', 'weeks'),
})
const filterOn = <T extends object>(field: fc.Arbitrary<string>, operators: string[], rest: fc.Arbitrary<T>) =>
  fc.tuple(field, fc.constantFrom(...operators), rest).map(([field, operator, rest]) => ({ field, operator, ...rest }))
const eventField = fc.constantFrom('event.signed up', 'event.order.paid', 'email.opened', 'email.clicked')
const value = scalar.map((value) => ({ value }))
const text = fc.constantFrom('', 'a', 'b', '.', '2026', '@').map((value) => ({ value }))

/** Any filter of a contact that the reader takes. */
const filter = fc
  .oneof(
    filterOn(dataField, ['equals', 'notEquals', 'contains', 'notContains'], value),
    filterOn(dataField, ['startsWith', 'endsWith'], text),
    filterOn(dataField, ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'], value),
    filterOn(dataField, ['exists', 'notExists'], fc.constant({})),
    filterOn(dataField, ['in', 'notIn'], fc.record({ value: fc.array(scalar, { minLength: 1, maxLength: 3 }) })),
    filterOn(fc.oneof(dataField, fc.constant('createdAt')), ['within', 'withinNext', 'olderThan'], amount),
    filterOn(
      fc.oneof(dataField, fc.constant('createdAt')),
      ['anniversary'],
      fc.constantFrom({}, { value: 0 }, { value: 366 }),
    ),
    filterOn(eventField, ['triggered', 'notTriggered'], fc.constant({})),
    filterOn(eventField, ['triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'], amount),
    filterOn(eventField, ['triggeredAtLeast'], fc.record({ value: fc.integer({ min: 1, max: 4 }) })),
    filterOn(
      fc.constantFrom(`segment.${STATIC}`, `segment.${PROS}`),
      ['memberOfSegment', 'notMemberOfSegment'],
      fc.constant({}),
    ),
    filterOn(fc.constant('email'), ['contains', 'notContains', 'startsWith', 'endsWith'], text),
  )
  .map((filter) => filter as Filter)
  .filter((filter) => readConditionTree(only(filter)).tree !== undefined)

const { tree } = fc.letrec<{ tree: ConditionTree; group: ConditionTree['groups'][number] }>((tie) => ({
  tree: fc.record({
    logic: fc.constantFrom('AND', 'OR'),
    groups: fc.array(tie('group'), { minLength: 1, maxLength: 3 }),
  }),
  group: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ filters: fc.array(filter, { minLength: 1, maxLength: 3 }) }),
    fc.record({ filters: fc.array(filter, { maxLength: 2 }), conditions: tie('tree') }),
  ),
}))

/** Operators that are each other's opposite, and of which contacts they are. */
const OPPOSITES: [operator: Filter['operator'], opposite: Filter['operator'], among: 'all' | 'having' | 'textual'][] = [
  ['equals', 'notEquals', 'having'],
  ['in', 'notIn', 'having'],
  ['contains', 'notContains', 'textual'],
  ['exists', 'notExists', 'all'],
  ['triggered', 'notTriggered', 'all'],
  ['triggeredWithin', 'notTriggeredWithin', 'all'],
  ['memberOfSegment', 'notMemberOfSegment', 'all'],
]

/** Those of whom an operator and its opposite say anything, looked up as templates do. */
function domainOf(field: string, among: 'all' | 'having' | 'textual', all: TestContact[], ids: string[]): string[] {
  const isOwn = !field.startsWith('data.')
  return ids.filter((_, index) => {
    const found = isOwn ? 'x' : lookUp(all[index]?.data, field.slice('data.'.length))
    if (among === 'all' || isOwn) return true
    if (found === undefined || found === null) return false
    return among === 'having' || typeof found === 'string' || Array.isArray(found)
  })
}

describe('the laws of conditions, on the database', () => {
  useDatabase()
  let run = 0

  /** Stores the contacts in a project of their own; who of them meets a condition. */
  async function stage(all: TestContact[]) {
    const projectId = `${PROJECT}-${(run += 1)}`
    const ids = await storeContacts(projectId, all)
    return { projectId, ids, who: (tree: ConditionTree) => whoMeets(projectId, tree, context) }
  }

  it('makes an operator and its opposite part the contacts that they speak of', async () => {
    await fc.assert(
      fc.asyncProperty(contacts, filter, async (all, filter) => {
        const [operator, opposite, among] = OPPOSITES.find((pair) => pair.includes(filter.operator)) ?? []
        fc.pre(operator !== undefined && opposite !== undefined && among !== undefined)
        const { ids, who } = await stage(all)
        const met = await who(only({ ...filter, operator }))
        const unmet = await who(only({ ...filter, operator: opposite }))
        expect([...met, ...unmet].sort()).to.deep.equal(domainOf(filter.field, among, all, ids).sort())
      }),
      runs(40),
    )
  })

  it('matches by AND the contacts of all groups, and by OR the contacts of any group', async () => {
    await fc.assert(
      fc.asyncProperty(contacts, tree, async (all, tree) => {
        const { who } = await stage(all)
        const parts: string[][] = []
        for (const group of tree.groups) parts.push(await who({ logic: 'AND', groups: [group] }))
        const [first = [], ...rest] = parts
        const expected =
          tree.logic === 'AND'
            ? first.filter((id) => rest.every((part) => part.includes(id)))
            : [...new Set(parts.flat())].sort()
        expect(await who(tree)).to.deep.equal(expected)
      }),
      runs(30),
    )
  })

  it('matches by a group the contacts of all its filters and of its nested condition', async () => {
    await fc.assert(
      fc.asyncProperty(contacts, tree, async (all, tree) => {
        const { who } = await stage(all)
        for (const group of tree.groups) {
          const parts: string[][] = []
          for (const filter of group.filters) parts.push(await who(only(filter)))
          if (group.conditions) parts.push(await who(group.conditions))
          const [first = [], ...rest] = parts
          const expected = first.filter((id) => rest.every((part) => part.includes(id)))
          expect(await who({ logic: 'OR', groups: [group] })).to.deep.equal(expected)
        }
      }),
      runs(20),
    )
  })

  it('judges one contact as it judges the whole project', async () => {
    await fc.assert(
      fc.asyncProperty(contacts, tree, async (all, tree) => {
        const { projectId, ids, who } = await stage(all)
        const met = await who(tree)
        for (const contactId of ids) {
          expect(await meets({ projectId, contactId }, tree, context)).to.equal(met.includes(contactId))
        }
      }),
      runs(20),
    )
  })

  it('judges data alike by queries and by expressions, whichever a filter is compiled into', async () => {
    await fc.assert(
      fc.asyncProperty(contacts, filter, async (all, filter) => {
        fc.pre(filter.field.startsWith('data.') && filter.field !== 'data.unknown')
        const { projectId, who } = await stage(all)
        const found = pathExpression('$data', pathCandidates(filter.field.slice('data.'.length)))
        const judged = await Contact.find(
          { projectId, $expr: expressionPredicate(found, filter, NOW) },
          { _id: 1 },
        ).lean()
        expect(judged.map(({ _id }) => _id).sort()).to.deep.equal(await who(only(filter)))
      }),
      runs(60),
    )
  })
})
