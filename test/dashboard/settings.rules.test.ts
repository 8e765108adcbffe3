import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import { ApiError } from '../../dashboard/api/api-error.js'
import { mayRetry, waitMs } from '../../dashboard/api/query.js'
import { waiting } from '../../dashboard/api/waiting.js'
import { isSingleKey } from '../../dashboard/commands/key-sequence.js'
import { formatBytes, formatMoney } from '../../dashboard/messages/format.js'
import { agentText } from '../../dashboard/pages/account/agent-text.js'
import { limitsOf, textsOf } from '../../dashboard/pages/settings/billing/limits.js'
import { isReset } from '../../dashboard/pages/settings/danger/is-reset.js'
import { realChanges } from '../../dashboard/pages/settings/general/changes.js'
import { EMPTY_KEY_FORM, newKeyOf } from '../../dashboard/pages/settings/keys/new-key.js'
import { readPart } from '../../dashboard/pages/settings/parts.js'
import { newWorkflowOf } from '../../dashboard/pages/workflows/new-workflow.js'
import { stepWithError, workflowFilters } from '../../dashboard/pages/workflows/workflow-filters.js'
import { seesDetails } from '../../dashboard/session/developer-details.js'
import { readPreferences } from '../../dashboard/session/preferences.js'
import { isRenewalDue } from '../../dashboard/session/renewal.js'
import { cronText, triggerText } from '../../dashboard/shared/trigger-text.js'

const DAY_MS = 86_400_000

describe('the preferences of a browser', () => {
  it('can be read from any stored text', () => {
    const usual = { isSidebarFolded: false, areSingleKeysOff: false, areDeveloperDetailsShown: null }
    for (const stored of [null, '', 'no JSON', '[]', '{"isSidebarFolded":"yes","areDeveloperDetailsShown":1}'])
      expect(readPreferences(stored), String(stored)).to.deep.equal(usual)
    expect(readPreferences('{"areSingleKeysOff":true}')).to.deep.equal({ ...usual, areSingleKeysOff: true })
  })

  it('show developer details to who made a project, and not to who was invited', () => {
    const projects = [
      { id: 'mine', role: 'OWNER' as const },
      { id: 'theirs', role: 'ADMIN' as const },
    ]
    expect(['mine', 'theirs', undefined].map((id) => seesDetails(projects, id))).to.deep.equal([true, false, true])
    expect(seesDetails([], undefined)).to.equal(false)
    expect(readPreferences('{"areDeveloperDetailsShown":false}').areDeveloperDetailsShown).to.equal(false)
  })

  it('can switch off every shortcut without Ctrl, and no other', () => {
    expect(['?', 'g c', '['].every(isSingleKey)).to.equal(true)
    expect(isSingleKey('mod+k')).to.equal(false)
  })
})

describe('the renewal of a session', () => {
  const now = Date.UTC(2026, 2, 10)
  const use = { expiresAt: now + 5 * DAY_MS, lastInput: now - 1_000, lastTry: null }

  for (const [title, changes, isDue] of [
    ['is due days before its end, while its user is active', {}, true],
    ['is not due when it was just begun', { expiresAt: now + 7 * DAY_MS }, false],
    ['is not due while the page is not used', { lastInput: now - 600_000 }, false],
    ['is tried once an hour, where the session may not last longer', { lastTry: now - 60_000 }, false],
    ['is tried again after an hour', { lastTry: now - 3_600_000 }, true],
    ['comes too late once it has ended', { expiresAt: now - 1 }, false],
  ] as const) {
    it(title, () => expect(isRenewalDue({ ...use, ...changes }, now)).to.equal(isDue))
  }
})

describe('a read that has failed', () => {
  const failed = (status: number, retryAfterMs?: number) =>
    new ApiError({ code: 'X', status, message: '', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })

  it('is repeated twice without an answer, without the database or at a rate limit, and never after a refusal', () => {
    for (const status of [0, 503, 429])
      expect(
        [0, 1, 2].map((failures) => mayRetry(failures, failed(status))),
        String(status),
      ).to.deep.equal([true, true, false])
    for (const status of [400, 401, 404, 422, 500]) expect(mayRetry(0, failed(status)), String(status)).to.equal(false)
    expect(mayRetry(0, failed(429, 120_000))).to.equal(false)
  })

  it('waits as long as the answer asks, and shows that only for a rate limit', () => {
    expect([waitMs(0, failed(0)), waitMs(1, failed(0)), waitMs(0, failed(503, 4_000))]).to.deep.equal([
      1_000, 2_000, 4_000,
    ])
    const before = waiting.get()
    expect(waitMs(0, failed(429, 9_000))).to.equal(9_000)
    expect([before, waiting.get() > Date.now()]).to.deep.equal([0, true])
  })
})

