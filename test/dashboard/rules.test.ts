import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import { ApiError } from '../../dashboard/api/api-error.js'
import { followKeys, writtenKey } from '../../dashboard/commands/key-sequence.js'
import { formatRate, formatRelative } from '../../dashboard/messages/format.js'
import { contactsOf, type AudiencePart } from '../../dashboard/shared/audience-parts.js'
import {
  contactQuery,
  contactSearch,
  isSearch,
  readContactFilters,
} from '../../dashboard/pages/contacts/list/filters.js'
import { readEmailFilters } from '../../dashboard/pages/emails/filters.js'
import { followReports } from '../../dashboard/shared/reported.js'
import { messageOf } from '../../dashboard/shared/use-submit.js'
import { isSameMachine, ownAddress } from '../../dashboard/pages/session/own-address.js'

describe('the keys of the dashboard', () => {
  const known = ['g e', 'g c', '?', 'mod+k']

  for (const [title, presses, last] of [
    ['one key', ['?'], { keys: '?' }],
    ['one key after another', ['g', 'e'], { keys: 'g e' }],
    ['the second sequence after one that led nowhere', ['g', 'x', 'g', 'c'], { keys: 'g c' }],
    ['a first key pressed twice', ['g', 'g', 'e'], { keys: 'g e' }],
    ['a single key after the first of a sequence', ['g', '?'], { keys: '?' }],
    ['nothing', ['x'], { rest: '' }],
  ] as const) {
    it(`are recognised: ${title}`, () => {
      let before = ''
      let next: ReturnType<typeof followKeys> = { rest: '' }
      for (const key of presses) {
        next = followKeys(before, key, known)
        before = 'rest' in next ? next.rest : ''
      }
      expect(next).to.deep.equal(last)
    })
  }

  it('are written with Ctrl and Cmd alike, and leave Alt and named keys to the browser', () => {
    const press = (key: string, held: object = {}) =>
      writtenKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })
    expect([press('?'), press('K', { ctrlKey: true }), press('k', { metaKey: true })]).to.deep.equal([
      '?',
      'mod+k',
      'mod+k',
    ])
    expect([press('e', { altKey: true }), press('Enter'), press('Shift')]).to.deep.equal([null, null, null])
  })
})

describe('the filters in an address', () => {
  it('are read from any text, without invalid filters', () => {
    expect(readEmailFilters({ status: 'BOUNCED', to: 'a@b.example', other: 1 })).to.include({ status: 'BOUNCED' })
    const found = readEmailFilters({
      status: 'bounced',
      sourceType: 'x',
      to: '',
      startDate: '2026-02-31x',
      contactId: ['7'],
    })
    const valuesOf = (filters: object) => Object.values(filters).filter((value) => value !== undefined)
    expect(valuesOf(found)).to.deep.equal(['status,sourceType,startDate,contactId'])
    const wrong = { q: ['x'], status: 'all', suppressed: 'no', sort: 'email', segment: '7', where: 'all' }
    expect(valuesOf(readContactFilters(wrong))).to.deep.equal(['q,status,suppressed,sort,segment,where'])
  })

  it('become a query of the API, where a search begins at two characters', () => {
    const usual = { sort: 'createdAt', dir: 'desc' }
    expect(contactQuery({})).to.deep.equal(usual)
    expect(contactQuery({ status: 'unsubscribed', sort: 'email-asc' })).to.deep.equal({
      subscribed: false,
      sort: 'email',
      dir: 'asc',
    })
    expect([isSearch({ q: 'a', status: 'subscribed' }), isSearch({ q: 'ad' })]).to.deep.equal([false, true])
    const where = {
      logic: 'AND' as const,
      groups: [{ filters: [{ field: 'data.plan', operator: 'exists' as const }] }],
    }
    expect(contactSearch({ q: 'ad', status: 'subscribed', where })).to.deep.equal({
      search: 'ad',
      match: 'prefix',
      subscribed: true,
      condition: where,
    })
  })

  it('select each part of an audience by the same rule as the count', () => {
    const where = { logic: 'OR' as const, groups: [] }
    const found = (audience: Parameters<typeof contactsOf>[0], part: AudiencePart) => {
      const address = contactsOf(audience, part)
      expect(isSearch(readContactFilters(address)), part).to.equal(
        part !== 'unsubscribed' || audience.condition !== null,
      )
      return contactSearch(readContactFilters(address))
    }
    const all = { condition: null, segmentId: null }
    expect(found(all, 'eligible')).to.deep.equal({ subscribed: true, suppressed: false })
    expect(found(all, 'suppressed')).to.deep.equal({ subscribed: true, suppressed: true })
    expect(found(all, 'unsubscribed')).to.deep.equal({ subscribed: false })
    expect(found(all, 'snoozed')).to.deep.equal({ snoozed: true })
    expect(found({ ...all, type: 'TRANSACTIONAL' }, 'eligible')).to.deep.equal({ suppressed: false })
    expect(found({ condition: where }, 'unsubscribed')).to.deep.equal({ subscribed: false, condition: where })
  })
})

