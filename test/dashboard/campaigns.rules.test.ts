import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import { percentOf, shownStatus } from '../../dashboard/pages/campaigns/campaign.js'
import {
  changesOf,
  differingFields,
  FIRST_BODY,
  hasUnsaved,
  missingFields,
  rebased,
  type CampaignFields,
} from '../../dashboard/pages/campaigns/composer/draft.js'
import { sectionStates, type Facts } from '../../dashboard/pages/campaigns/composer/section-states.js'
import { addressOf, domainsToChoose, partsOf } from '../../dashboard/shared/sender-field/sender-address.js'
import { campaignFilters } from '../../dashboard/pages/campaigns/filters.js'
import { readCampaignSearch } from '../../dashboard/pages/campaigns/page-search.js'
import { stagesOf, widthOf } from '../../dashboard/pages/campaigns/results/funnel.js'
import { checksOf, maySend, type ReviewFacts } from '../../dashboard/pages/campaigns/review/checks.js'
import { durationOf } from '../../dashboard/pages/campaigns/review/duration.js'
import { missingBody, usedFields } from '../../dashboard/pages/campaigns/review/missing.js'
import { sendLabel } from '../../dashboard/pages/campaigns/review/send-label.js'
import { signatureOf } from '../../dashboard/pages/campaigns/review/tested.js'
import { findingsFor } from '../../dashboard/shared/content-editor/for-audience.js'

const NOW = new Date('2026-11-27T12:00:00Z')

const FIELDS: CampaignFields = {
  name: 'Spring news',
  subject: 'News',
  body: '<p>Spring</p>',
  design: null,
  mjml: null,
  from: 'news@example.com',
  fromName: '',
  replyTo: '',
  type: 'MARKETING',
  audienceType: 'ALL',
  segmentId: null,
  audienceCondition: null,
  utm: {},
  when: { kind: 'now' },
}
const CONDITION = {
  logic: 'AND' as const,
  groups: [{ filters: [{ field: 'data.plan', operator: 'exists' as const }] }],
}

describe('the changes of a campaign draft', () => {
  it('are the fields that differ and that the API accepts', () => {
    expect(changesOf(FIELDS, FIELDS)).to.deep.equal({})
    expect(changesOf({ ...FIELDS, subject: 'Other', fromName: 'Ada' }, FIELDS)).to.deep.equal({
      subject: 'Other',
      fromName: 'Ada',
    })
    expect(changesOf({ ...FIELDS, fromName: ' ' }, { ...FIELDS, fromName: 'Ada' })).to.deep.equal({ fromName: null })
  })

  it('are not saved while a field is empty or half an address', () => {
    const half = { ...FIELDS, name: ' ', subject: '', body: '', from: 'news@', replyTo: 'x', type: 'HEADLESS' as const }
    expect(changesOf(half, FIELDS)).to.deep.equal({ type: 'HEADLESS' })
    expect(missingFields(half)).to.have.members(['name', 'subject', 'body', 'from', 'replyTo'])
    expect(hasUnsaved(half, FIELDS)).to.equal(true)
  })

  it('contain an audience as a whole, once it is chosen', () => {
    const open = { ...FIELDS, audienceType: 'SEGMENT' as const }
    expect(changesOf(open, FIELDS)).to.deep.equal({})
    expect(hasUnsaved(open, FIELDS)).to.equal(true)
    expect(changesOf({ ...open, segmentId: 'one', audienceCondition: CONDITION }, FIELDS)).to.deep.equal({
      audienceType: 'SEGMENT',
      segmentId: 'one',
      audienceCondition: null,
    })
  })

  it('ignore a space at the end, another spelling of a domain, and the time to send at', () => {
    const same = {
      ...FIELDS,
      name: 'Spring news ',
      from: 'news@EXAMPLE.com',
      when: { kind: 'later' as const, at: null },
    }
    expect(changesOf(same, FIELDS)).to.deep.equal({})
    expect(hasUnsaved(same, FIELDS)).to.equal(false)
  })

  it('are applied on top of what another editor has saved meanwhile', () => {
    const mine = { ...FIELDS, subject: 'Mine' }
    const theirs = { ...FIELDS, name: 'Theirs', subject: 'Theirs', audienceType: 'SEGMENT' as const, segmentId: 'one' }
    expect(differingFields(mine, theirs)).to.deep.equal(['name', 'subject', 'audienceType', 'segmentId'])
    expect(rebased(mine, FIELDS, theirs)).to.deep.equal({ ...theirs, subject: 'Mine' })
    const filtered = { ...FIELDS, audienceType: 'FILTERED' as const, audienceCondition: CONDITION }
    expect(rebased(filtered, FIELDS, theirs)).to.deep.include({
      name: 'Theirs',
      audienceType: 'FILTERED',
      segmentId: null,
      audienceCondition: CONDITION,
    })
  })
})

