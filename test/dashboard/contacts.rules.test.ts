import { expect } from 'chai'
import * as fc from 'fast-check'
import { readObject } from '../../dashboard/shared/json-text.js'
import { byDay } from '../../dashboard/pages/contacts/contact/by-day.js'
import { readColumnChoice, withColumn } from '../../dashboard/pages/contacts/list/column-choice.js'
import { secondsLeft } from '../../dashboard/pages/contacts/import/seconds-left.js'
import { bulkBody, countOf, filterOf } from '../../dashboard/pages/contacts/list/selection.js'
import {
  EVERYTHING,
  isSelected,
  NOTHING,
  shownState,
  toggled,
  toggledTo,
  withShown,
} from '../../dashboard/shared/selection/selection.js'
import { readJobs } from '../../dashboard/shared/followed-jobs.js'
import { cutText } from '../../dashboard/ui/cut-text.js'
import { changesOf, errorOfRow, recordOf, rowsOf, withNewRow } from '../../dashboard/ui/key-value-rows.js'
import { draftOf, readDraft, withKind } from '../../dashboard/ui/value-draft.js'
import { planDataPatch, applyDataPatch } from '../../models/domain/data.js'
import { runs } from '../support/runs.js'

describe('the selection in a list of contacts', () => {
  it('contains some rows, all that match, or all but some', () => {
    const some = toggled(toggled(NOTHING, 'a'), 'b')
    expect(bulkBody(toggled(some, 'b'), {})).to.deep.equal({ mode: 'ids', contactIds: ['a'] })
    const all = toggled(EVERYTHING, 'a')
    expect([isSelected(all, 'a'), isSelected(all, 'b'), countOf(all, 10)]).to.deep.equal([false, true, 9])
    const filter = filterOf({ q: 'ada', status: 'subscribed' })
    expect(bulkBody(all, filter)).to.deep.equal({
      mode: 'query',
      // The list searches by prefix, and a bulk change inside the address unless the request says otherwise.
      filter: { search: 'ada', subscribed: true, match: 'prefix' },
      excludeIds: ['a'],
    })
  })

  it('adds the rows that are shown, or clears itself when all of them were selected', () => {
    const shown = ['a', 'b']
    expect(shownState(NOTHING, shown)).to.equal('none')
    expect(shownState(toggled(NOTHING, 'a'), shown)).to.equal('some')
    const all = withShown(toggled(NOTHING, 'a'), shown)
    expect(shownState(all, shown)).to.equal('all')
    expect(withShown(all, shown)).to.deep.equal(NOTHING)
  })

  it('takes all rows between two of them, in either direction, as the last one becomes', () => {
    const shown = ['a', 'b', 'c', 'd']
    const chosen = (selection: typeof NOTHING) => shown.filter((id) => isSelected(selection, id)).join('')
    const some = toggledTo(toggled(NOTHING, 'd'), shown, { from: 'd', to: 'b' })
    expect(chosen(some)).to.equal('bcd')
    expect(chosen(toggledTo(some, shown, { from: 'a', to: 'c' }))).to.equal('d')
    expect(chosen(toggledTo(EVERYTHING, shown, { from: 'b', to: 'c' }))).to.equal('ad')
    expect(chosen(toggledTo(some, shown, { from: 'gone', to: 'a' }))).to.equal('abcd')
  })
})

describe('the columns of the list of contacts', () => {
  it('are the default ones until a valid choice is stored', () => {
    for (const none of [null, undefined]) expect(readColumnChoice(none)).to.deep.equal(['status', 'createdAt'])
    expect(readColumnChoice(['data.plan', 'nonsense', 'data.plan'])).to.deep.equal(['data.plan'])
  })

  it('keep the standard ones first', () => {
    expect(withColumn(['data.plan'], 'status', true)).to.deep.equal(['status', 'data.plan'])
    expect(withColumn(['status', 'data.plan'], 'status', false)).to.deep.equal(['data.plan'])
  })
})

