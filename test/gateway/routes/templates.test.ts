import { expect } from 'chai'
import { SenderDomain } from '../../../models/sender-domain.js'
import { Template } from '../../../models/template.js'
import { createProject, createTemplate, createWorkflow } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { itPagesLikeOffsetLists, namesOn } from '../../support/lists.js'
import { MESSAGE_FAULTS } from '../../support/message-faults.js'
import { useProject } from '../../support/project.js'

/** The fields of a message that was written as HTML. */
const HTML_ALONE = { editor: 'html', design: null, mjml: null, previousDesign: null }

const minimal = { name: 'Welcome', subject: 'Hi {{ name }}', body: '<p>Hi</p>', from: 'News@Example.com' }

describe('POST /templates', () => {
  const { project, client } = useProject()

  it('creates a template with defaults', async () => {
    const res = await client.post('/templates', { ...minimal, unknown: 1 })
    expect(res.status).to.equal(201)
    const { id, createdAt, updatedAt, ...rest } = res.body
    expect(rest).to.deep.equal({
      ...minimal,
      archived: false,
      from: 'News@example.com',
      description: null,
      fromName: null,
      replyTo: null,
      type: 'MARKETING',
      ...HTML_ALONE,
      translations: null,
      projectId: project.id,
    })
    expect(Date.parse(createdAt)).to.equal(Date.parse(updatedAt))
    expect((await client.get(`/templates/${id}`)).body).to.deep.equal(res.body)
  })

  it('keeps every field, and accepts its own answer as a body', async () => {
    const all = {
      ...minimal,
      from: 'news@example.com',
      description: 'For newcomers',
      fromName: 'Ada at Acme',
      replyTo: 'help@example.com',
      type: 'TRANSACTIONAL',
      translations: {
        'pt-BR': { subject: 'Oi {{ name ?? voce }}', body: '<p>Oi</p>' },
        de: { subject: 'Hallo', body: 'x' },
      },
    }
    const res = await client.post('/templates', all)
    expect(res.status).to.equal(201)
    const ofHtml = { editor: 'html', design: null, mjml: null }
    const translations = Object.entries(all.translations).map(([tag, text]) => [tag, { ...text, ...ofHtml }])
    expect(res.body).to.deep.include({ ...all, translations: Object.fromEntries(translations) })
    const bare = await client.post('/templates', minimal)
    expect((await client.post('/templates', bare.body)).status).to.equal(201)
  })

  it('answers 400 with the plain message when a required field is missing', async () => {
    for (const field of Object.keys(minimal)) {
      const res = await client.post('/templates', { ...minimal, [field]: undefined })
      expect(res).to.deep.include({ status: 400, body: { error: `Missing required field: ${field}` } })
    }
  })

  const text = { subject: 'x', body: 'y' }
  const INVALID: [body: object, field: string, code: string][] = [
    [{ translations: [] }, 'translations', 'invalid_type'],
    [{ translations: { 'not a locale': text } }, 'translations.not a locale', 'invalid_string'],
    [{ translations: { de: { subject: 'x' } } }, 'translations.de.body', 'required'],
    [{ translations: { de: { subject: 'x', body: '{{' } } }, 'translations.de.body', 'liquid_syntax'],
    [
      {
        translations: Object.fromEntries(
          ['de', 'fr', 'it', 'es', 'pl'].map((l) => [l, { ...text, body: 'x'.repeat(2e6) }]),
        ),
      },
      'translations',
      'too_big',
    ],
  ]
  it('answers 422 on the invalid field, and stores nothing', async () => {
    for (const [body, field, code] of [...MESSAGE_FAULTS, ...INVALID]) {
      const res = await client.post('/templates', { ...minimal, ...body })
      const refused = { status: 422, code: 'VALIDATION_ERROR', faults: [`${field} ${code}`] }
      expect(res, JSON.stringify(body).slice(0, 60)).to.deep.include(refused)
    }
    expect(await Template.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('accepts a body of 2 MB', async () => {
    expect((await client.post('/templates', { ...minimal, body: 'x'.repeat(2 * 1024 * 1024) })).status).to.equal(201)
  })

  it('answers 403 for an unverified sender domain, with details that distinguish it from a failure', async () => {
    await SenderDomain.create({ projectId: project.id, domain: 'acme.io', verified: false })
    await SenderDomain.create({ projectId: (await createProject()).id, domain: 'acme.io', verified: true })
    const res = await client.post('/templates', { ...minimal, from: 'ada@acme.io' })
    expect(res.status).to.equal(403)
    expect(res.body.error).to.deep.include({
      code: 'INTERNAL_SERVER_ERROR',
      statusCode: 403,
      details: { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.io' },
    })
    await SenderDomain.updateOne({ projectId: project.id }, { verified: true })
    expect((await client.post('/templates', { ...minimal, from: 'ada@acme.io' })).status).to.equal(201)
    expect((await client.post('/templates', { ...minimal, from: 'ada@sub.acme.io' })).status).to.equal(403)
  })
})

describe('GET /templates', () => {
  const { project, client } = useProject()

  beforeEach(async () => {
    await createTemplate({ projectId: (await createProject()).id, name: 'Foreign' })
  })

  const names = namesOn(client, '/templates')
  const add = (name: string) => createTemplate({ projectId: project.id, name })

  itPagesLikeOffsetLists({
    client,
    path: '/templates',
    add,
    change: (name) => Template.updateOne({ projectId: project.id, name }, { description: 'changed' }),
    refused: ['type=OTHER'],
    asListed: ({ design: _design, mjml: _mjml, previousDesign: _previous, ...template }) => ({
      ...template,
      stepCount: 0,
    }),
  })

  it('filters by type, and searches name, description and subject in any case and literally', async () => {
    await createTemplate({ projectId: project.id, name: 'Welcome 100%', type: 'TRANSACTIONAL', subject: 'x' })
    await createTemplate({ projectId: project.id, name: 'B', description: 'our WELCOME text', subject: 'x' })
    await createTemplate({ projectId: project.id, name: 'C', subject: 'welcome [you]' })
    await createTemplate({ projectId: project.id, name: 'D', body: 'welcome', subject: 'x' })
    expect(await names('search=wElCome')).to.have.members(['Welcome 100%', 'B', 'C'])
    expect(await names('search=welcome&type=MARKETING')).to.have.members(['B', 'C'])
    expect(await names(`search=${encodeURIComponent('[you]')}`)).to.deep.equal(['C'])
    expect(await names(`search=${encodeURIComponent('.*')}`)).to.deep.equal([])
    expect((await client.get('/templates?search=welcome&pageSize=1')).body.total).to.equal(3)
    expect(await names('type=TRANSACTIONAL')).to.deep.equal(['Welcome 100%'])
  })

  it('counts the steps that send each template', async () => {
    const { _id: used } = await createTemplate({ projectId: project.id, name: 'Used' })
    await createTemplate({ projectId: project.id, name: 'Unused' })
    const sending = () => makeStep('SEND_EMAIL', { templateId: used, config: { templateId: used } })
    await createWorkflow({ projectId: project.id, steps: [sending(), sending(), makeStep('EXIT')] })
    const { data } = (await client.get('/templates?sort=name&dir=asc')).body
    const counts = (data as { name: string; stepCount: number }[]).map(({ name, stepCount }) => ({ name, stepCount }))
    expect(counts).to.deep.equal([
      { name: 'Unused', stepCount: 0 },
      { name: 'Used', stepCount: 2 },
    ])
  })
})
