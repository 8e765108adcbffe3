import { expect } from 'chai'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { updateProject } from '../../../../commands/tenancy/projects/update-project.js'
import { Upload } from '../../../support/models.js'
import { newId } from '../../../../runtime/ids.js'
import { commandsOf } from '../../../support/commands.js'
import { testConfig } from '../../../support/config.js'
import { UNKNOWN_ID } from '../../../support/endpoint-calls.js'
import { createContact, createProject, createTemplate, createUpload } from '../../../support/factories.js'
import { livedMs } from '../../../support/lived-ms.js'
import { useProject } from '../../../support/project.js'

interface Found {
  code: string
  severity: string
  field: string
  line: number | null
  column: number | null
  element: string | null
}

describe('POST /preview', () => {
  const { project, client } = useProject()
  const { GATEWAY_URL: gatewayUrl } = testConfig()

  const preview = async (fields: object) => {
    const res = await client.post('/preview', { subject: 'Hi', body: '<p>Hi</p>', type: 'TRANSACTIONAL', ...fields })
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body
  }
  const findings = async (fields: object): Promise<Found[]> => (await preview(fields)).findings
  const codes = async (fields: object): Promise<string[]> => (await findings(fields)).map(({ code }) => code)

  it('renders subject, HTML and text, with the variables and the size', async () => {
    const body = await preview({
      subject: 'Hi {{ first name }}',
      body: '<div style="display:none">Only today</div><p>{{ plan ?? free }} for {{ first name }}</p>',
      data: { 'first name': 'Ann & Bob' },
      from: 'news@example.com',
    })
    const { html, size, ...rest } = body
    expect(html).to.equal('<div style="display:none">Only today</div><p>free for Ann &amp; Bob</p>')
    // The pixel is part of the sent message.
    expect(size).to.be.greaterThan(html.length)
    expect(rest).to.deep.equal({
      subject: 'Hi Ann & Bob',
      preheader: 'Only today',
      text: 'free for Ann & Bob',
      language: null,
      variables: [
        { name: 'first name', value: 'Ann & Bob', isKnown: true },
        { name: 'plan', value: null, isKnown: false },
      ],
      findings: rest.findings,
    })
    expect(rest.findings.map(({ code }: Found) => code)).to.deep.equal([
      'unknown_variable',
      'variable_without_fallback',
    ])
  })

  it('returns the size of the HTML as it is sent, with tracked links or without', async () => {
    const body = '<a href="https://acme.example/sale">Sale</a>'
    const tracked = await preview({ body })
    await updateProject(project.id, { tracking: 'DISABLED' })
    const plain = await preview({ body })
    expect(plain.size).to.equal(body.length)
    expect(tracked.size).to.be.greaterThan(plain.size + 100)
    expect(tracked.html).to.equal(body)
  })

  it('renders the same as the preview of a stored template', async () => {
    const content = { subject: 'Hi {{ name }}', body: '<p>{{ name ?? you }}</p>', type: 'MARKETING' as const }
    const { _id } = await createTemplate({ projectId: project.id, ...content })
    const data = { name: 'Ann' }
    const { subject, html, text } = await preview({ ...content, data })
    expect((await client.post(`/templates/${_id}/preview`, { data })).body).to.deep.equal({ subject, html, text })
  })

  it('is filled in for a contact by id or address, for an address without a contact, or for data alone', async () => {
    const contact = await createContact({ projectId: project.id, data: { name: 'Ada', plan: 'pro' } })
    const body = '{{ email }} {{ name }} {{ plan }} {{ id }}'
    const htmlFor = async (fields: object): Promise<string> => (await preview({ body, ...fields })).html
    const data = { plan: 'basic' }
    expect(await htmlFor({ contactId: contact._id })).to.equal(`${contact.email} Ada pro ${contact._id}`)
    expect(await htmlFor({ email: contact.email.toUpperCase(), data })).to.equal(
      `${contact.email} Ada basic ${contact._id}`,
    )
    expect(await htmlFor({ email: 'nobody@example.com', data })).to.equal('nobody@example.com  basic ')
    expect(await htmlFor({ data: { ...data, name: 'Eve' } })).to.equal(' Eve basic ')
  })

  it('uses the translation of the requested language, of the contact, or of the project', async () => {
    const contact = await createContact({ projectId: project.id, data: { locale: 'pt-BR' } })
    const translations = { pt: { subject: 'pt' }, de: { subject: 'de {{ locale }}', body: 'Hallo' } }
    const shown = async (fields: object) => {
      const { subject, html, language } = await preview({ translations, ...fields })
      return [subject, html, language]
    }
    expect(await shown({})).to.deep.equal(['Hi', '<p>Hi</p>', null])
    expect(await shown({ contactId: contact._id })).to.deep.equal(['pt', '<p>Hi</p>', 'pt'])
    expect(await shown({ contactId: contact._id, language: 'de-AT' })).to.deep.equal(['de de-AT', 'Hallo', 'de'])
  })

  it('reports faults of Liquid in all languages by field, line and column, and renders the valid part', async () => {
    const body = await preview({
      subject: 'Hi {{ name ?? you }}',
      body: '<p>\n {% if %}</p>',
      translations: { de: { subject: '{{ a | nope }}' } },
    })
    expect(body).to.include({ subject: 'Hi you', html: null, text: null, size: null })
    const faults = body.findings.filter(({ code }: Found) => code === 'liquid_syntax')
    expect(faults.map(({ field, line, column }: Found) => [field, line, column])).to.deep.equal([
      ['body', 2, 7],
      ['translations.de.subject', 1, 1],
    ])
  })

  it('reports a failure on the values of this recipient', async () => {
    const body = await preview({ body: 'a\n{{ link | url_decode }}', data: { link: 'secret%' } })
    expect(body).to.include({ subject: null, html: null })
    expect(body.findings[0]).to.include({ code: 'render_failed', severity: 'error', field: 'body', line: 2, column: 1 })
    expect(body.findings[0].message).to.not.include('secret')
  })

  it('lists the fields of the project, and those that every message has', async () => {
    await registerFields(project.id, { plan: 'pro', 'profile.tier': 'x' })
    const used = '{{ plan }}{{ data.plan }}{{ contact.data.plan }}{{ profile.tier }}{{ event.data.x }}{{ locale }}'
    const always = '{{ email }}{{ id }}{{ unsubscribeUrl }}{{ contact.email }}{{ contact.createdAt }}'
    const found = await findings({ body: `${used}${always}{{ plann }}`, email: 'ada@example.com' })
    const unknown = found.filter(({ code }) => code === 'unknown_variable')
    expect(unknown).to.have.length(1)
    expect(unknown[0]).to.include({ field: 'body', line: 1, column: (used + always).length + 1 })
    expect(found.filter(({ code }) => code === 'variable_without_fallback')).to.have.length(6)
  })

  it('reports faulty links and images in the rendered HTML, with their elements', async () => {
    const found = await findings({
      body: '{% for a in (1..2) %}<p><a href="{{ link ?? none }}">a</a></p>\n{% endfor %}<img src="https://a.example/i.png">',
      data: { link: 'www.acme.example' },
    })
    expect(found.map(({ code, field, line, element }) => [code, field, line, element])).to.deep.equal([
      ['link_without_scheme', 'html', 1, '<a href="www.acme.example">'],
      ['link_without_scheme', 'html', 2, '<a href="www.acme.example">'],
      ['image_without_alt', 'html', 3, '<img src="https://a.example/i.png">'],
    ])
  })

  it('knows the size of the images of this project only', async () => {
    const foreign = await createProject()
    const [own, other] = [newId(), newId()]
    await createUpload({ _id: own, projectId: project.id })
    await createUpload({ _id: other, projectId: foreign.id })
    await Upload.updateMany({ _id: { $in: [own, other] } }, { $set: { size: 300_000 } })
    const image = (url: string) => `<img alt="" src="${url}">`
    const body = [
      image(`${gatewayUrl}/uploads/${own}.png`),
      image(`${gatewayUrl}/uploads/${other}.png`),
      image(`https://elsewhere.example/uploads/${own}.png`),
    ].join('\n')
    const found = await findings({ body })
    expect(found.map(({ code, line }) => [code, line])).to.deep.equal([['image_too_large', 1]])
  })

  it('reports images of the installation that do not exist, wherever the document shows them', async () => {
    const [own, other, gone] = [newId(), newId(), newId()]
    await createUpload({ _id: own, projectId: project.id })
    await createUpload({ _id: other, projectId: (await createProject()).id })
    const at = (id: string, extension = 'png') => `${gatewayUrl}/uploads/${id}.${extension}`
    const missing = [
      `<img alt="" src="${at(gone)}">`,
      `<img alt="" src="${at(own, 'gif')}">`,
      `<img alt="" src="https://a.example/i.png" srcset="${at(own)} 1x, ${at(gone)} 2x">`,
      `<td background='${at(gone)}'></td>`,
      `<p style="background:url(&quot;${at(gone)}&quot;)">x</p>`,
      `<style>p { background: url(${at(gone)}) }</style>`,
      `<!--[if mso]><v:fill src="${at(gone)}" /><![endif]-->`,
      `<img alt="" src="${at('{{ id }}')}">`,
    ]
    const there = [
      `<img alt="" src="${at(own)}"><img alt="" src="${at(own)}?v=1#x">`,
      `<img alt="" src="${at(other)}">`,
      `<img alt="" src="https://elsewhere.example/uploads/${gone}.png">`,
      `<a href="https://a.example/">${at(gone)}</a>`,
    ]
    const found = await findings({ body: [...missing, ...there].join('\n'), data: { id: gone } })
    expect(found.map(({ code, severity, line }) => [code, severity, line])).to.deep.equal(
      missing.map((_element, index) => ['image_missing', 'error', index + 1]),
    )
  })

  it('needs five database calls, however many unknown variables and images a message has', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id })
    const body = Array.from({ length: 50 }, (_, n) => {
      return `{{ field${n} }}<img alt="" src="${gatewayUrl}/uploads/${newId()}.png">`
    }).join('')
    const commands = await commandsOf(() => preview({ body, contactId, from: 'a@unverified.org' }))
    const own = commands.filter((command) => /contacts|fields|uploads|domains/.test(command))
    // The second one looks for fields with a similar name.
    const fields = ['find fields', 'find fields']
    expect(own).to.have.members(['find contacts', ...fields, 'find uploads', 'find sender_domains'])
    expect(commands.filter((command) => /^(?:insert|update|delete)/.test(command))).to.deep.equal([])
  })

  it('says that marketing mail gets a footer, and warns of mail without a footer and an unsubscribe link', async () => {
    const own = '<a href="{{ unsubscribeUrl }}">bye</a>'
    expect(await codes({ type: 'MARKETING' })).to.deep.equal(['footer_added'])
    expect((await preview({ type: 'MARKETING' })).html).to.include('/unsubscribe/preview"')
    expect(await codes({ type: 'MARKETING', body: own })).to.deep.equal([])
    expect(await codes({ type: 'HEADLESS' })).to.deep.equal(['no_unsubscribe_link'])
    expect(await codes({ type: 'HEADLESS', body: own })).to.deep.equal([])
    expect(await codes({ type: 'TRANSACTIONAL' })).to.deep.equal([])
  })

  it('reports a sender whose domain is not verified, a long subject, and large HTML', async () => {
    expect(await codes({ from: 'a@unverified.org' })).to.deep.equal(['domain_not_verified'])
    expect(await codes({ subject: '{{ name }}', data: { name: 'x'.repeat(71) } })).to.include('subject_too_long')
    expect(await codes({ body: `<p>${'x '.repeat(60_000)}</p>` })).to.deep.equal(['html_too_large'])
  })

  it('accepts an unfinished message', async () => {
    const { subject, html, text, findings: found } = await preview({ subject: '', body: '' })
    expect([subject, html, text, found]).to.deep.equal(['', '', '', []])
  })

  const HOSTILE: [name: string, body: string][] = [
    ['very many outputs', '{{ a }}'.repeat(20_000)],
    ['very many variables', Array.from({ length: 20_000 }, (_, n) => `{{ a${n} }}`).join('')],
    ['a path of very many parts', `{{ ${'a.'.repeat(100_000)}a }}`],
    ['very many blocks', '{% if a %}'.repeat(90) + '{{ a }}'.repeat(20_000) + '{% endif %}'.repeat(90)],
    ['very many links', '<a href="">'.repeat(20_000)],
    ['elements that are left open', '<div><p><b style="display:none">'.repeat(5_000)],
    ['one long line', 'x'.repeat(1_000_000)],
    ['very many lines', '\n<img>'.repeat(40_000)],
  ]
  for (const [name, body] of HOSTILE) {
    it(`ends in time with ${name}`, async () => {
      const asked = preview({ body, type: 'MARKETING', subject: '{{ a }}' })
      expect(await livedMs(() => asked)).to.be.below(15_000)
      const { findings: found, variables } = await asked
      expect(found.length).to.be.at.most(100)
      expect(variables.length).to.be.at.most(200)
    })
  }

  it('treats the address of a contact of another project as unknown', async () => {
    const foreign = await createContact({ projectId: (await createProject()).id, data: { name: 'Eve' } })
    expect((await preview({ body: '{{ name ?? nobody }}', email: foreign.email })).html).to.equal('nobody')
  })

  const INVALID: [fields: object, ...faults: string[]][] = [
    [{ subject: undefined, body: undefined }, 'subject required', 'body required'],
    [{ subject: 'a\nb' }, 'subject invalid_string'],
    [{ subject: 'x'.repeat(999) }, 'subject too_big'],
    [{ body: 'é'.repeat(1_100_000) }, 'body too_big'],
    [{ type: 'NEWS' }, 'type invalid_enum_value'],
    [{ from: 'nobody' }, 'from invalid_string'],
    [{ replyTo: 'nobody' }, 'replyTo invalid_string'],
    [{ language: 'no language' }, 'language invalid_string'],
    [{ contactId: 'x' }, 'contactId invalid_string'],
    [{ email: 'x' }, 'email invalid_string'],
    [{ contactId: UNKNOWN_ID, email: 'ada@example.com' }, 'email custom'],
    [{ data: 'x' }, 'data invalid_type'],
    [{ translations: { de: { subject: 5 } } }, 'translations.de.subject invalid_type'],
  ]
  it('answers 422 for invalid fields', async () => {
    for (const [fields, ...faults] of INVALID) {
      const res = await client.post('/preview', { subject: 'Hi', body: 'x', ...fields })
      expect(res, JSON.stringify(fields).slice(0, 60)).to.deep.include({ status: 422, faults })
    }
  })
})