describe('an editor of names with values', () => {
  it('writes the same object that it has read, for every object without empty values', () => {
    const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean(), fc.array(fc.integer()))
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), value), (record) => {
        const own = Object.fromEntries(Object.entries(record))
        expect(recordOf(rowsOf(own))).to.deep.equal(own)
        expect(changesOf(own, own)).to.deep.equal({})
      }),
      runs(100),
    )
  })

  it('sends only what differs, and null for removed names, which the API turns into the new object', () => {
    const field = fc.constantFrom('a', 'b', 'c', 'd')
    const value = fc.oneof(fc.constantFrom('x', 'y'), fc.integer(), fc.boolean())
    fc.assert(
      fc.property(fc.dictionary(field, value), fc.dictionary(field, value), (before, after) => {
        const patch = planDataPatch(changesOf(before, after))
        expect(applyDataPatch({ ...before }, patch)).to.deep.equal({ ...after })
      }),
      runs(100),
    )
  })

  it('reports the row with an error, and writes nothing until it is corrected', () => {
    const [first, second] = withNewRow(rowsOf({ a: 1 }))
    const double = [first!, { ...second!, name: 'a', draft: draftOf('x') }]
    expect(errorOfRow(double[1]!, double)).to.equal('double')
    expect(recordOf(double)).to.equal(null)
    const unnamed = [first!, { ...second!, draft: draftOf('x') }]
    expect(errorOfRow(unnamed[1]!, unnamed)).to.equal('name')
    expect(recordOf([first!, second!])).to.deep.equal({ a: 1 })
  })

  for (const [title, draft, read] of [
    ['an empty text removes the field', { kind: 'text', text: '' }, { value: null }],
    ['a number', { kind: 'number', text: ' 0.50 ' }, { value: 0.5 }],
    ['no number', { kind: 'number', text: '1,5' }, { error: 'number' }],
    ['an answer', { kind: 'boolean', text: 'false' }, { value: false }],
    ['JSON', { kind: 'json', text: '{"a":[1]}' }, { value: { a: [1] } }],
    ['no JSON', { kind: 'json', text: '{a}' }, { error: 'json' }],
  ] as const) {
    it(`reads a value: ${title}`, () => expect(readDraft(draft)).to.deep.equal(read))
  }

  it('keeps the text of a value that is changed to JSON', () => {
    expect(readDraft(withKind(draftOf('a "b"'), 'json'))).to.deep.equal({ value: 'a "b"' })
  })
})

describe('the rules of the pages on contacts', () => {
  it('cut a long text between its characters', () => {
    expect(cutText('abc', 3)).to.deep.equal({ shown: 'abc', isCut: false })
    expect(cutText('ab😀c', 3)).to.deep.equal({ shown: 'ab', isCut: true })
  })

  it('group activity by the days of the reader', () => {
    const items = ['2026-03-02T00:30:00Z', '2026-03-01T23:30:00Z', '2026-03-01T10:00:00Z']
    const days = (zone: string) =>
      byDay(
        items.map((timestamp) => ({ timestamp })),
        zone,
      ).map(({ day, items: { length } }) => [day, length])
    expect(days('UTC')).to.deep.equal([
      ['2026-03-02', 1],
      ['2026-03-01', 2],
    ])
    expect(days('Europe/Berlin')).to.deep.equal([
      ['2026-03-02', 2],
      ['2026-03-01', 1],
    ])
  })

  it('accept a JSON object, and nothing else', () => {
    expect(readObject('')).to.deep.equal({})
    expect(readObject('{"a":1}')).to.deep.equal({ a: 1 })
    for (const text of ['[1]', 'null', '5', '{']) expect(readObject(text)).to.equal(null)
  })

  it('follow only jobs whose stored form is complete', () => {
    const job = { kind: 'bulk', jobId: 'j', projectId: 'p', userId: 'u' }
    expect(readJobs(JSON.stringify([job, { ...job, kind: 'other' }, { ...job, userId: 5 }, null]))).to.deep.equal([job])
    for (const text of [null, '{', '5']) expect(readJobs(text)).to.deep.equal([])
  })

  it('show the remaining time of an import, once it can be estimated', () => {
    const createdAt = '2026-03-02T10:00:00.000Z'
    const nowMs = Date.parse('2026-03-02T10:00:30.000Z')
    expect(secondsLeft({ status: 'RUNNING', progress: 25, createdAt }, nowMs)).to.equal(90)
    expect(secondsLeft({ status: 'RUNNING', progress: 1, createdAt }, nowMs)).to.equal(null)
    expect(secondsLeft({ status: 'PENDING', progress: 0, createdAt }, nowMs)).to.equal(null)
  })
})