describe('a field that writes to the address of the page', () => {
  it('recognises its own values, also those that were typed over, and takes any other value as new', () => {
    expect(followReports(['a', 'ab', 'abc'], 'ab')).to.deep.equal({ isOwn: true, reports: ['abc'] })
    expect(followReports(['abc'], 'abc')).to.deep.equal({ isOwn: true, reports: [] })
    expect(followReports(['abc'], '')).to.deep.equal({ isOwn: false, reports: [] })
  })
})

describe('the message of a refused form', () => {
  it('names each error without a field on the form', () => {
    const fieldError = (field: string) => ({ field, code: 'invalid', message: `${field} is wrong` })
    const error = new ApiError({
      code: 'VALIDATION_ERROR',
      status: 422,
      message: 'Invalid',
      errors: [fieldError('a'), fieldError('b')],
    })
    expect(messageOf(error, { a: 'a is wrong' })).to.equal(`${t.errors.fields} b: b is wrong.`)
    expect(messageOf(error, {})).to.equal('Invalid a: a is wrong. b: b is wrong.')
  })
})

describe('the address for signing in', () => {
  const page = (origin: string) => {
    const { hostname, port } = new URL(origin)
    return { origin, hostname, port, pathname: '/dashboard/sign-in', search: '?next=x' }
  }

  it('is the configured address of the installation, with the same page', () => {
    expect(ownAddress('http://127.0.0.1:3000', page('http://127.0.0.1:3000'))).to.equal(null)
    const there = 'http://127.0.0.1:3000/dashboard/sign-in?next=x'
    expect(ownAddress('http://127.0.0.1:3000', page('http://localhost:3000'))).to.equal(there)
  })

  it('is opened without a question only between names of this machine', () => {
    expect(isSameMachine('http://127.0.0.1:3000', page('http://localhost:3000'))).to.equal(true)
    expect(isSameMachine('http://127.0.0.1:3000', page('http://localhost:3001'))).to.equal(false)
    expect(isSameMachine('https://mail.example', page('http://localhost:3000'))).to.equal(false)
  })
})

describe('numbers and times of the dashboard', () => {
  const now = new Date('2026-03-10T12:00:00Z')

  for (const [at, text] of [
    ['2026-03-10T11:59:30Z', '30 seconds ago'],
    ['2026-03-10T11:00:00Z', '1 hour ago'],
    ['2026-03-09T11:00:00Z', 'yesterday'],
    ['2026-03-12T13:00:00Z', 'in 2 days'],
    ['2026-01-01T12:00:00Z', 'Jan 1, 2026'],
  ] as const) {
    it(`are shown as ${text}`, () => expect(formatRelative(new Date(at), now)).to.equal(text))
  }

  it('show a rate with one decimal', () => expect(formatRate(41.239)).to.equal('41.2%'))
})