describe('the sections of the composer', () => {
  const states = (part: Partial<CampaignFields>, facts: Partial<Facts> = {}) =>
    sectionStates({ value: { ...FIELDS, ...part }, errors: {}, eligible: 5, findings: [], now: NOW, ...facts })
  const DONE = { audience: 'done', message: 'done', content: 'done', links: 'done', when: 'done' }

  for (const [title, part, facts, section, state] of [
    ['an audience that nobody has chosen', { audienceType: null }, {}, 'audience', 'missing'],
    ['a segment that is not chosen', { audienceType: 'SEGMENT' }, {}, 'audience', 'missing'],
    ['an empty audience', {}, { eligible: 0 }, 'audience', 'error'],
    ['a condition that was refused', {}, { errors: { 'audienceCondition.groups.0': 'no' } }, 'audience', 'error'],
    ['no subject', { subject: '' }, {}, 'message', 'missing'],
    ['no sender', { from: '' }, {}, 'message', 'missing'],
    ['half an address', { from: 'news@' }, {}, 'message', 'error'],
    ['replies to no address', { replyTo: 'x' }, {}, 'message', 'error'],
    [
      'a domain that is not verified',
      {},
      { findings: [{ code: 'domain_not_verified', severity: 'error' }] },
      'message',
      'error',
    ],
    ['the body of a new campaign', { body: FIRST_BODY }, {}, 'content', 'missing'],
    ['an error in the content', {}, { findings: [{ code: 'liquid_syntax', severity: 'error' }] }, 'content', 'error'],
    ['no time yet', { when: { kind: 'later', at: null } }, {}, 'when', 'missing'],
    ['a time that has passed', { when: { kind: 'later', at: '2026-11-27T11:59:00Z' } }, {}, 'when', 'error'],
  ] as const) {
    it(`report what is missing or wrong: ${title}`, () => {
      expect(states(part, facts)).to.deep.equal({
        ...DONE,
        [section]: state,
      })
    })
  }

  it('are done in spite of remarks, and while the audience is counted, but not with warnings', () => {
    const found = (severity: 'info' | 'warning') => [{ code: 'image_without_alt' as const, severity }]
    expect(states({}, { eligible: undefined, findings: found('info') })).to.deep.equal(DONE)
    expect(states({}, { findings: found('warning') })).to.deep.equal({ ...DONE, content: 'warning' })
  })
})

describe('the sender of a campaign', () => {
  it('is typed in two parts, and can be pasted as one', () => {
    expect(partsOf('news@example.com')).to.deep.equal({ local: 'news', domain: 'example.com' })
    expect(partsOf('news')).to.deep.equal({ local: 'news', domain: '' })
    expect(addressOf({ local: 'news', domain: 'example.com' })).to.equal('news@example.com')
    expect(addressOf({ local: 'ada@other.example', domain: 'example.com' })).to.equal('ada@other.example')
  })

  it('can have a verified domain, or its present one, which is marked', () => {
    expect(domainsToChoose(['a.example'], 'x@a.example')).to.deep.equal([{ domain: 'a.example', isVerified: true }])
    expect(domainsToChoose(['a.example'], 'x@b.example')).to.deep.equal([
      { domain: 'a.example', isVerified: true },
      { domain: 'b.example', isVerified: false },
    ])
  })
})

