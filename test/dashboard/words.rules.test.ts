import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import { emailFailure } from '../../dashboard/pages/emails/email-reason.js'
import { happeningText } from '../../dashboard/pages/emails/happening-text.js'
import { notificationLink } from '../../dashboard/shared/notifications/notification-link.js'
import { notificationText, toneOf } from '../../dashboard/shared/notifications/notification-text.js'
import { stepReason } from '../../dashboard/pages/workflows/executions/reason-text.js'
import { PAUSED_BY, PAUSED_REASONS } from '../../models/campaign.js'
import { AUDIENCE_NOT_CHOSEN, missingAudience } from '../../models/domain/campaign-audience.js'
import { graphFaults } from '../../models/domain/definition-faults.js'
import { DEFERRAL_REASONS } from '../../models/domain/deferral.js'
import { EMAIL_REASONS } from '../../models/domain/email-reasons.js'
import { SYSTEM_EVENTS } from '../../models/domain/event-names.js'
import { NOTIFICATION_KINDS } from '../../models/domain/notification-kinds.js'
import { STEP_REASONS } from '../../models/domain/step-reasons.js'
import { stepFaults, triggerFaults } from '../../models/domain/workflow-faults.js'
import { STEP_TYPES, type Step } from '../../models/domain/workflow-graph.js'
import { DISABLED_REASONS } from '../../models/project.js'
import { codeIn } from '../support/plain-words.js'

/** All texts of the dashboard with their paths; a text with arguments is shown with numbers. */
function* textsOf(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function') {
    const shown: unknown = (value as (...args: unknown[]) => unknown)(
      ...Array.from({ length: value.length || 1 }, () => '2'),
    )
    if (typeof shown === 'string') yield [path, shown]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) yield* textsOf(part, `${path}.${key}`)
  }
}

describe('the words of the dashboard', () => {
  it('have no name of a type, an event or a field of the API', () => {
    // These show code, and say so.
    const isCode = (path: string): boolean => /^t\.home\.(?:secret|public)Key$/.test(path)
    const found = [...textsOf(t, 't')].filter(([path, text]) => !isCode(path) && codeIn(text) !== null)
    expect(found).to.deep.equal([])
  })

  it('are used by the faults of workflows and audiences', () => {
    const steps = STEP_TYPES.map((type): Step => ({ id: type, type, name: type, config: {}, templateId: null }) as Step)
    const custom = {
      id: 'c',
      type: 'SEND_EMAIL',
      name: 'c',
      config: { recipient: { type: 'CUSTOM' } },
      templateId: null,
    }
    const transitions = steps.flatMap(({ id }, n) => [
      { id: `${n}`, fromStepId: id, toStepId: 'TRIGGER', branch: 'x' },
      { id: `${n}-back`, fromStepId: id, toStepId: 'TRIGGER', branch: null },
    ])
    const messages = [
      ...stepFaults([...steps, custom as unknown as Step]),
      ...triggerFaults({ triggerType: 'EVENT', triggerConfig: {} }),
      ...triggerFaults({ triggerType: 'SCHEDULE', triggerConfig: {} }),
      ...graphFaults({ steps, transitions } as Parameters<typeof graphFaults>[0]),
      ...graphFaults({ steps: [], transitions: [] }),
      missingAudience({ audienceType: 'SEGMENT' }),
      missingAudience({ audienceType: 'FILTERED' }),
      AUDIENCE_NOT_CHOSEN,
    ].map((fault) => fault?.message ?? '')
    expect(messages.length).to.be.greaterThan(15)
    for (const message of messages) expect(codeIn(message), message).to.equal(null)
  })

  it('say every event of an email, and its details', () => {
    for (const { name } of SYSTEM_EVENTS) expect(t.emails.happenings[name], name).to.be.a('string')
    const said = happeningText({ bounceType: 'Permanent', bounceSubType: 'General', reason: 'domain_not_verified' })
    expect(said).to.equal(`${t.emails.bounceTypes['Permanent']} · ${t.reasons.emails.domain_not_verified.why}`)
  })
})

