import { expect } from 'chai'
import { AppError } from '../../../models/domain/errors.js'
import { readHeader } from '../../../models/domain/import-columns.js'
import { readColumnMap } from '../../../models/domain/import-map.js'
import { readImportRow } from '../../../models/domain/import-row.js'

function errorOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

const headerOf = (names: string[], ...map: string[]) => readHeader(['email', ...names], readColumnMap(map))

describe('a column that may hold opt-outs', () => {
  const STATES = ['status', 'Status', 'STATUS', 'email_status', 'Subscription Status', 'subscriber-status', 'statut']
  const ANSWERS = ['opt-in', 'Email Marketing Consent', 'is_subscribed', 'Accepts Marketing', 'optIn', 'ステータス']
  const OPT_OUTS = [
    'unsubscribed|Unsubscribed|UNSUB_TIME|unsubscribedAt|unsubscribe date|is_unsubscribed|blocklisted',
    'Blacklisted|EMAIL_BLACKLISTED|blocked|suppressed|Suppression Timestamp|cleaned|CLEAN_TIME',
    'bounced|hard_bounce|complained|opted_out|OptedOut|Opt-Out|optout_time|junk|do_not_contact',
    'Opted out of email: News|Unsubscribed from all email|abgemeldet|Désabonné|配信停止日',
  ].flatMap((names) => names.split('|'))
  const asked = (names: string[], target: string) => names.map((name) => [name, target] as const)
  for (const [name, meant] of [...asked([...STATES, ...ANSWERS], 'subscribed'), ...asked(OPT_OUTS, 'unsubscribed')]) {
    it(`is refused with the queries to add: ${name}`, () => {
      const error = errorOf(() => headerOf([name, 'plan']))
      expect(error.code).to.equal('BAD_REQUEST')
      expect(error.errors?.map(({ field }) => field)).to.deep.equal(['file'])
      expect(error.message).to.include(name)
      const encoded = encodeURIComponent(name)
      for (const target of [meant, 'ignore']) expect(error.suggestion).to.include(`?map=${encoded}:${target}`)
    })
  }

  it('is named together with the others, in one query', () => {
    const { message, suggestion } = errorOf(() => headerOf(['Status', 'plan', 'opt out']))
    expect(message).to.match(/Status, opt out/)
    expect(suggestion).to.include('?map=Status:subscribed&map=opt%20out:unsubscribed')
    expect(suggestion).to.include('?map=Status:ignore&map=opt%20out:ignore')
  })

  const PLAIN = [
    'state|order status|active|unsubscribeUrl|unsubscribe link|opt_in_time|OPTIN_IP|newsletter',
    'subscribed at|subscription|sms opt-out|bounce_count|city|clean energy|payment_status|note',
  ].flatMap((names) => names.split('|'))
  for (const name of PLAIN) {
    it(`is not what one with another meaning is: ${name}`, () => {
      expect(headerOf([name]).fields).to.deep.equal([{ position: 1, key: name }])
    })
  }

  it('is refused beside a column subscribed too', () => {
    expect(errorOf(() => headerOf(['subscribed', 'unsubscribed'])).code).to.equal('BAD_REQUEST')
  })
})

describe('the map of an import', () => {
  const subscriptionOf = (names: string[], map: string[], ...cells: string[]) =>
    readImportRow({ row: 2, cells: ['a@b.co', ...cells] }, headerOf(names, ...map))

  it('reads from a column who is subscribed', () => {
    for (const [cell, subscribed] of [
      ['subscribed', true],
      ['Active', true],
      ['unsubscribed', false],
      ['Cleaned', false],
      ['', undefined],
    ] as const) {
      const row = subscriptionOf(['Status', 'plan'], ['status:subscribed'], cell, 'pro')
      expect(row, cell).to.deep.include({
        subscribed,
        patch: { set: { plan: 'pro' }, unset: [], clearAll: false, oneOff: {} },
      })
    }
    expect(subscriptionOf(['Status'], ['status:subscribed'], 'gold'))
      .to.have.property('error')
      .that.matches(/column Status/)
  })

  it('neither subscribes nor unsubscribes a contact that never confirmed', () => {
    const row = subscriptionOf(['status'], ['status:subscribed'], 'pending')
    expect(row).to.deep.include({ subscribed: undefined, subscribedWhenNew: false })
  })

  it('reads a column by its name, so that yes is no consent where the name means an opt-out', () => {
    for (const target of ['subscribed', 'unsubscribed']) {
      for (const [cell, subscribed] of [
        ['yes', false],
        ['2024-05-01', false],
        ['no', undefined],
        ['', undefined],
      ] as const) {
        const row = subscriptionOf(['blocklisted'], [`blocklisted:${target}`], cell)
        expect(row, `${target} ${cell}`).to.have.property('subscribed', subscribed)
      }
    }
    expect(subscriptionOf(['gone'], ['gone:unsubscribed'], 'ja')).to.have.property('subscribed', false)
  })

  it('keeps out a contact that left by one of several columns', () => {
    const names = ['subscribed', 'unsub_time', 'bounced']
    const map = ['unsub_time:unsubscribed', 'bounced:unsubscribed']
    expect(subscriptionOf(names, map, 'yes', '', '')).to.have.property('subscribed', true)
    expect(subscriptionOf(names, map, 'yes', '2024-05-01', '')).to.have.property('subscribed', false)
    expect(subscriptionOf(names, map, 'yes', '', '1')).to.have.property('subscribed', false)
  })

  it('leaves a column out, or keeps it as a custom field', () => {
    expect(headerOf(['status', 'plan'], 'STATUS:ignore').fields.map(({ key }) => key)).to.deep.equal(['plan'])
    expect(headerOf(['status', 'plan'], 'status:data').fields.map(({ key }) => key)).to.deep.equal(['status', 'plan'])
    expect(headerOf(['subscribed'], 'subscribed:ignore')).to.include({ subscribed: null })
  })

  it('takes names with colons and blanks, and prefers the exact one', () => {
    const columns = headerOf(['a: b', 'A: B', 'Status'], ' a: b : ignore', ' Status :DATA')
    expect(columns.fields.map(({ key }) => key)).to.deep.equal(['A: B', 'Status'])
  })

  const BAD: [string, string[], string[], RegExp][] = [
    ['has no target', ['status'], ['status'], /status is not a column/],
    ['has an unknown target', ['status'], ['status:keep'], /subscribed, unsubscribed, data, ignore/],
    ['has no column', ['status'], [':ignore'], /not a column/],
    ['is empty', ['plan'], [''], /not a column/],
    ['names an unknown column', ['plan'], ['state:ignore'], /no column state/],
    ['names a column in an unclear case', ['Plan', 'PLAN'], ['plan:ignore'], /no column plan/],
    ['names a column twice', ['status'], ['status:ignore', 'Status:data'], /more than once/],
    ['names email', ['plan'], ['email:ignore'], /email cannot be mapped/],
    ['makes a second subscribed', ['subscribed', 'status'], ['status:subscribed'], /Both status and subscribed/],
    ['makes two subscribed', ['status', 'consent'], ['status:subscribed', 'consent:subscribed'], /status and consent/],
    ['makes a field of subscribed', ['subscribed'], ['subscribed:data'], /cannot be a custom field/],
  ]
  for (const [what, names, map, message] of BAD) {
    it(`is refused on map when it ${what}`, () => {
      const error = errorOf(() => headerOf(names, ...map))
      expect(error.message).to.match(message)
      expect(error).to.deep.include({ code: 'BAD_REQUEST' })
      expect(error.errors?.[0]?.field).to.equal('map')
    })
  }
})