describe('the review of a campaign', () => {
  const AUDIENCE = {
    total: 1_300,
    eligible: 1_200,
    unsubscribed: 90,
    suppressed: 10,
    snoozed: 0,
    exact: true,
    sample: [],
  }
  const RATES = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 }
  const HEALTHY = {
    isDisabled: false,
    levels: { bounce7Day: 'healthy', bounceAllTime: 'healthy', complaint7Day: 'healthy', complaintAllTime: 'healthy' },
    status: { projectId: 'p', isHealthy: true, sevenDay: RATES, allTime: RATES, violations: [], warnings: [] },
  } as const
  const LIMIT = { limit: 5_000, usage: 1_000, percentage: 20, isWarning: false, isBlocked: false }
  const FINE = {
    value: FIELDS,
    now: NOW,
    unfinished: [],
    isSaved: true,
    isSaving: false,
    findings: [],
    audience: AUDIENCE,
    last: { name: 'Winter', totalRecipients: 1_190 },
    pace: 10,
    missing: [],
    isTested: true,
    security: HEALTHY,
    limit: LIMIT,
  } as unknown as ReviewFacts
  const check = (id: string, facts: Partial<ReviewFacts>) => {
    const checks = checksOf({ ...FINE, ...facts })
    return { ...checks.find((one) => one.id === id), maySend: maySend(checks) }
  }
  const gap = {
    code: 'variable_without_fallback',
    severity: 'info',
    message: 'Recipients without plan see an empty space',
    variable: 'plan',
  } as const

  it('counts a gap once, by the audience, and not at all where every recipient has the field', () => {
    const gaps = [{ ...gap, severity: 'warning' as const }]
    const all = { findings: gaps, missing: [{ name: 'plan', count: 0 }] }
    expect([check('content', all).level, check('variables', all).level]).to.deep.equal(['fine', 'fine'])
    expect(findingsFor(gaps, all.missing)).to.deep.equal([])
    const some = { findings: [gap], missing: [{ name: 'plan', count: 7 }] }
    expect([check('content', some).level, check('variables', some).level]).to.deep.equal(['fine', 'warn'])
    expect(findingsFor([gap], some.missing)).to.deep.equal(gaps)
    expect(findingsFor([gap], null)).to.deep.equal([gap])
  })

  it('allows a campaign without errors', () => {
    const checks = checksOf(FINE)
    expect(checks.filter(({ level }) => level !== 'fine').map(({ id }) => id)).to.deep.equal(['duration'])
    expect(maySend(checks)).to.equal(true)
    expect(check('duration', {}).text).to.include('2 minutes')
  })

  for (const [title, id, facts, expected] of [
    ['an unfinished section', 'sections', { unfinished: ['when'] }, { level: 'error', fix: 'when' }],
    ['changes that are not saved', 'sections', { isSaved: false }, { level: 'error' }],
    ['changes that are being saved', 'sections', { isSaving: true }, { level: 'pending' }],
    [
      'a domain that is not verified',
      'sender',
      { findings: [{ code: 'domain_not_verified', severity: 'error', message: '', variable: null }] },
      { level: 'error', fix: 'domains' },
    ],
    [
      'an error in the content',
      'content',
      { findings: [{ code: 'liquid_syntax', severity: 'error', message: 'No end', variable: null }] },
      { level: 'error', fix: 'content', more: ['No end'] },
    ],
    ['an empty audience', 'audience', { audience: { ...AUDIENCE, eligible: 0 } }, { level: 'error', fix: 'audience' }],
    ['a project that is disabled', 'reputation', { security: { ...HEALTHY, isDisabled: true } }, { level: 'error' }],
    ['a limit that is used up', 'limit', { limit: { ...LIMIT, isBlocked: true } }, { level: 'error', fix: 'billing' }],
    ['an answer that is still missing', 'limit', { limit: 'pending' }, { level: 'pending' }],
  ] as const) {
    it(`stops a campaign with ${title}`, () => {
      expect(check(id, facts as unknown as Partial<ReviewFacts>)).to.deep.include({ ...expected, maySend: false })
    })
  }

  for (const [title, id, facts, level] of [
    ['no test since the last change', 'test', { isTested: false }, 'warn'],
    [
      'a warning about the content',
      'content',
      { findings: [{ code: 'link_empty', severity: 'warning', message: '', variable: null }] },
      'warn',
    ],
    ['a limit that the campaign exceeds', 'limit', { limit: { ...LIMIT, usage: 4_900 } }, 'warn'],
    [
      'a reputation in danger',
      'reputation',
      { security: { ...HEALTHY, status: { ...HEALTHY.status, warnings: ['High'] } } },
      'warn',
    ],
    ['recipients who would see a gap', 'variables', { missing: [{ name: 'plan', count: 7 }], findings: [gap] }, 'warn'],
    ['a check that failed', 'reputation', { security: 'failed' }, 'warn'],
    ['recipients who get a fallback', 'variables', { missing: [{ name: 'plan', count: 7 }] }, 'note'],
    ['many more recipients than last time', 'difference', { last: { name: 'Winter', totalRecipients: 600 } }, 'note'],
    ['a first campaign', 'difference', { last: null }, 'note'],
    ['a campaign after a trial', 'difference', { last: { name: 'Trial', totalRecipients: 1 } }, 'note'],
  ] as const) {
    it(`warns about ${title}, and allows the campaign`, () => {
      expect(check(id, facts as unknown as Partial<ReviewFacts>)).to.deep.include({ level, maySend: true })
    })
  }

  it('reports by how much the audience differs from the last one', () => {
    expect(check('difference', { last: { name: 'Winter', totalRecipients: 600 } }).text).to.equal(
      t.campaigns.moreThanLast('100%', '600', 'Winter'),
    )
    const trial = { last: { name: 'Trial', totalRecipients: 1 } }
    expect(check('difference', trial).text).to.equal(t.campaigns.smallLast)
    expect(check('duration', trial).text).to.equal(t.campaigns.durationNone)
  })

  it('names the action on its button', () => {
    expect(sendLabel({ kind: 'now' }, { eligible: 12_408, exact: true }, 'UTC')).to.equal('Send to 12,408 contacts')
    expect(sendLabel({ kind: 'now' }, { eligible: 1, exact: true }, 'UTC')).to.equal('Send to 1 contact')
    expect(sendLabel({ kind: 'now' }, { eligible: 12_408, exact: false }, 'UTC')).to.include('about 12,408')
    const later = { kind: 'later', at: '2026-12-01T08:00:00Z' } as const
    expect(sendLabel(later, 'pending', 'Europe/Berlin')).to.match(/^Schedule for Tue, Dec 1, 2026.* 9:00\sAM$/)
  })

  it('computes for which part of the audience a field of the message is missing', () => {
    const fields = [
      { field: 'email', type: 'string', isCustom: false, coverage: 1 },
      { field: 'data.plan', type: 'string', isCustom: true, coverage: 0.5 },
    ] as const
    const variables = ['email', 'plan', 'contact.data.plan', 'unknown'].map((name) => ({
      name,
      value: null,
      isKnown: true,
    }))
    const used = usedFields(variables, fields)
    expect(used).to.deep.equal([{ name: 'plan', field: 'data.plan' }])
    const lacks = { field: 'data.plan', operator: 'notExists' }
    const body = (part: Partial<CampaignFields>) => missingBody({ ...FIELDS, ...part }, used[0]!).condition?.groups[0]
    expect(body({})).to.deep.equal({ filters: [lacks] })
    expect(body({ audienceType: 'FILTERED', audienceCondition: CONDITION })).to.deep.equal({
      filters: [lacks],
      conditions: CONDITION,
    })
    expect(body({ audienceType: 'SEGMENT', segmentId: 'one' })?.filters?.[1]).to.deep.equal({
      field: 'segment.one',
      operator: 'memberOfSegment',
    })
  })

  it('treats a message as changed when a test of it would look different', () => {
    expect(signatureOf({ ...FIELDS })).to.equal(signatureOf(FIELDS))
    expect(signatureOf({ ...FIELDS, subject: 'Newt' })).to.not.equal(signatureOf(FIELDS))
  })

  for (const [seconds, unit, count] of [
    [0.2, 'seconds', 1],
    [90, 'seconds', 90],
    [91, 'minutes', 2],
    [3 * 3_600, 'hours', 3],
    [3 * 86_400, 'days', 3],
  ] as const) {
    it(`measures ${seconds} s in ${unit}`, () => expect(durationOf(seconds)).to.deep.equal({ unit, count }))
  }
})

