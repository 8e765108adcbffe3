import { expect } from 'chai'
import { findCycle } from '../../../../models/domain/conditions/find-cycle.js'
import { parseField } from '../../../../models/domain/conditions/condition-field.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import {
  dataKeysOf,
  eventNamesOf,
  isTimeDependent,
  mentionsEvent,
  mentionsField,
  segmentIdsOf,
  walkFilters,
} from '../../../../models/domain/conditions/walk-filters.js'
import { only } from '../../../support/conditions.js'

const id = (index: number): string => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`
const refers = (...indexes: number[]): ConditionTree => ({
  logic: 'OR',
  groups: indexes.map((index) => ({ filters: [{ field: `segment.${id(index)}`, operator: 'memberOfSegment' }] })),
})

const tree: ConditionTree = {
  logic: 'AND',
  groups: [
    {
      filters: [
        { field: 'contact.data.profile.tier', operator: 'equals', value: 'gold' },
        { field: 'email', operator: 'contains', value: 'data.secret' },
      ],
      conditions: {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'event.order.paid', operator: 'triggered' }] },
          { filters: [{ field: 'email.opened', operator: 'notTriggered' }] },
        ],
      },
    },
    {
      filters: [
        { field: `segment.${id(1).toUpperCase()}`, operator: 'memberOfSegment' },
        { field: 'event.data.total', operator: 'greaterThan', value: 1 },
        { field: 'createdAt', operator: 'greaterThan', value: '2026-03-01' },
      ],
    },
  ],
}

describe('walkFilters', () => {
  it('gives every filter with its path', () => {
    expect([...walkFilters(tree, 'condition')].map(({ path, filter }) => [path, filter.field])).to.deep.equal([
      ['condition.groups.0.filters.0', 'contact.data.profile.tier'],
      ['condition.groups.0.filters.1', 'email'],
      ['condition.groups.0.conditions.groups.0.filters.0', 'event.order.paid'],
      ['condition.groups.0.conditions.groups.1.filters.0', 'email.opened'],
      ['condition.groups.1.filters.0', `segment.${id(1).toUpperCase()}`],
      ['condition.groups.1.filters.1', 'event.data.total'],
      ['condition.groups.1.filters.2', 'createdAt'],
    ])
    expect([...walkFilters(tree)][0]?.path).to.equal('groups.0.filters.0')
  })

  it('finds the fields, events and segments that a condition depends on', () => {
    expect([...dataKeysOf(tree)]).to.deep.equal(['profile.tier', 'profile'])
    expect([...eventNamesOf(tree)]).to.deep.equal(['order.paid', 'email.open'])
    expect([...segmentIdsOf(tree)]).to.deep.equal([id(1)])
  })

  it('finds a field that a filter names, and no name that is only part of a value', () => {
    for (const field of ['data.profile', 'data.profile.tier', 'email', 'createdAt']) {
      expect(mentionsField(tree, field), field).to.equal(true)
    }
    for (const field of ['data.tier', 'data.secret', 'data.total', 'subscribed', 'updatedAt', 'profile', '']) {
      expect(mentionsField(tree, field), field).to.equal(false)
    }
  })

  it('finds an event that a filter names, by the name under which it is stored', () => {
    for (const name of ['order.paid', 'email.open']) expect(mentionsEvent(tree, name), name).to.equal(true)
    for (const name of ['order', 'email.opened', 'data.total', '']) {
      expect(mentionsEvent(tree, name), name).to.equal(false)
    }
  })

  it('finds the filters whose answer changes with time alone', () => {
    const timed: Filter[] = [
      { field: 'data.at', operator: 'within', value: 1, unit: 'days' },
      { field: 'createdAt', operator: 'olderThan', value: 1, unit: 'days' },
      { field: 'event.a', operator: 'triggeredWithin', value: 1, unit: 'days' },
      { field: 'event.a', operator: 'triggeredOlderThan', value: 1, unit: 'days' },
      { field: 'email.sent', operator: 'notTriggeredWithin', value: 1, unit: 'days' },
    ]
    for (const filter of timed) expect(isTimeDependent(only(filter)), filter.operator).to.equal(true)
    expect(isTimeDependent(tree)).to.equal(false)
    const nested = { logic: 'AND' as const, groups: [{ filters: [], conditions: only(timed[0] as Filter) }] }
    expect(isTimeDependent(nested)).to.equal(true)
  })
})

describe('findCycle', () => {
  const cycleIn = (segments: Record<number, number[] | null>, from = 1): string[] | null =>
    findCycle(id(from), (asked) => {
      const entry = Object.entries(segments).find(([index]) => id(Number(index)) === asked)?.[1]
      return entry ? refers(...entry) : null
    })

  it('finds none among segments that end', () => {
    expect(cycleIn({ 1: [2, 3], 2: [4], 3: [4], 4: null })).to.equal(null)
    expect(cycleIn({ 1: [2, 2] })).to.equal(null)
    expect(cycleIn({})).to.equal(null)
  })

  it('finds a segment that refers to itself, directly or around others', () => {
    expect(cycleIn({ 1: [1] })).to.deep.equal([id(1), id(1)])
    expect(cycleIn({ 1: [2], 2: [3], 3: [1] })).to.deep.equal([id(1), id(2), id(3), id(1)])
    expect(cycleIn({ 1: [4, 2], 2: [4, 1], 4: null })).to.deep.equal([id(1), id(2), id(1)])
  })

  it('finds a circle further on that the segment only leads to', () => {
    expect(cycleIn({ 1: [2], 2: [3], 3: [2] })).to.deep.equal([id(2), id(3), id(2)])
  })

  it('looks at every segment once, however many ways lead to it', () => {
    let looks = 0
    const layered = (asked: string): ConditionTree | null => {
      looks += 1
      const index = Number(asked.slice(-12))
      const layer = Math.floor(index / 10)
      return layer < 40 ? refers((layer + 1) * 10, (layer + 1) * 10 + 1, (layer + 1) * 10 + 2) : null
    }
    expect(findCycle(id(10), layered)).to.equal(null)
    expect(looks).to.be.at.most(121)
  })
})

describe('parseField', () => {
  it('knows the fields of a condition, and nothing else', () => {
    for (const field of ['email', 'subscribed', 'createdAt', 'data.a', 'contact.data.a', 'event.a.b', 'email.open']) {
      expect(parseField(field), field).to.not.equal(null)
    }
    for (const field of ['', 'data', 'data.', 'event', '_id', 'projectId', '$email', 'contact.projectId', 'email.x']) {
      expect(parseField(field), field).to.equal(null)
    }
    for (const field of [
      'segment.',
      'segment.x',
      'email.constructor',
      'contact.contact.email',
      'Email',
      'snoozedUntil',
    ]) {
      expect(parseField(field), field).to.equal(null)
    }
  })
})
