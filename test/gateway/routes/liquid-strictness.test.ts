import { expect } from 'chai'
import { Campaign } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'
import { Template } from '../../../models/template.js'
import { createTemplate, createWorkflow } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import type { ClientResponse } from '../../support/http-client.js'
import { useProject } from '../../support/project.js'

const UNUSED = 'Hi\n {% if score &gt; 5 oops %}high{% endif %}'
const ARITHMETIC = 'Hi {{ price &#42; 2 }}'

describe('Liquid that would have only a partial effect', () => {
  const { project, client } = useProject()
  const mail = { from: 'news@example.com', subject: 'Hi', body: 'Hi' }
  const campaign = { name: 'n', ...mail, audienceType: 'ALL' }

  const expectRefused = (res: ClientResponse, field: string, { line, column }: { line: number; column: number }) => {
    expect(res.faults, JSON.stringify(res.body)).to.deep.equal([`${field} liquid_syntax`])
    expect(res.body.error.errors[0]).to.include({ line, column })
  }
  const steps: [type: string, field: string, config: (text: string) => object][] = [
    ['SEND_EMAIL', 'config.subject', (text) => ({ subject: text })],
    ['UPDATE_CONTACT', 'config.updates.a.0.b', (text) => ({ updates: { a: [{ b: text }] } })],
    ['WEBHOOK', 'config.body', (text) => ({ url: 'https://example.com/', body: text })],
    ['WEBHOOK', 'config.body.a', (text) => ({ url: 'https://example.com/', body: { a: text } })],
    ['WEBHOOK', 'config.headers.X-A', (text) => ({ url: 'https://example.com/', headers: { 'X-A': text } })],
    ['DELAY', 'config.until', (text) => ({ until: text })],
  ]

  it('is refused wherever it is sent, with its field, line and column, and nothing is stored', async () => {
    const templateId = (await createTemplate({ projectId: project.id }))._id
    const at = { line: 2, column: 21 }
    const translations = { de: { subject: 'Hallo', body: UNUSED } }
    const others = [
      [await client.post('/v1/send', { to: 'a@example.com', ...mail, body: UNUSED }), 'body'],
      [await client.post('/templates', { name: 'n', ...mail, body: UNUSED }), 'body'],
      [await client.post('/templates', { name: 'n', ...mail, translations }), 'translations.de.body'],
      [await client.patch(`/templates/${templateId}`, { body: UNUSED }), 'body'],
      [await client.post('/campaigns', { ...campaign, body: UNUSED }), 'body'],
    ] as const
    for (const [res, field] of others) expectRefused(res, field, at)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Campaign.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Template.countDocuments({ projectId: project.id, body: UNUSED })).to.equal(0)
  })

  it('is refused in every template of a step, new or changed, with a correction', async () => {
    const step = makeStep('UPDATE_CONTACT', { name: 'x', config: { updates: { a: 1 } } })
    const workflow = await createWorkflow({ projectId: project.id, enabled: false, steps: [step] })
    const path = `/workflows/${workflow._id}/steps`
    for (const [type, field, config] of steps) {
      const res = await client.post(path, { type, name: 'x', config: config(ARITHMETIC) })
      expectRefused(res, field, { line: 1, column: 13 })
      expect(res.body.error.suggestion, type).to.include('| times: ')
    }
    const res = await client.patch(`${path}/${step.id}`, { config: { updates: { a: ARITHMETIC } } })
    expectRefused(res, 'config.updates.a', { line: 1, column: 13 })
    expect(res.body.error.suggestion).to.include('| times: ')
  })

  it('suggests the filter for arithmetic in subjects, bodies and translations', async () => {
    const sent = await client.post('/v1/send', { to: 'a@example.com', ...mail, subject: '{{ price - 2 }}' })
    expect(sent.body.error.errors[0]).to.include({ field: 'subject', code: 'liquid_syntax', line: 1, column: 10 })
    expect(sent.body.error.suggestion).to.include('minus')
    const translations = { de: { subject: '{% assign x = 1 / 2 %}', body: 'x' } }
    const stored = await client.post('/templates', { name: 'n', ...mail, translations })
    expect(stored.faults).to.deep.equal(['translations.de.subject liquid_syntax'])
    expect(stored.body.error.suggestion).to.include('divided_by')
  })

  it('is accepted when it is complete: entities are decoded in a preview as anywhere', async () => {
    const body = '<p>{% if score &gt; 5 %}high{% else %}low{% endif %} {{ items.0.title }} {{ R&amp;D budget }}</p>'
    const { _id } = await createTemplate({ projectId: project.id, type: 'TRANSACTIONAL', subject: 'S', body })
    const data = { score: 7, items: [{ title: 'pen' }], 'R&D budget': 5 }
    expect((await client.post(`/templates/${_id}/preview`, { data })).body.html).to.equal('<p>high pen 5</p>')
  })
})