describe('every notification', () => {
  const about = { name: 'News', count: 2, failed: 1, what: 'contacts', reason: 'EMAIL_REPUTATION' }

  for (const kind of NOTIFICATION_KINDS) {
    it(`says what happened, and where to go: ${kind}`, () => {
      const text = notificationText({ kind, about })
      expect(text).to.match(/^[A-Z\d]/u)
      expect(codeIn(text)).to.equal(null)
      const ids = { jobId: 'j', campaignId: 'c', workflowId: 'w', segmentId: 's', domainId: 'd' }
      expect(notificationLink({ kind, about: { ...about, ...ids } }, 'p')?.label).to.match(/^[A-Z]/)
      expect(toneOf({ kind, about })).to.be.oneOf(['good', 'warn', 'bad'])
    })
  }

  it('has words for the reason of each pause and of each disabled project', () => {
    for (const reason of [...PAUSED_REASONS, ...DISABLED_REASONS])
      expect(t.notifications.reasons[reason]).to.match(/\.$/)
    for (const reason of PAUSED_BY) {
      const text = notificationText({ kind: 'CAMPAIGN_PAUSED', about: { name: 'News', reason } })
      expect([codeIn(text), text.includes(':')], reason).to.deep.equal([null, false])
    }
  })
})

describe('every failure', () => {
  const email = (fields: object) => emailFailure({ status: 'FAILED', error: null, timeline: [], ...fields })?.reason
  const bounce = (bounceType: string) => [{ type: 'email.bounce', timestamp: '', data: { bounceType } }]
  const reasons = {
    ...Object.fromEntries(EMAIL_REASONS.map((error) => [`email ${error}`, email({ error })])),
    ...Object.fromEntries(
      ['Permanent', 'Transient', 'Undetermined', 'Other'].map((type) => [
        `bounce ${type}`,
        email({ status: 'BOUNCED', timeline: bounce(type) }),
      ]),
    ),
    complaint: email({ status: 'COMPLAINED' }),
    'refusal of the provider': email({ error: '550 no' }),
    ...Object.fromEntries(STEP_REASONS.map((reason) => [`step ${reason}`, stepReason(reason)])),
    'answer of a webhook': stepReason('HTTP 404'),
    ...Object.fromEntries(
      [...PAUSED_REASONS, 'MANUAL' as const].map((code) => [`campaign ${code}`, t.reasons.campaigns[code]]),
    ),
    import: t.reasons.imports,
    domain: t.reasons.domains,
  }

  for (const [title, reason] of Object.entries(reasons)) {
    it(`says what happened, why, and what to do next: ${title}`, () => {
      expect(reason).to.be.an('object')
      for (const part of [reason?.what, reason?.why]) {
        expect(part).to.match(/^[A-Z].*[.:]$/su)
        expect(codeIn(part ?? '')).to.equal(null)
      }
      expect(t.reasons.next[reason?.next ?? 'others']).to.match(/^[A-Z]/)
    })
  }

  it('says what the provider answered in full', () => {
    const diagnosticCode = 'smtp; 550 5.1.1 <x@example.com> user unknown'
    const timeline = [{ type: 'email.bounce', timestamp: '', data: { bounceType: 'Permanent', diagnosticCode } }]
    expect(emailFailure({ status: 'BOUNCED', error: null, timeline })?.foreign).to.equal(diagnosticCode)
    expect(emailFailure({ status: 'FAILED', error: '554 refused', timeline: [] })?.foreign).to.equal('554 refused')
  })

  it('of a project has its reason and a way on, and a wait has words', () => {
    for (const reason of DISABLED_REASONS) expect(t.shell.disabledReasons[reason]).to.match(/\.$/)
    for (const text of [t.shell.disabled, t.shell.whyDisabled]) expect(text).to.match(/^[A-Z]/)
    for (const reason of DEFERRAL_REASONS) expect(t.emails.deferrals[reason]).to.match(/\.$/)
  })
})
