import { expect } from 'chai'
import { Contact } from '../../../../models/contact.js'
import type { FieldState } from '../../../../models/domain/conditions/compile-filter.js'
import { expressionPredicate } from '../../../../models/domain/conditions/expression-predicate.js'
import { pathCandidates, topLevelKeys } from '../../../../models/domain/conditions/path-candidates.js'
import { pathExpression } from '../../../../models/domain/conditions/path-expression.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { escapeData } from '../../../../models/domain/fields.js'
import { filterOf, KNOWING, meets, NOW, only, storeContacts, type Row } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { wronglyJudged } from './wrongly-judged.js'

const PROJECT = 'project'

const data = {
  plan: 'pro',
  count: 5,
  half: 2.5,
  big: 9_007_199_254_740_991,
  zero: 0,
  numeric: '5',
  paid: true,
  unpaid: false,
  nothing: null,
  tags: ['a', 'b'],
  none: [],
  mixed: [null, 1, 'one', true, ['deep']],
  people: [{ name: 'Ada' }],
  profile: { tier: 'gold', 'x.y': 1, empty: '', no: null, list: [1, 2] },
  'first.name': 'Ada',
  first: { name: 'nested', last: 'Lovelace' },
  'gone.with': null,
  gone: { with: 'the wind' },
  $where: 'literal',
  'a.$b': 'dollar',
  'with space': 'yes',
  größe: 'XL',
  '100%': 'all',
  pattern: 'a.b*c(d)[e]{f}|g^h$i\\j+k?',
  lines: 'first\nsecond\n',
  upper: 'ZEBRA',
  umlaut: 'äpfel',
  'via.null': null,
  via: { 'null.deep': 'found behind null', 'far.away': { in: { six: { keys: 'here' } } } },
  long: { l: { o: { n: { g: { w: { a: { y: 'there' } } } } } } },
  'one.two.three.four.five.six.seven': 'one key',
  astral: '😀',
  private: '\uE000',
}
const context = { order: { total: 99.5, 'ship.to': 'NO' }, code: 'A1', 'order.id': 'literal', tags: ['x'], at: null }

const equality: Row[] = [
  ['data.plan', 'equals', 'pro', true],
  ['data.plan', 'equals', 'Pro', false],
  ['contact.data.plan', 'equals', 'pro', true],
  ['data.count', 'equals', 5, true],
  ['data.count', 'equals', '5', false],
  ['data.numeric', 'equals', 5, false],
  ['data.half', 'equals', 2.5, true],
  ['data.big', 'equals', 9_007_199_254_740_991, true],
  ['data.paid', 'equals', true, true],
  ['data.paid', 'equals', 'true', false],
  ['data.paid', 'equals', 1, false],
  ['data.unpaid', 'equals', false, true],
  ['data.unpaid', 'equals', 0, false],
  ['data.zero', 'equals', false, false],
  ['data.zero', 'equals', -0, true],
  ['data.missing', 'equals', 'x', false],
  ['data.nothing', 'equals', 'x', false],
  ['data.tags', 'equals', 'a', true],
  ['data.tags', 'equals', 'c', false],
  ['data.mixed', 'equals', true, true],
  ['data.mixed', 'equals', 'deep', false],
  ['data.none', 'equals', 'a', false],
  ['data.people', 'equals', 'Ada', false],
  ['data.profile', 'equals', 'gold', false],
  ['data.plan', 'equals', '$data.plan', false],
  ['data.plan', 'equals', '$$ROOT', false],
  ['data.profile.empty', 'equals', '', true],
  ['data.plan', 'notEquals', 'free', true],
  ['data.plan', 'notEquals', 'pro', false],
  ['data.count', 'notEquals', '5', true],
  ['data.missing', 'notEquals', 'x', false],
  ['data.nothing', 'notEquals', 'x', false],
  ['data.profile.no', 'notEquals', 'x', false],
  ['data.profile.missing', 'notEquals', 'x', false],
  ['data.tags', 'notEquals', 'a', false],
  ['data.tags', 'notEquals', 'c', true],
  ['data.none', 'notEquals', 'a', true],
  ['data.mixed', 'notEquals', 'x', true],
  ['data.mixed', 'notEquals', 1, false],
  ['data.profile', 'notEquals', 'gold', true],
  ['data.plan', 'in', ['free', 'pro'], true],
  ['data.plan', 'in', ['free'], false],
  ['data.count', 'in', [4, 5], true],
  ['data.count', 'in', ['5'], false],
  ['data.tags', 'in', ['c', 'b'], true],
  ['data.tags', 'in', ['c'], false],
  ['data.mixed', 'in', [false, 'one'], true],
  ['data.missing', 'in', ['a'], false],
  ['data.nothing', 'in', ['a'], false],
  ['data.plan', 'notIn', ['free'], true],
  ['data.plan', 'notIn', ['free', 'pro'], false],
  ['data.tags', 'notIn', ['c'], true],
  ['data.tags', 'notIn', ['c', 'a'], false],
  ['data.none', 'notIn', ['a'], true],
  ['data.mixed', 'notIn', ['x'], true],
  ['data.missing', 'notIn', ['a'], false],
  ['data.nothing', 'notIn', ['a'], false],
]

