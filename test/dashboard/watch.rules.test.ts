import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import { startAfter, startOfRow, type PageStart } from '../../dashboard/api/page-start.js'
import { freshItems } from '../../dashboard/pages/activity/fresh-items.js'
import { readActivityFilters } from '../../dashboard/pages/activity/filters.js'
import { optionOf, originOf, readAnalytics } from '../../dashboard/pages/analytics/origin.js'
import { errorOf, rangeOf, readRange } from '../../dashboard/pages/analytics/range.js'
import { inboxUrl } from '../../dashboard/shared/inbox-url.js'
import { usesIn } from '../../dashboard/pages/domains/domain-uses.js'
import { nameIn, zoneFileOf, zonesOf } from '../../dashboard/pages/domains/record-names.js'
import { changeFilters, emailQuery, exportFilter, readEmailFilters } from '../../dashboard/pages/emails/filters.js'
import { joinNames } from '../../dashboard/pages/events/event-names.js'
import { changeOf } from '../../dashboard/shared/change-of.js'
import { ofDomains, ofFailed, ofQuotas } from '../../dashboard/shared/attention.js'

describe('the pages of a long list', () => {
  const first: PageStart = {
    cursor: null,
    offset: 0,
    total: undefined,
    totalIsCapped: false,
    before: null,
    showFrom: async () => undefined,
  }
  const page = (cursor: string | null) => ({ data: [1, 2], cursor, hasMore: cursor !== null, total: 5 })

  it('keep the previous pages, their position among all rows, and the total from the first page', () => {
    const second = startAfter(page('b'), first)
    expect(second).to.include({ cursor: 'b', offset: 2, total: 5, before: first })
    const third = startAfter({ ...page('c'), total: 0 }, second as PageStart) as PageStart
    expect(third).to.include({ cursor: 'c', offset: 4, total: 5, before: second })
    expect(startAfter(page(null), third)).to.equal(null)
    expect([0, 1, 2, 3, 4].map((row) => startOfRow(row, third).offset)).to.deep.equal([0, 0, 2, 2, 4])
  })
})

describe('new entries of the activity', () => {
  const item = (id: string) => ({ id, type: 'email.sent' })

  it('are those above the first one that is shown', () => {
    expect(freshItems([item('c'), item('b'), item('a')], [item('a')])).to.deep.equal({ count: 2, isMore: false })
    expect(freshItems([item('a')], [item('a')])).to.deep.equal({ count: 0, isMore: false })
    expect(freshItems([item('c'), item('b')], [item('a')])).to.deep.equal({ count: 2, isMore: true })
    expect(freshItems([item('a')], [])).to.deep.equal({ count: 1, isMore: false })
  })

  it('are filtered by the valid filters of the address alone', () => {
    const read = readActivityFilters({ types: 'email.opened,email.sent', from: '2026-02-30', contact: '' })
    expect(read.types).to.equal('email.sent,email.opened')
    expect([read.contact, read.from, read.to, read.unread]).to.deep.equal([undefined, undefined, undefined, 'from'])
    expect(readActivityFilters({ types: 'email.sent,nonsense' })).to.include({ types: undefined, unread: 'types' })
  })
})

describe('the range of analytics', () => {
  it('is a number of days up to today, or from one day to another', () => {
    expect(rangeOf(readRange({}), '2026-03-30')).to.deep.equal({ startDate: '2026-03-01', endDate: '2026-03-30' })
    expect(rangeOf(readRange({ days: 7 }), '2026-03-30').startDate).to.equal('2026-03-24')
    const own = readRange({ from: '2026-01-01', to: '2026-01-02' })
    expect(rangeOf(own, '2026-03-30')).to.deep.equal({ startDate: '2026-01-01', endDate: '2026-01-02' })
    expect(readRange({ days: 8, from: 'x', to: '2026-01-02' })).to.deep.equal({})
  })

  it('is of all emails, or of one template or one workflow', () => {
    const setIn = (address: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(readAnalytics(address)).filter(([, value]) => value !== undefined))
    expect(setIn({ days: 7, templateId: 'a', workflowId: 'b' })).to.deep.equal({ days: 7, templateId: 'a' })
    expect(setIn({ templateId: '', workflowId: 'b' })).to.deep.equal({ workflowId: 'b' })
    expect(setIn({ days: 8, from: 'x', to: '2026-01-02' })).to.deep.equal({ unread: 'days,from' })
    expect(originOf(optionOf('workflow', 'b'))).to.deep.equal({ workflowId: 'b' })
    expect([originOf(''), originOf('campaign:c')]).to.deep.equal([{}, {}])
  })

  it('has at most ninety days, and ends after it begins', () => {
    expect(errorOf({ startDate: '2026-01-01', endDate: '2026-03-31' })).to.equal(null)
    expect(errorOf({ startDate: '2026-01-01', endDate: '2026-04-01' })).to.equal('tooLong')
    expect(errorOf({ startDate: '2026-01-02', endDate: '2026-01-01' })).to.equal('backwards')
  })

  it('is compared with the range before, unless that was empty', () => {
    expect([changeOf(3, 2), changeOf(1, 4), changeOf(0, 0), changeOf(2, 0)]).to.deep.equal([50, -75, null, null])
  })
})