describe('the figures of campaigns', () => {
  it('are percentages of a base, or have no rate', () => {
    expect([percentOf(1, 4), percentOf(0, 0)]).to.deep.equal([25, null])
  })

  it('compare the sent emails with the recipients, and the other counts with the sent emails', () => {
    const counts = { totalRecipients: 200, sentCount: 100, deliveredCount: 90, openedCount: 50, clickedCount: 10 }
    const none = { bouncedCount: 0, complainedCount: 0, unsubscribedCount: 0, failedCount: 0, skippedCount: 0 }
    const stages = stagesOf({ ...counts, ...none })
    expect(stages.map(({ percent }) => percent)).to.deep.equal([null, 50, 90, 50, 10])
    expect(stages.map((stage) => widthOf(stage, stages))).to.deep.equal([100, 50, 45, 25, 5])
  })

  it('show a paused campaign as paused although it is being sent', () => {
    expect(shownStatus({ status: 'SENDING', pausedAt: NOW.toISOString() })).to.equal('PAUSED')
    expect(shownStatus({ status: 'CANCELLED', pausedAt: null })).to.equal('CANCELLED')
  })
})

describe('the page addresses of campaigns', () => {
  it('are read without invalid filters', () => {
    const none = {
      q: undefined,
      status: undefined,
      sort: undefined,
      page: undefined,
      archived: undefined,
      isNew: undefined,
      unread: 'status,sort,page,isNew',
    }
    expect(campaignFilters.read({ q: '', status: 'PAUSED', sort: 'x', page: 1.5, isNew: 'yes' })).to.deep.equal(none)
    expect(
      campaignFilters.query(campaignFilters.read({ q: 'a', status: 'SENT', page: 3, sort: 'name-asc' })),
    ).to.deep.equal({
      page: 3,
      pageSize: 25,
      sort: 'name',
      dir: 'asc',
      search: 'a',
      status: 'SENT',
    })
    expect(readCampaignSearch({ isReviewed: 1, interval: 'week' })).to.deep.equal({
      isReviewed: undefined,
      isEdited: undefined,
      interval: undefined,
      as: undefined,
      unread: 'isReviewed,interval',
    })
  })
})