const presence: Row[] = [
  ['data.plan', 'exists', undefined, true],
  ['data.unpaid', 'exists', undefined, true],
  ['data.zero', 'exists', undefined, true],
  ['data.none', 'exists', undefined, true],
  ['data.mixed', 'exists', undefined, true],
  ['data.profile', 'exists', undefined, true],
  ['data.profile.empty', 'exists', undefined, true],
  ['data.profile.no', 'exists', undefined, false],
  ['data.missing', 'exists', undefined, false],
  ['data.nothing', 'exists', undefined, false],
  ['data.missing', 'notExists', undefined, true],
  ['data.nothing', 'notExists', undefined, true],
  ['data.mixed', 'notExists', undefined, false],
  ['data.none', 'notExists', undefined, false],
  ['data.plan', 'notExists', undefined, false],
  ['data.profile.missing', 'notExists', undefined, true],
  ['data.profile.no', 'notExists', undefined, true],
  ['data.plan.missing', 'notExists', undefined, true],
  ['data.people.name', 'notExists', undefined, true],
]

const text: Row[] = [
  ['data.plan', 'contains', 'r', true],
  ['data.plan', 'contains', 'R', false],
  ['data.plan', 'contains', '', true],
  ['data.count', 'contains', '5', false],
  ['data.numeric', 'contains', 5, false],
  ['data.tags', 'contains', 'a', true],
  ['data.tags', 'contains', 'ab', false],
  ['data.mixed', 'contains', 'on', false],
  ['data.mixed', 'contains', 'one', true],
  ['data.mixed', 'contains', 1, true],
  ['data.missing', 'contains', 'a', false],
  ['data.profile', 'contains', 'gold', false],
  ['data.pattern', 'contains', '.b*c(d)[e]{f}|g^h$i\\j+k', true],
  ['data.plan', 'contains', '.', false],
  ['data.plan', 'contains', 'p|x', false],
  ['data.größe', 'contains', 'L', true],
  ['data.umlaut', 'contains', 'ä', true],
  ['data.astral', 'contains', '😀', true],
  ['data.lines', 'contains', 't\ns', true],
  ['data.plan', 'notContains', 'x', true],
  ['data.plan', 'notContains', 'r', false],
  ['data.plan', 'notContains', 5, true],
  ['data.tags', 'notContains', 'ab', true],
  ['data.tags', 'notContains', 'a', false],
  ['data.none', 'notContains', 'a', true],
  ['data.count', 'notContains', 'x', false],
  ['data.paid', 'notContains', 'x', false],
  ['data.profile', 'notContains', 'x', false],
  ['data.missing', 'notContains', 'x', false],
  ['data.nothing', 'notContains', 'x', false],
  ['data.plan', 'startsWith', 'pr', true],
  ['data.plan', 'startsWith', 'ro', false],
  ['data.plan', 'startsWith', 'PR', false],
  ['data.tags', 'startsWith', 'a', false],
  ['data.count', 'startsWith', '5', false],
  ['data.lines', 'startsWith', 'second', false],
  ['data.pattern', 'startsWith', 'a.b*', true],
  ['data.plan', 'endsWith', 'ro', true],
  ['data.plan', 'endsWith', 'pr', false],
  ['data.tags', 'endsWith', 'b', false],
  ['data.lines', 'endsWith', 'second', false],
  ['data.lines', 'endsWith', 'second\n', true],
  ['data.pattern', 'endsWith', '+k?', true],
  ['data.missing', 'endsWith', '', false],
]