describe('the settings of a project', () => {
  it('have parts with addresses, and no others', () => {
    expect(['billing', 'security', 'nothing', 'toString', undefined].map(readPart)).to.deep.equal([
      'billing',
      'security',
      null,
      null,
      null,
    ])
  })

  it('send only what has changed', () => {
    const stored = { name: 'A', language: 'en', publicKeyMayResubscribe: true }
    expect(realChanges(stored, { name: 'A', language: 'de', publicKeyMayResubscribe: false })).to.deep.equal({
      language: 'de',
      publicKeyMayResubscribe: false,
    })
  })

  it('recognise a reset as disabled without a reason', () => {
    expect(isReset({ disabled: true, disabledReason: null })).to.equal(true)
    expect(isReset({ disabled: true, disabledReason: 'MANUAL' })).to.equal(false)
    expect(isReset({ disabled: false, disabledReason: null })).to.equal(false)
  })

  it('request domains only for a key that sends, and an end only when one is chosen', () => {
    const now = new Date('2026-03-01T00:00:00Z')
    const form = { ...EMPTY_KEY_FORM, name: 'Shop', domains: ['a.example'] }
    expect(newKeyOf(form, now)).to.deep.equal({ name: 'Shop', scope: 'send', domains: ['a.example'] })
    expect(newKeyOf({ ...form, scope: 'read', lifetime: '30' }, now)).to.deep.equal({
      name: 'Shop',
      scope: 'read',
      expiresAt: '2026-03-31T00:00:00.000Z',
    })
  })

  it('show a limit as digits, and no limit as nothing', () => {
    const limits = { workflows: 10, campaigns: null, transactional: 0, inbound: null }
    const states = { workflows: { limit: 10 }, campaigns: { limit: null }, transactional: { limit: 0 } }
    const texts = textsOf({ ...states, inbound: { limit: null } })
    expect(texts).to.deep.equal({ workflows: '10', campaigns: '', transactional: '0', inbound: '' })
    expect(limitsOf(texts)).to.deep.equal(limits)
  })

  it('show amounts in their currency, and sizes in their unit', () => {
    expect([formatMoney(2_900, 'eur'), formatMoney(500, 'jpy')]).to.deep.equal(['€29.00', '¥500'])
    expect([formatBytes(512), formatBytes(5 * 1_048_576)]).to.deep.equal(['0.5 kB', '5 MB'])
  })
})

describe('the sessions of an account', () => {
  const gecko = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [agent, text] of [
    [`Mozilla/5.0 (X11; Linux x86_64) ${gecko} Chrome/147.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${gecko} Chrome/147.0.0.0 Safari/537.36 Edg/147.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1', 'Safari on iOS'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'Unknown'],
  ] as const) {
    it(`are shown for "${agent.slice(0, 40)}" as ${text}`, () => expect(agentText(agent)).to.equal(text))
  }
})

describe('the list of workflows', () => {
  for (const [cron, text] of [
    ['0 9 * * *', 'Every day at 09:00'],
    ['30 7 * * 1,5', 'Every Monday and Friday at 07:30'],
    ['5 18 * * 7', 'Every Sunday at 18:05'],
    ['0 0 1 * *', t.workflows.triggers.monthly('1', '00:00')],
    ['*/5 * * * *', 'Schedule */5 * * * *'],
    ['0 9 1 * 1', 'Schedule 0 9 1 * 1'],
    ['', 'Schedule '],
  ] as const) {
    it(`shows the schedule "${cron}" as: ${text}`, () => expect(cronText(cron)).to.equal(text))
  }

  it('shows what starts a workflow, also when that is not chosen yet', () => {
    const texts = [
      triggerText({ triggerType: 'EVENT', triggerConfig: { eventName: 'signed up' } }),
      triggerText({ triggerType: 'EVENT', triggerConfig: {} }),
      triggerText({ triggerType: 'SCHEDULE', triggerConfig: { cron: '0 9 * * *', timezone: 'Europe/Berlin' } }),
      triggerText({ triggerType: 'MANUAL', triggerConfig: { eventName: 'left over' } }),
    ]
    expect(texts).to.deep.equal([
      'Event “signed up”',
      t.workflows.triggers.noEvent,
      'Every day at 09:00 (Europe/Berlin)',
      t.workflows.triggers.manual,
    ])
  })

  it('leads to the first step with an error, and to no step for an error of the trigger', () => {
    const errors = ['triggerConfig.eventName', 'steps.b2.config.templateId', 'steps.c3.config.url']
    expect(stepWithError(errors.map((field) => ({ field })))).to.equal('b2')
    expect(stepWithError([{ field: 'triggerConfig.eventName' }])).to.equal(null)
  })

  it('reads its filters from any text', () => {
    const none = {
      q: undefined,
      status: undefined,
      sort: undefined,
      page: undefined,
      archived: undefined,
      isNew: undefined,
      unread: 'q,status,page,isNew',
    }
    expect(workflowFilters.read({ q: ['7'], status: 'on', page: 1.5, isNew: 'yes' })).to.deep.equal(none)
    const query = workflowFilters.query(workflowFilters.read({ q: 'news', status: 'active', page: 3 }))
    expect(query).to.include({ search: 'news', status: 'active', page: 3 })
  })

  it('sends the trigger of a new workflow with the fields that it needs', () => {
    const form = { name: 'A', eventName: 'paid', cron: ' 0 9 * * * ' }
    const configOf = (trigger: 'EVENT' | 'MANUAL' | 'SCHEDULE') =>
      newWorkflowOf({ ...form, trigger }, 'UTC').triggerConfig
    expect(configOf('EVENT')).to.deep.equal({ eventName: 'paid' })
    expect(configOf('MANUAL')).to.deep.equal({})
    expect(configOf('SCHEDULE')).to.deep.equal({ cron: '0 9 * * *', timezone: 'UTC' })
  })
})