describe('the filters of emails', () => {
  it('can have several statuses, and become a query of the API', () => {
    const filters = readEmailFilters({ status: 'FAILED,BOUNCED', sourceType: 'TEST', startDate: '2026-03-01' })
    const set = Object.entries(emailQuery(filters)).filter(([, value]) => value !== undefined)
    expect(Object.fromEntries(set)).to.deep.equal({
      status: 'BOUNCED,FAILED',
      sourceType: 'TEST',
      startDate: '2026-03-01',
    })
    expect(readEmailFilters({ status: 'FAILED,?' })).to.include({ status: undefined, unread: 'status' })
  })

  it('become the filter of an export, with the days of the zone of the project', () => {
    const filters = readEmailFilters({
      status: 'FAILED',
      startDate: '2026-03-01',
      endDate: '2026-03-01',
      to: 'a@b.example',
    })
    const set = Object.entries(exportFilter(filters, 'Europe/Berlin')).filter(([, value]) => value !== undefined)
    expect(Object.fromEntries(set)).to.deep.equal({
      status: 'FAILED',
      to: 'a@b.example',
      startDate: '2026-02-28T23:00:00.000Z',
      endDate: '2026-03-01T22:59:59.999Z',
    })
  })

  it('drop those that the API cannot combine with a new one', () => {
    const ofCampaign = readEmailFilters({ campaignId: 'c', status: 'FAILED' })
    const changed = changeFilters(ofCampaign, { sourceType: 'TEST' })
    expect([changed.sourceType, changed.campaignId, changed.status]).to.deep.equal(['TEST', undefined, 'FAILED'])
    expect(changeFilters(ofCampaign, { to: 'a@example.com' }).campaignId).to.equal('c')
  })

  it('include unsubscribed recipients only when the API can find them', () => {
    const ofCampaign = readEmailFilters({ campaignId: 'c', unsubscribed: true })
    expect(emailQuery(ofCampaign)).to.include({ campaignId: 'c', unsubscribed: 'true' })
    expect(exportFilter(ofCampaign, 'UTC')).to.include({ campaignId: 'c', unsubscribed: true })
    expect(changeFilters(ofCampaign, { campaignId: undefined })).to.include({
      unsubscribed: undefined,
      unread: undefined,
    })
    const ofWorkflow = readEmailFilters({ workflowId: 'w', unsubscribed: true })
    expect(ofWorkflow).to.include({ unsubscribed: undefined, unread: 'unsubscribed' })
  })
})

describe('the records of a domain', () => {
  const record = { name: '_dmarc.news.example.org', purpose: 'DMARC', required: false, verified: false } as const

  it('have names with and without the domain', () => {
    expect(zonesOf('news.example.org')).to.deep.equal(['news.example.org', 'example.org'])
    expect(nameIn(undefined, record.name, '@')).to.equal(record.name)
    expect(nameIn('example.org', record.name, '@')).to.equal('_dmarc.news')
    expect(nameIn('news.example.org', 'news.example.org', '@')).to.equal('@')
    expect(nameIn('le.org', 'example.org', '@')).to.equal('example.org')
  })

  it('become a zone file with long texts split into parts', () => {
    const file = zoneFileOf([
      { ...record, type: 'TXT', value: 'a"b' },
      { ...record, type: 'TXT', value: 'x'.repeat(300) },
      { ...record, type: 'MX', value: 'mx.example.net', priority: 10 },
      { ...record, type: 'CNAME', value: 'x.dkim.example.net.' },
    ])
    expect(file.split('\n')).to.deep.equal([
      String.raw`_dmarc.news.example.org. 3600 IN TXT "a\"b"`,
      `_dmarc.news.example.org. 3600 IN TXT "${'x'.repeat(255)}" "${'x'.repeat(45)}"`,
      '_dmarc.news.example.org. 3600 IN MX 10 mx.example.net.',
      '_dmarc.news.example.org. 3600 IN CNAME x.dkim.example.net.',
      '',
    ])
  })

  it('are used by what a refused deletion names', () => {
    const details = { templates: [{ id: 't', name: 'T' }, { id: 3 }], campaigns: 'no' }
    expect(usesIn(details)).to.deep.equal({ templates: [{ id: 't', name: 'T' }], campaigns: [], workflows: [] })
  })
})