const ordering: Row[] = [
  ['data.count', 'greaterThan', 4, true],
  ['data.count', 'greaterThan', 5, false],
  ['data.count', 'greaterThanOrEqual', 5, true],
  ['data.count', 'lessThan', 5, false],
  ['data.count', 'lessThan', 5.5, true],
  ['data.count', 'lessThanOrEqual', 5, true],
  ['data.half', 'greaterThan', 2, true],
  ['data.numeric', 'greaterThan', 4, false],
  ['data.numeric', 'lessThan', 6, false],
  ['data.numeric', 'greaterThan', '41', true],
  ['data.missing', 'lessThan', 1, false],
  ['data.nothing', 'lessThan', 1, false],
  ['data.nothing', 'lessThanOrEqual', 'x', false],
  ['data.paid', 'greaterThan', 0, false],
  ['data.paid', 'greaterThan', 'a', false],
  ['data.plan', 'greaterThan', 'free', true],
  ['data.plan', 'lessThanOrEqual', 'pro', true],
  ['data.plan', 'greaterThan', 5, false],
  ['data.upper', 'lessThan', 'apple', true],
  ['data.umlaut', 'greaterThan', 'zebra', true],
  ['data.astral', 'greaterThan', '\uE000', true],
  ['data.private', 'lessThan', '😀', true],
  ['data.profile.list', 'greaterThan', 0, false],
  ['data.tags', 'greaterThan', 'A', false],
  ['data.mixed', 'lessThan', 100, false],
  ['data.profile', 'greaterThan', 'a', false],
]

const paths: Row[] = [
  ['data.profile.tier', 'equals', 'gold', true],
  ['data.profile.tier', 'startsWith', 'go', true],
  ['data.profile.x.y', 'equals', 1, true],
  ['data.profile.list', 'contains', 2, true],
  ['data.first.name', 'equals', 'Ada', true],
  ['data.first.name', 'equals', 'nested', false],
  ['data.first.last', 'equals', 'Lovelace', true],
  ['data.gone.with', 'exists', undefined, false],
  ['data.via.null', 'notExists', undefined, true],
  ['data.via.null.deep', 'equals', 'found behind null', true],
  ['data.via.far.away.in.six.keys', 'equals', 'here', true],
  ['data.long.l.o.n.g.w.a.y', 'equals', 'there', true],
  ['data.one.two.three.four.five.six.seven', 'equals', 'one key', true],
  ['data.tags.0', 'exists', undefined, false],
  ['data.people.name', 'equals', 'Ada', false],
  ['data.people.0.name', 'exists', undefined, false],
  ['data.plan.length', 'exists', undefined, false],
  ['data.$where', 'equals', 'literal', true],
  ['data.a.$b', 'equals', 'dollar', true],
  ['data.with space', 'equals', 'yes', true],
  ['data.größe', 'equals', 'XL', true],
  ['data.100%', 'equals', 'all', true],
  [`data.${Array.from({ length: 100 }, () => 'a').join('.')}`, 'exists', undefined, false],
  [`data.${Array.from({ length: 8 }, () => 'a').join('.')}`, 'notExists', undefined, true],
]

const ofTheEvent: Row[] = [
  ['event.code', 'equals', 'A1', true],
  ['event.code', 'startsWith', 'A', true],
  ['event.order.total', 'greaterThan', 50, true],
  ['event.order.ship.to', 'equals', 'NO', true],
  ['event.order.id', 'equals', 'literal', true],
  ['event.order.id', 'in', ['literal', 'other'], true],
  ['event.tags', 'contains', 'x', true],
  ['event.missing', 'exists', undefined, false],
  ['event.at', 'notExists', undefined, true],
  ['event.missing', 'notEquals', 'x', false],
]

const onContacts = [...equality, ...presence, ...text, ...ordering, ...paths]

