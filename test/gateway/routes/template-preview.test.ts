import { expect } from 'chai'
import { Contact } from '../../support/models.js'
import { Project } from '../../../models/project.js'
import { updateProject } from '../../../commands/tenancy/projects/update-project.js'
import { createContact, createProject, createTemplate } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import type { HttpClient } from '../../support/http-client.js'
import { livedMs } from '../../support/lived-ms.js'

describe('POST /templates/:id/preview', () => {
  const gateway = useGateway()
  let projectId: string
  let client: HttpClient

  beforeEach(async () => {
    const project = await createProject('Acme & Co')
    projectId = project.id
    client = gateway.as(project.secretKey)
  })

  type Fields = Omit<Parameters<typeof createTemplate>[0], 'projectId'>
  const preview = async (fields: Fields, body: object = {}) => {
    const { _id } = await createTemplate({ projectId, type: 'TRANSACTIONAL', ...fields })
    return client.post(`/templates/${_id}/preview`, body)
  }

  it('prints dates in the time zone of the project', async () => {
    await Project.updateOne({ _id: projectId }, { $set: { timezone: 'America/New_York' } })
    const body = '<p>{{ at | date: "%H:%M" }} {{ day | date: "%d" }} {{ at | date: "%H:%M", "Asia/Tokyo" }}</p>'
    const data = { at: '2026-03-29T10:00:00Z', day: '2026-03-29' }
    const res = await preview({ subject: '{{ at | date: "%H:%M" }}', body }, { data })
    expect(res.body).to.include({ subject: '06:00', html: '<p>06:00 29 19:00</p>' })
  })

  it('applies data over the fields of the contact as a send would, and stores nothing', async () => {
    const contact = await createContact({ projectId, data: { plan: 'pro', city: 'Ulm', old: 'x' } })
    const before = await Contact.findById(contact._id).lean()
    const res = await preview(
      {
        subject: '{{ email }} {{ id }} {{ service_id }} {{ service_email }}',
        body: '{{ plan }},{{ city }},{{ data.city }},{{ old ?? gone }},{{ code }},{{ contact.email }}',
      },
      {
        contactId: contact._id.toUpperCase(),
        data: { city: 'Bonn', plan: '', old: null, code: { value: 7, persistent: false }, email: 'other@example.com' },
      },
    )
    expect(res.body.subject).to.equal(`${contact.email} ${contact._id} ${contact._id} ${contact.email}`)
    expect(res.body.html).to.equal(`pro,Bonn,Bonn,gone,7,${contact.email}`)
    expect(await Contact.findById(contact._id).lean()).to.deep.equal(before)
  })

  it('uses the language of the contact, of the data over it, or of the project', async () => {
    const content = (text: string) => ({ subject: text, body: text })
    const fields = {
      ...content('default'),
      type: 'MARKETING' as const,
      translations: { pt: content('pt'), 'pt-BR': content('br'), de: content('de') },
    }
    const contact = await createContact({ projectId, data: { locale: 'pt-BR' } })
    const subjectFor = async (body: object) => (await preview(fields, body)).body.subject
    expect(await subjectFor({ contactId: contact._id })).to.equal('br')
    expect(await subjectFor({ contactId: contact._id, data: { locale: 'pt-PT' } })).to.equal('pt')
    expect(await subjectFor({})).to.equal('default')
    await updateProject(projectId, { language: 'de' })
    expect(await subjectFor({})).to.equal('de')
    const { html } = (await preview(fields, { data: { locale: 'de-AT' } })).body
    expect(html)
      .to.match(/Abmelden|abmelden|abbestellen|Abbestellen/)
      .and.include('Acme &amp; Co')
  })

  const FAILING: [fields: Fields, field: string, reason: RegExp][] = [
    [{ subject: 'x{{ link | url_decode }}' }, 'subject', /^The template failed at line 1, column 2$/],
    [{ body: 'a\n{{ link | url_decode }}' }, 'body', /^The template failed at line 2, column 1$/],
    [{ body: '{% for a in (1..99999999) %}{% endfor %}' }, 'body', /too much memory/],
    // A range of each loop would use up the memory first on a fast machine.
    [
      { body: `{% assign r = (1..9999) %}${'{% for a in r %}'.repeat(3)}${'{% endfor %}'.repeat(3)}` },
      'body',
      /longer than a second/,
    ],
  ]
  for (const [fields, field, reason] of FAILING) {
    it(`answers 422 on ${field} with ${reason} for ${JSON.stringify(fields).slice(0, 50)}`, async () => {
      const asked = preview(fields, { data: { link: 'secret%' } })
      expect(await livedMs(() => asked)).to.be.below(10_000)
      const res = await asked
      expect(res.status).to.equal(422)
      const [error, ...others] = res.body.error.errors
      expect(others).to.deep.equal([])
      expect(error).to.include({ field, code: 'custom' })
      expect(error.message).to.match(reason)
      expect([error.line, error.column]).to.satisfy((place: unknown[]) => place.every(Number.isInteger))
      expect(JSON.stringify(res.body)).to.not.include('secret')
    })
  }

  it('answers 422 for an invalid contact, and for invalid data', async () => {
    const invalid: [body: object, fault: string][] = [
      [{ contactId: 5 }, 'contactId invalid_type'],
      [{ contactId: 'nobody' }, 'contactId invalid_string'],
      [{ data: 'x' }, 'data invalid_type'],
      [{ data: { locale: 5 } }, 'data.locale invalid_type'],
    ]
    for (const [body, fault] of invalid)
      expect(await preview({}, body)).to.deep.include({ status: 422, faults: [fault] })
  })
})
