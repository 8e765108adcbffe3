import { expect } from 'chai'
import { setQuotas } from '../../../commands/base/quotas/limits.js'
import { registerFields } from '../../../commands/base/records/known-fields.js'
import type { Finding } from '../../../models/domain/findings/finding.js'
import { workflowStartersIn } from '../../../models/domain/workflow-starters/starters.js'
import { quotas } from '../../../runtime/config/quotas.js'
import { useProject } from '../../support/project.js'

const STARTERS = workflowStartersIn('en')
const FROM = { from: 'hello@example.com', fromName: 'Acme' }

describe('POST /workflows with a starter', () => {
  const { project, client } = useProject()

  for (const { id: starter, name, eventName, steps } of STARTERS) {
    it(`"${starter}" makes a workflow that may be enabled, with sound templates`, async () => {
      await registerFields(project.id, { firstName: 'Ada' })
      const made = await client.post('/workflows', { starter, ...FROM })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      expect(made.body).to.deep.include({ name, triggerConfig: { eventName }, enabled: false, version: 1 })
      expect(made.body.steps).to.have.length(steps.length + 1)
      // Nothing counts as placed by hand, so that the editor lays all of it out.
      for (const { position } of made.body.steps) expect(position.x).to.equal(0)
      const { data: templates } = (await client.get('/templates')).body
      const sent = steps.flatMap(({ mail }) => mail ?? [])
      expect(templates.map((template: { name: string }) => template.name)).to.have.members(
        sent.map((mail) => mail.name),
      )
      for (const { subject, type, design } of sent) {
        const { findings } = (await client.post('/preview', { subject, type, design })).body
        const others = findings.filter(({ code }: Finding) => code !== 'link_placeholder')
        expect(others).to.deep.equal([])
      }
      for (const template of templates) expect(template).to.include(FROM)

      const { id, version } = made.body
      const { steps: graph, transitions } = made.body
      const definition = { baseVersion: version, steps: graph, transitions }
      const published = await client.put(`/workflows/${id}/definition`, definition)
      expect(published.body.workflow?.version, JSON.stringify(published.body)).to.equal(version)
      expect((await client.patch(`/workflows/${id}`, { enabled: true })).body.enabled).to.equal(true)
    })
  }

  it('takes a name and an event of the request, and needs a sender', async () => {
    const own = await client.post('/workflows', { starter: 'receipt', name: 'Mine', eventName: 'paid', ...FROM })
    expect(own.body).to.deep.include({ name: 'Mine', triggerConfig: { eventName: 'paid' }, allowReentry: true })
    const lacking = await client.post('/workflows', { starter: 'receipt' })
    expect(lacking).to.deep.include({ status: 400, body: { error: 'Missing required field: from' } })
    expect((await client.post('/workflows', { starter: 'none', ...FROM })).fields).to.deep.equal(['starter'])
  })

  it('makes nothing where the project has no room for all of its templates', async () => {
    setQuotas({ ...quotas.parse({}), QUOTA_TEMPLATES: 1 })
    try {
      const refused = await client.post('/workflows', { starter: 'welcome', ...FROM })
      expect(refused.code).to.equal('QUOTA_EXCEEDED')
      for (const list of ['/workflows', '/templates']) expect((await client.get(list)).body.data).to.deep.equal([])
    } finally {
      setQuotas(quotas.parse({}))
    }
  })

  it('makes a workflow and its templates in the language of the request', async () => {
    const made = await client.post('/workflows', { starter: 'welcome', language: 'de', ...FROM })
    expect(made.body).to.deep.include({ name: 'Willkommen', triggerConfig: { eventName: 'signed up' } })
    expect(made.body.steps[2]).to.include({ name: '3 Tage warten' })
    const { data: templates } = (await client.get('/templates')).body
    expect(templates.map(({ subject }: { subject: string }) => subject)).to.have.members([
      'Herzlich willkommen',
      'Drei Tipps für Ihre erste Woche',
    ])
  })

  it('lists what there is to start from, in the language of the request', async () => {
    const { body } = await client.get('/workflows/starters')
    expect(body.map(({ id }: { id: string }) => id)).to.deep.equal(STARTERS.map(({ id }) => id))
    expect(body[0].steps[1]).to.deep.equal({ type: 'DELAY', name: 'Wait 3 days' })
    const [welcome] = (await client.get('/workflows/starters?language=ja')).body
    expect(welcome).to.include({ language: 'ja', name: 'ようこそ', eventName: 'signed up' })
  })
})
