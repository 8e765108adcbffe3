import { expect } from 'chai'
import { SenderDomain } from '../../../models/sender-domain.js'
import { createTemplate } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { expectConfigsKept, expectConfigsRefused, openWorkflow } from '../../support/workflows.js'
import type { ClientResponse } from '../../support/http-client.js'

const BERLIN = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' }

describe('the config of a step', () => {
  const { project, client } = useProject()

  const open = () => openWorkflow(client, { projectId: project.id })
  async function setUp() {
    const { addStep, change } = await open()
    return {
      add: (type: string, config: object) => addStep({ type, name: type, config }),
      enable: () => change({ enabled: true }),
    }
  }

  const accepted: [type: string, config: object, stored?: object][] = [
    ['DELAY', { until: '2027-03-01' }],
    ['DELAY', { until: ' 2027-03-01T09:00:00+01:00 ' }, { until: '2027-03-01T09:00:00+01:00' }],
    ['DELAY', { until: '1999-01-01' }],
    ['DELAY', { until: '{{ data.renewalDate }}' }],
    ['DELAY', { until: '{% if event.at %}{{ event.at }}{% else %}{{ data.renewal date ?? 2027-01-01 }}{% endif %}' }],
    ['DELAY', { window: BERLIN }],
    [
      'DELAY',
      { window: { ...BERLIN, from: '22:00', to: '06:00', other: 1 } },
      { window: { ...BERLIN, from: '22:00', to: '06:00' } },
    ],
    ['DELAY', { window: { ...BERLIN, from: '00:00', to: '24:00' } }],
    ['DELAY', { window: { days: [7] } }],
    ['DELAY', { window: {} }],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM' } }],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM', customEmail: '{{ data.manager }}' } }],
    [
      'SEND_EMAIL',
      { recipient: { type: 'CUSTOM', customEmail: ' Sales@Example.com ' } },
      { recipient: { type: 'CUSTOM', customEmail: 'Sales@example.com' } },
    ],
    [
      'SEND_EMAIL',
      { subject: 'Again, {{ firstName ?? friend }}', from: 'Other@Example.com' },
      { subject: 'Again, {{ firstName ?? friend }}', from: 'Other@example.com' },
    ],
    [
      'UPDATE_CONTACT',
      { data: { plan: '{{ event.plan }}', nested: { list: ['{{ email }}'] } } },
      { updates: { plan: '{{ event.plan }}', nested: { list: ['{{ email }}'] } } },
    ],
  ]
  it('may be any that its type accepts, and is stored exactly', async () => {
    await expectConfigsKept(await open(), accepted)
  })

  const refused: [type: string, config: object, ...faults: string[]][] = [
    ['DELAY', { until: 'tomorrow' }, 'config.until invalid_date'],
    ['DELAY', { until: '2027-03-01T09:00' }, 'config.until invalid_date'],
    ['DELAY', { until: '' }, 'config.until too_small'],
    ['DELAY', { until: 1_803_859_200 }, 'config.until invalid_type'],
    ['DELAY', { amount: 1, unit: 'days', until: '2027-03-01' }, 'config.until custom'],
    ['DELAY', { unit: 'days', window: BERLIN }, 'config.window custom'],
    ['DELAY', { until: '2027-03-01', window: BERLIN }, 'config.window custom'],
    ['DELAY', { amount: 1, until: '2027-03-01', window: BERLIN }, 'config.until custom', 'config.window custom'],
    ['DELAY', { window: { ...BERLIN, days: [] } }, 'config.window.days too_small'],
    [
      'DELAY',
      { window: { ...BERLIN, days: [0, 1, 8, 1.5, 'Mon'] } },
      'config.window.days.0 too_small',
      'config.window.days.2 too_big',
      'config.window.days.3 invalid_type',
      'config.window.days.4 invalid_type',
    ],
    [
      'DELAY',
      { window: { ...BERLIN, from: '9:00', to: '24:30' } },
      'config.window.from invalid_string',
      'config.window.to invalid_string',
    ],
    ['DELAY', { window: { ...BERLIN, from: '24:00' } }, 'config.window.from invalid_string'],
    ['DELAY', { window: { ...BERLIN, to: '09:00' } }, 'config.window.to custom'],
    ['DELAY', { window: { ...BERLIN, timezone: '+01:00' } }, 'config.window.timezone invalid_string'],
    ['DELAY', { window: { ...BERLIN, timezone: 'Europe/Atlantis' } }, 'config.window.timezone invalid_string'],
    ['DELAY', { window: 'weekdays' }, 'config.window invalid_type'],
    ['SEND_EMAIL', { recipient: { type: 'SEGMENT' } }, 'config.recipient.type invalid_enum_value'],
    ['SEND_EMAIL', { recipient: { customEmail: 'ada@example.com' } }, 'config.recipient.type required'],
    [
      'SEND_EMAIL',
      { recipient: { type: 'CONTACT', customEmail: 'ada@example.com' } },
      'config.recipient.customEmail custom',
    ],
    [
      'SEND_EMAIL',
      { recipient: { type: 'CUSTOM', customEmail: 'nobody' } },
      'config.recipient.customEmail invalid_string',
    ],
    ['SEND_EMAIL', { subject: 'one\r\nBcc: all@example.com' }, 'config.subject invalid_string'],
    [
      'SEND_EMAIL',
      { subject: '', from: 'Ada <ada@example.com>' },
      'config.subject too_small',
      'config.from invalid_string',
    ],
    ['UPDATE_CONTACT', { data: { locale: 5 } }, 'config.data.locale invalid_type'],
  ]
  it('is refused by field when its type does not accept it', async () => {
    await expectConfigsRefused(await open(), refused)
  })

  const templates: [type: string, config: (source: string) => object, field: string][] = [
    ['DELAY', (until) => ({ until }), 'until'],
    ['SEND_EMAIL', (subject) => ({ subject }), 'subject'],
    ['SEND_EMAIL', (customEmail) => ({ recipient: { type: 'CUSTOM', customEmail } }), 'recipient.customEmail'],
    ['UPDATE_CONTACT', (plan) => ({ updates: { plan } }), 'updates.plan'],
    ['UPDATE_CONTACT', (text) => ({ updates: { list: [{ text }] } }), 'updates.list.0.text'],
  ]
  it('reports the place of wrong Liquid', async () => {
    const { add } = await setUp()
    for (const [type, config, field] of templates) {
      const res = await add(type, config('{{ data.a }} {{ data.b'))
      expect(res, type).to.deep.include({ status: 422, faults: [`config.${field} liquid_syntax`] })
      expect(res.body.error.errors[0], type).to.include({ line: 1, column: 14 })
    }
  })

  it('is reported as incomplete when its workflow is enabled, with all faults at once', async () => {
    const { add, enable } = await setUp()
    const template = await createTemplate({ projectId: project.id })
    const window = await add('DELAY', { window: { days: [1], timezone: 'UTC' } })
    const delay = await add('DELAY', {})
    const mail = await add('SEND_EMAIL', { templateId: template._id, recipient: { type: 'CUSTOM' } })
    const update = await add('UPDATE_CONTACT', { updates: { email: 'reserved@example.com', plan: '' } })
    const hook = await add('WEBHOOK', { method: 'GET' })

    const res = await enable()

    expect(res.status).to.equal(422)
    const fault = (step: ClientResponse, text: string): string => `steps.${step.body.id}.config.${text}`
    expect(res.faults).to.deep.equal([
      fault(window, 'window.from required'),
      fault(window, 'window.to required'),
      fault(delay, 'amount required'),
      fault(delay, 'unit required'),
      fault(mail, 'recipient.customEmail required'),
      fault(update, 'updates required'),
      fault(hook, 'url required'),
    ])
  })

  it('needs a verified sender if it has its own, which replaces that of the template', async () => {
    const { add, enable } = await setUp()
    const projectId = project.id
    const unverified = await createTemplate({ projectId, from: 'hello@unverified.io' })
    const mail = await add('SEND_EMAIL', { templateId: unverified._id, from: 'hello@acme.io' })

    const res = await enable()
    expect(res).to.deep.include({ status: 422, faults: [`steps.${mail.body.id}.config.from custom`] })

    await SenderDomain.create({ projectId, domain: 'acme.io', verified: true })
    expect((await enable()).status).to.equal(200)
    const late = await add('SEND_EMAIL', { templateId: unverified._id, from: 'hello@elsewhere.io' })
    expect(late).to.deep.include({ status: 422, faults: ['config.from custom'] })
  })
})
