import { expect } from 'chai'
import type { CompileContext, ReferredSegment } from '../../../../models/domain/conditions/compile-condition.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { KNOWING, meets, only, storeContacts, whoMeets, type Row } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { wronglyJudged } from './wrongly-judged.js'

const PROJECT = 'project'
const id = (last: string) => `01890000-0000-7000-8000-0000000000${last}`
const [STATIC, TRACKED, PROS, FRIENDS, UNKNOWN, LOOP, ROUND] = ['0a', '0b', '0c', '0d', '0e', '1a', '1b'].map(id)

const at = (text: string): Date => new Date(text)
const summary = (first: string, last: string, count: number) => ({ first: at(first), last: at(last), count })

// Conditions look back from noon of 15 March 2026, in UTC.
const contact = {
  email: 'ada.love+x@example.com',
  subscribed: true,
  data: { plan: 'pro' },
  segments: [STATIC ?? ''],
  activity: {
    'signed up': summary('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 1),
    'order.paid': summary('2026-02-01T00:00:00Z', '2026-03-15T11:30:00Z', 4),
    'data.total': summary('2026-03-08T12:00:00Z', '2026-03-08T12:00:00Z', 1),
    'Bestellung größer 5 $': summary('2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', 1),
    'email.sent': summary('2026-03-01T00:00:00Z', '2026-03-14T00:00:00Z', 9),
    'email.delivery': summary('2026-03-01T00:00:00Z', '2026-03-14T00:00:00Z', 8),
    'email.open': summary('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', 3),
  },
}

const segments: Record<string, ReferredSegment> = {
  [STATIC ?? '']: { kind: 'members' },
  [TRACKED ?? '']: { kind: 'members' },
  [PROS ?? '']: { kind: 'condition', tree: only({ field: 'data.plan', operator: 'equals', value: 'pro' }) },
  [FRIENDS ?? '']: { kind: 'condition', tree: only({ field: `segment.${PROS}`, operator: 'notMemberOfSegment' }) },
  [LOOP ?? '']: { kind: 'condition', tree: only({ field: `segment.${ROUND}`, operator: 'memberOfSegment' }) },
  [ROUND ?? '']: { kind: 'condition', tree: only({ field: `segment.${LOOP}`, operator: 'notMemberOfSegment' }) },
}
const context: CompileContext = { ...KNOWING, segment: (id) => segments[id] ?? null }

const own: Row[] = [
  ['email', 'equals', 'ada.love+x@example.com', true],
  ['email', 'equals', ' Ada.Love+X@Example.com ', true],
  ['email', 'equals', 'ada@example.com', false],
  ['contact.email', 'equals', 'bob@example.com', false],
  ['email', 'notEquals', 'ADA.love+x@example.com', false],
  ['email', 'notEquals', 'bob@example.com', true],
  ['email', 'contains', 'LOVE+', true],
  ['email', 'contains', 'love.', false],
  ['email', 'contains', 'adaxlove', false],
  ['email', 'notContains', 'Love', false],
  ['email', 'notContains', 'bob', true],
  ['email', 'startsWith', 'ADA.', true],
  ['email', 'startsWith', 'da', false],
  ['email', 'endsWith', '@EXAMPLE.com', true],
  ['email', 'endsWith', '@example', false],
  ['email', 'endsWith', '', true],
  ['email', 'exists', undefined, true],
  ['email', 'notExists', undefined, false],
  ['subscribed', 'equals', true, true],
  ['subscribed', 'equals', false, false],
  ['subscribed', 'notEquals', true, false],
  ['subscribed', 'notEquals', false, true],
  ['subscribed', 'equals', 'true', false],
]

const activity: Row[] = [
  ['event.signed up', 'triggered', undefined, true],
  ['event.Signed up', 'triggered', undefined, false],
  ['event.order.paid', 'triggered', undefined, true],
  ['event.order', 'triggered', undefined, false],
  ['event.data.total', 'triggered', undefined, true],
  ['event.Bestellung größer 5 $', 'triggered', undefined, true],
  ['event.unknown', 'triggered', undefined, false],
  ['event.unknown', 'notTriggered', undefined, true],
  ['event.signed up', 'notTriggered', undefined, false],
  ['event.order.paid', 'triggeredWithin', 30, true, 'minutes'],
  ['event.order.paid', 'triggeredWithin', 29, false, 'minutes'],
  ['event.data.total', 'triggeredWithin', 1, true, 'weeks'],
  ['event.data.total', 'triggeredWithin', 6.99, false, 'days'],
  ['event.unknown', 'triggeredWithin', 52, false, 'weeks'],
  ['event.order.paid', 'triggeredOlderThan', 1, false, 'days'],
  ['event.signed up', 'triggeredOlderThan', 1, true, 'days'],
  ['event.signed up', 'triggeredOlderThan', 52, false, 'weeks'],
  ['event.unknown', 'triggeredOlderThan', 1, false, 'days'],
  ['event.unknown', 'notTriggeredWithin', 1, true, 'days'],
  ['event.signed up', 'notTriggeredWithin', 7, true, 'days'],
  ['event.order.paid', 'notTriggeredWithin', 7, false, 'days'],
  ['event.order.paid', 'triggeredAtLeast', 4, true],
  ['event.order.paid', 'triggeredAtLeast', 5, false],
  ['event.unknown', 'triggeredAtLeast', 1, false],
  ['email.sent', 'triggered', undefined, true],
  ['email.delivered', 'triggeredAtLeast', 8, true],
  ['email.delivery', 'triggeredAtLeast', 9, false],
  ['email.opened', 'triggeredAtLeast', 3, true],
  ['email.open', 'triggeredWithin', 1, false, 'weeks'],
  ['event.email.open', 'triggered', undefined, true],
  ['email.clicked', 'triggered', undefined, false],
  ['email.click', 'notTriggered', undefined, true],
  ['email.bounced', 'notTriggered', undefined, true],
  ['email.complaint', 'notTriggeredWithin', 1, true, 'days'],
]

const membership: Row[] = [
  [`segment.${STATIC}`, 'memberOfSegment', undefined, true],
  [`segment.${STATIC}`, 'notMemberOfSegment', undefined, false],
  [`segment.${STATIC?.toUpperCase()}`, 'memberOfSegment', undefined, true],
  [`segment.${TRACKED}`, 'memberOfSegment', undefined, false],
  [`segment.${TRACKED}`, 'notMemberOfSegment', undefined, true],
  [`segment.${PROS}`, 'memberOfSegment', undefined, true],
  [`segment.${PROS}`, 'notMemberOfSegment', undefined, false],
  [`segment.${FRIENDS}`, 'memberOfSegment', undefined, false],
  [`segment.${FRIENDS}`, 'notMemberOfSegment', undefined, true],
  [`segment.${UNKNOWN}`, 'memberOfSegment', undefined, false],
  [`segment.${UNKNOWN}`, 'notMemberOfSegment', undefined, false],
  ['segment.pros', 'notMemberOfSegment', undefined, false],
]

const YES: Filter = { field: 'data.plan', operator: 'equals', value: 'pro' }
const NO: Filter = { field: 'data.plan', operator: 'equals', value: 'free' }
const tree = (logic: 'AND' | 'OR', ...groups: ConditionTree['groups']): ConditionTree => ({ logic, groups })

const trees: [tree: ConditionTree, expected: boolean][] = [
  [tree('AND', { filters: [YES] }, { filters: [YES] }), true],
  [tree('AND', { filters: [YES] }, { filters: [NO] }), false],
  [tree('OR', { filters: [YES] }, { filters: [NO] }), true],
  [tree('OR', { filters: [NO] }, { filters: [NO] }), false],
  [tree('OR', { filters: [YES, NO] }), false],
  [tree('OR', { filters: [YES, NO] }, { filters: [YES, YES] }), true],
  [tree('AND', { filters: [], conditions: tree('OR', { filters: [NO] }, { filters: [YES] }) }), true],
  [tree('OR', { filters: [YES], conditions: tree('AND', { filters: [NO] }) }), false],
  [tree('OR', { filters: [YES], conditions: tree('OR', { filters: [NO] }, { filters: [YES] }) }), true],
  [tree('OR', { filters: [NO], conditions: tree('OR', { filters: [YES] }) }), false],
  [tree('AND', { filters: [YES] }, { filters: [], conditions: tree('AND', { filters: [YES, NO] }) }), false],
  [tree('OR'), false],
  [tree('AND'), false],
]

describe("filters of a contact's own fields, history and segments, judged by the database", () => {
  useDatabase({ isEmptied: 'before each' })
  let who: { projectId: string; contactId: string }

  beforeEach(async () => {
    const [contactId = ''] = await storeContacts(PROJECT, [contact])
    who = { projectId: PROJECT, contactId }
  })

  it('hold as the table says', async () => {
    const rows = [...own, ...activity, ...membership]
    expect(await wronglyJudged(rows, (tree) => meets(who, tree, context))).to.deep.equal([])
  })

  it('hold of a contact that never did anything and was stored without history', async () => {
    const [contactId = ''] = await storeContacts(PROJECT, [{ activity: {} }])
    const quiet = { projectId: PROJECT, contactId }
    const expected = activity.map((row): Row => [row[0], row[1], row[2], row[1].startsWith('not'), row[4]])
    expect(await wronglyJudged(expected, (tree) => meets(quiet, tree, context))).to.deep.equal([])
  })

  it('are joined as the trees say', async () => {
    for (const [tree, expected] of trees) {
      expect(await meets(who, tree, context), JSON.stringify(tree)).to.equal(expected)
    }
  })

  it('match no contact through a segment that is part of itself, and end', async () => {
    expect(await meets(who, only({ field: `segment.${LOOP}`, operator: 'memberOfSegment' }), context)).to.equal(false)
  })

  it('match no contact of another project', async () => {
    const everyone = only({ field: 'email', operator: 'endsWith', value: '' })
    expect(await meets({ ...who, projectId: 'other' }, everyone)).to.equal(false)
    expect(await whoMeets('other', everyone)).to.deep.equal([])
    expect(await whoMeets(PROJECT, everyone)).to.deep.equal([who.contactId])
  })
})