describe('the names of events', () => {
  it('come with recent and total counts, tracked ones first', () => {
    const recent = [
      { name: 'email.open', count: 9, trend: 5 },
      { name: 'signed up', count: 2, trend: null },
    ]
    const all = [
      { name: 'old', count: 30 },
      { name: 'email.open', count: 90 },
      { name: 'signed up', count: 4 },
    ]
    const rows = joinNames(recent, all)
    expect(rows.map(({ name }) => name)).to.deep.equal(['old', 'signed up', 'email.open'])
    expect(rows[0]).to.include({ count: 0, trend: 0, all: 30 })
    expect(rows[1]).to.include({ count: 2, trend: null, all: 4, isOfService: false })
    expect(joinNames(recent, undefined)[0]).to.include({ name: 'signed up', all: null })
  })
})

describe('what needs attention', () => {
  const now = new Date('2026-03-30T12:00:00Z')

  it('includes each workflow with executions that failed in the last days', () => {
    const names = new Map([['w', 'Onboarding']])
    const failed = ['2026-03-30', '2026-03-29', '2026-03-01'].map((day) => ({
      workflowId: 'w',
      startedAt: `${day}T00:00:00Z`,
      completedAt: null,
    }))
    const [item, ...others] = ofFailed({ data: failed, hasMore: false }, names, now)
    expect(others).to.deep.equal([])
    expect(item?.text).to.equal(t.attention.failed(2, '2', 'Onboarding'))
    expect(item?.target).to.deep.equal({ page: 'executions', workflowId: 'w' })
    // When not all were read, the number is unknown.
    const [atLeast] = ofFailed({ data: failed, hasMore: true }, names, now)
    expect(atLeast?.text).to.equal(t.attention.failedAtLeast(2, '2', 'Onboarding'))
  })

  it('includes a domain that failed or lost a record, and no other', () => {
    const records = [
      {
        type: 'TXT',
        name: 'n',
        value: 'v',
        purpose: 'OWNERSHIP',
        required: true,
        verified: false,
        answer: null,
      } as const,
    ]
    const domain = { id: 'd', domain: 'example.org', records }
    expect(ofDomains([{ ...domain, status: 'PENDING', verified: false }])).to.deep.equal([])
    expect(ofDomains([{ ...domain, status: 'VERIFIED', verified: true }])[0]?.text).to.equal(
      t.attention.domainLosing(domain.domain),
    )
    expect(ofDomains([{ ...domain, status: 'FAILED', verified: false }])[0]?.text).to.include('not verified')
  })

  it('includes a limit that is used to four fifths', () => {
    const none = { limit: null, used: 5 }
    const rest = { templates: none, segments: none, workflows: none, invitations: none, keys: none, uploads: none }
    const items = ofQuotas({ ...rest, domains: { limit: 10, used: 8 }, jobs: { limit: 10, used: 7 } })
    expect(items.map(({ text }) => text)).to.deep.equal([t.attention.quota(t.attention.quotas.domains, '80')])
  })
})

describe('the link to the local inbox', () => {
  const config = (inbox: string | null, provider: string) => ({ urls: { inbox }, features: { email: { provider } } })

  it('leads to a message that has its id there, else to the inbox, and nowhere if email is really sent', () => {
    expect(inboxUrl(config('http://localhost:3025', 'ses'), 'a/b')).to.equal('http://localhost:3025/#a%2Fb')
    expect(inboxUrl(config('http://localhost:3025', 'ses'), null)).to.equal('http://localhost:3025')
    expect(inboxUrl(config('http://localhost:3025', 'smtp'), 'a')).to.equal('http://localhost:3025')
    expect(inboxUrl(config(null, 'ses'), 'a')).to.equal(null)
  })
})