const keyOf = ([field]: Row): string => field.replace(/^(contact\.)?data\./, '')

describe('filters of data, judged by the database', () => {
  useDatabase()
  let who: { projectId: string; contactId: string }

  beforeEach(async () => {
    const [contactId = ''] = await storeContacts(PROJECT, [{ data }])
    who = { projectId: PROJECT, contactId }
  })

  it('hold as the table says', async () => {
    expect(await wronglyJudged(onContacts, (tree) => meets(who, tree))).to.deep.equal([])
  })

  it('hold alike when the project knows only the fields that it has, so that queries are cut short', async () => {
    const stateOr =
      (other: FieldState) =>
      (key: string): FieldState =>
        Object.hasOwn(data, key) ? 'known' : other
    const knowing = { ...KNOWING, fieldState: stateOr('absent') }
    expect(await wronglyJudged(onContacts, (tree) => meets(who, tree, knowing))).to.deep.equal([])

    const isKnown = (row: Row): boolean => topLevelKeys(keyOf(row)).some((key) => Object.hasOwn(data, key))
    // What was deleted matches nothing, however it is asked for.
    const expected = onContacts.map((row): Row => [row[0], row[1], row[2], row[3] && isKnown(row)])
    const forgetting = { ...KNOWING, fieldState: stateOr('deleted') }
    expect(await wronglyJudged(expected, (tree) => meets(who, tree, forgetting))).to.deep.equal([])
  })

  it('hold alike as expressions, which judge whatever a query cannot', async () => {
    const asExpression = async (_tree: ConditionTree, row: Row): Promise<boolean> => {
      const found = pathExpression('$data', pathCandidates(keyOf(row)))
      const $expr = expressionPredicate(found, filterOf(row), NOW)
      return (await Contact.exists({ _id: who.contactId, projectId: PROJECT, $expr })) !== null
    }
    expect(await wronglyJudged(onContacts, asExpression)).to.deep.equal([])
  })

  it('of the event at hand hold as the table says, and match nothing without one', async () => {
    const atHand = { ...KNOWING, event: { $literal: escapeData(context) } }
    expect(await wronglyJudged(ofTheEvent, (tree) => meets(who, tree, atHand))).to.deep.equal([])
    const none = ofTheEvent.map((row): Row => [row[0], row[1], row[2], false])
    expect(await wronglyJudged(none, (tree) => meets(who, tree))).to.deep.equal([])
  })

  it('match nothing on a field that was deleted, negations and absence included', async () => {
    const forgetting = { ...KNOWING, fieldState: () => 'deleted' as const }
    const none = onContacts.map((row): Row => [row[0], row[1], row[2], false])
    expect(await wronglyJudged(none, (tree) => meets(who, tree, forgetting))).to.deep.equal([])
  })

  it('match nothing but absence on a field that the project never had', async () => {
    const unknowing = { ...KNOWING, fieldState: () => 'absent' as const }
    const absent = onContacts.map((row): Row => [row[0], row[1], row[2], row[1] === 'notExists'])
    expect(await wronglyJudged(absent, (tree) => meets(who, tree, unknowing))).to.deep.equal([])
  })

  it('match no contact when the stored filter makes no sense', async () => {
    const nonsense = [
      { field: 'data.plan', operator: 'equals', value: { $gt: '' } },
      { field: 'data.plan', operator: 'notEquals', value: { $gt: '' } },
      { field: 'data.plan', operator: 'in', value: [] },
      { field: 'data.plan', operator: 'notIn', value: [{ $gt: '' }] },
      { field: 'data.plan', operator: 'notContains', value: null },
      { field: 'data.plan', operator: 'startsWith', value: 5 },
      { field: 'data.paid', operator: 'greaterThanOrEqual', value: true },
      { field: 'data.plan', operator: 'triggered' },
      { field: 'data.plan', operator: 'matches', value: 'pro' },
      { field: 'password', operator: 'exists' },
    ] as unknown as { field: string; operator: 'equals'; value: unknown }[]
    for (const filter of nonsense) {
      expect(await meets(who, only(filter)), JSON.stringify(filter)).to.equal(false)
    }
  })
})
