import { expect } from 'chai'
import { compileCondition } from '../../../../models/domain/conditions/compile-condition.js'
import type { FieldState } from '../../../../models/domain/conditions/compile-filter.js'
import { readConditionTree } from '../../../../models/domain/conditions/read-condition-tree.js'
import {
  MAX_CONDITION_DEPTH,
  MAX_FILTERS,
  MAX_LIST_VALUES,
  type ConditionTree,
  type Filter,
} from '../../../../models/domain/conditions/tree.js'
import { zoneClock } from '../../../../models/domain/time-zone.js'
import { AppError } from '../../../../models/domain/errors.js'
import { KNOWING, meets, only, storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'

const PROJECT = 'project'
const DATE = '2026-03-01T10:00:00Z'
const NO: Filter = { field: 'data.none', operator: 'exists' }
const YES: Filter = { field: 'subscribed', operator: 'equals', value: true }

/** A path of so many parts, and the nested objects that have it. */
const pathOf = (parts: number): string => Array.from({ length: parts }, () => 'a').join('.')
const dataOf = (parts: number): Record<string, unknown> =>
  JSON.parse(`${'{"a":'.repeat(parts)}"${DATE}"${'}'.repeat(parts)}`) as Record<string, unknown>

const onPath = (parts: number): Filter => ({
  field: `data.${pathOf(parts)}`,
  operator: 'in',
  value: ['2026-03-01', 'x'],
})

// 1 March is 351 days after the moment of the tests.
const yearlyOnPath = (parts: number): Filter => ({
  field: `data.${pathOf(parts)}`,
  operator: 'anniversary',
  value: 351,
})

/** A condition of so many levels that says the same as `innermost`. */
function nested(levels: number, innermost: Filter): ConditionTree {
  const inner =
    levels > 1 ? { filters: [YES], conditions: nested(levels - 1, innermost) } : { filters: [YES, innermost] }
  return { logic: 'OR', groups: [{ filters: [NO] }, inner] }
}

const member = (index: number, operator: Filter['operator']): Filter => ({
  field: `segment.01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  operator,
})

/** Segments of which each holds all contacts that the next one does not; the last has the given filter. */
const chain = (length: number, last: Filter) => (id: string) => {
  const index = Number(id.slice(-12))
  const outside = member(index + 1, 'notMemberOfSegment')
  return { kind: 'condition' as const, tree: nested(1, index < length ? outside : last) }
}

function refusal(compile: () => unknown): AppError {
  try {
    compile()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It was compiled')
}

describe('the largest conditions', () => {
  useDatabase()

  it('are refused while a query still has room for the zone of each anniversary', async () => {
    const yearly = Array.from({ length: MAX_FILTERS }, () => yearlyOnPath(1))
    const clock = zoneClock('America/New_York')
    const segment = () => ({
      kind: 'condition' as const,
      tree: { logic: 'AND' as const, groups: [{ filters: yearly }] },
    })
    const of = (count: number): ConditionTree => ({
      logic: 'AND',
      groups: [{ filters: Array.from({ length: count }, (_, index) => member(index, 'memberOfSegment')) }],
    })
    const [contactId = ''] = await storeContacts(PROJECT, [{ data: dataOf(1) }])
    const context = { ...KNOWING, clock, segment }
    expect(await meets({ projectId: PROJECT, contactId }, of(9), context)).to.equal(true)
    expect(refusal(() => compileCondition(of(11), context)).code).to.equal('BAD_REQUEST')
  })

  for (const parts of [6, 7, 20]) {
    it(`fit into a query in depth, with a path of ${parts} parts at the bottom`, async () => {
      const [contactId = ''] = await storeContacts(PROJECT, [{ data: dataOf(parts) }])
      const who = { projectId: PROJECT, contactId }
      for (const isKnown of [() => true, (key: string) => key === 'a']) {
        const fieldState = (key: string): FieldState => (isKnown(key) ? 'known' : 'absent')
        for (const last of [onPath(parts), yearlyOnPath(parts)]) {
          const deepest = { ...KNOWING, clock: zoneClock('Europe/Berlin'), fieldState, segment: chain(20, last) }
          // From the second to the twentieth the sides are changed eighteen times.
          expect(await meets(who, only(member(2, 'memberOfSegment')), deepest)).to.equal(true)
          expect(await meets(who, only(member(3, 'memberOfSegment')), deepest)).to.equal(false)
        }
      }

      const own = nested(MAX_CONDITION_DEPTH, onPath(parts))
      expect(readConditionTree(own).errors).to.equal(undefined)
      expect(await meets(who, own)).to.equal(true)
    })
  }

  it('fit into a query in width', async () => {
    const [contactId = ''] = await storeContacts(PROJECT, [{ data: dataOf(6) }])
    const values = Array.from({ length: MAX_LIST_VALUES }, (_, index) => `value ${index} of many that it could be`)
    const filter: Filter = { ...onPath(6), value: [...values.slice(1), '2026-03-01'] }
    const widest: ConditionTree = {
      logic: 'AND',
      groups: [{ filters: Array.from({ length: MAX_FILTERS }, () => filter) }],
    }
    expect(readConditionTree(widest).errors).to.equal(undefined)
    expect(await meets({ projectId: PROJECT, contactId }, widest)).to.equal(true)
  })

  it('are refused beyond that, when the segments that they refer to make them so', () => {
    const tooDeep = { ...KNOWING, segment: chain(30, YES) }
    expect(refusal(() => compileCondition(only(member(1, 'memberOfSegment')), tooDeep)).code).to.equal('BAD_REQUEST')

    // Each segment has the next one ten times: ten thousand million filters in all.
    const tenfold = (id: string) => {
      const next = member(Number(id.slice(-12)) + 1, 'memberOfSegment')
      const filters = Array.from({ length: 10 }, () => (next.field.endsWith('12') ? YES : next))
      return { kind: 'condition' as const, tree: { logic: 'AND' as const, groups: [{ filters }] } }
    }
    const tooWide = { ...KNOWING, segment: tenfold }
    expect(refusal(() => compileCondition(only(member(1, 'memberOfSegment')), tooWide)).code).to.equal('BAD_REQUEST')
  })
})
