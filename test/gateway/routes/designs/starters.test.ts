import { expect } from 'chai'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { renderDesign } from '../../../../mail/design/render.js'
import { LANGUAGES, type Language } from '../../../../models/domain/choose-language.js'
import type { EmailDesign } from '../../../../models/domain/design/design.js'
import { readEmailDesign } from '../../../../models/domain/design/read-design.js'
import type { Starter, StarterMail } from '../../../../models/domain/design/starters/starter.js'
import { startersIn } from '../../../../models/domain/design/starters/starters.js'
import type { Finding } from '../../../../models/domain/findings/finding.js'
import { workflowStartersIn } from '../../../../models/domain/workflow-starters/starters.js'
import { Project } from '../../../../models/project.js'
import { useProject } from '../../../support/project.js'

const MAX_BYTES = 40 * 1024
const MAX_SUBJECT_LENGTH = 70

/** Every mail of the starters of designs and workflows. */
function mailsIn(language: Language): StarterMail[] {
  const steps = workflowStartersIn(language).flatMap((starter) => starter.steps)
  return [...startersIn(language), ...steps.flatMap(({ mail }) => mail ?? [])]
}

/** A design without its texts. A field remains, with whether it has a fallback. */
function shapeOf(design: EmailDesign): unknown {
  const isText = (part: unknown): boolean => typeof part === 'object' && part !== null && 'text' in part
  const withoutText = (key: string, value: unknown): unknown => {
    if (key === 'fallback') return value !== ''
    return Array.isArray(value) ? value.filter((part) => !isText(part)) : value
  }
  return JSON.parse(JSON.stringify(design, withoutText))
}

describe('GET /designs/starters', () => {
  const { project, client } = useProject()

  it('lists designs that are sound, small and without findings but for links that are to be replaced', async () => {
    await registerFields(project.id, { firstName: 'Ada' })
    const starters: Starter[] = (await client.get('/designs/starters')).body
    expect(starters).to.have.length(11)
    for (const { id, subject, type, design } of starters) {
      expect(readEmailDesign(design), id).to.deep.equal({ design })
      const { status, body } = await client.post('/preview', { subject, type, design })
      expect(status, id).to.equal(200)
      const links = JSON.stringify(design).split('https://example.com').length - 1
      const severity = type === 'TRANSACTIONAL' ? 'info' : 'warning'
      const found = body.findings.map((finding: Finding) => [finding.code, finding.severity])
      // A list of an event is empty in a preview.
      const shown = id === 'digest' ? 0 : links
      expect(found, id).to.deep.equal(Array.from({ length: shown }, () => ['link_placeholder', severity]))
      expect(body.size, id).to.be.lessThan(MAX_BYTES)
    }
  })

  // Only texts differ, so that a finding could only come from the length of a text or from markup in it.
  it('differ in nothing but their texts from language to language, and are as small in each', () => {
    const english = mailsIn('en')
    for (const language of LANGUAGES) {
      for (const [index, { subject, name, design }] of mailsIn(language).entries()) {
        const title = `${name} in ${language}`
        expect(shapeOf(design), title).to.deep.equal(shapeOf(english[index]?.design as EmailDesign))
        expect(readEmailDesign(design), title).to.deep.equal({ design })
        expect(JSON.stringify([subject, design]), title).to.not.include('<')
        expect(Array.from(subject).length, title).to.be.at.most(MAX_SUBJECT_LENGTH)
        const { body = '' } = renderDesign({ design, brand: {}, language, projectName: 'Acme', images: {} })
        expect(body, title).to.include(`lang="${language}"`)
        expect(Buffer.byteLength(body), title).to.be.lessThan(MAX_BYTES)
      }
    }
  })

  it('writes them in the language of the request or else of the project', async () => {
    await Project.updateOne({ _id: project.id }, { language: 'pt-BR' })
    for (const [query, language] of [
      ['', 'pt'],
      ['?language=de_AT', 'de'],
      ['?language=fi', 'pt'],
    ] as const) {
      const { body } = await client.get(`/designs/starters${query}`)
      expect(body, query).to.deep.equal(startersIn(language))
    }
    expect((await client.get('/designs/starters?language=!')).fields).to.deep.equal(['language'])
  })

  it('begins a template, whose name, subject and type the request may replace', async () => {
    const [newsletter, ...others]: Starter[] = (await client.get('/designs/starters')).body
    const res = await client.post('/templates', { starter: 'newsletter', from: 'a@example.com' })
    expect(res.status, JSON.stringify(res.body)).to.equal(201)
    const { name, subject, type, design } = newsletter as Starter
    expect(res.body).to.deep.include({ name, subject, type, design, editor: 'design' })
    const receipt = others.find(({ id }) => id === 'receipt')
    const own = await client.post('/templates', { starter: 'receipt', from: 'a@example.com', name: 'Mine' })
    expect(own.body).to.deep.include({ name: 'Mine', subject: receipt?.subject, type: 'TRANSACTIONAL' })
    for (const [sent, field] of [
      [{ starter: 'none' }, 'starter'],
      [{ starter: 'sale', body: 'x' }, 'body'],
    ] as const) {
      const refused = await client.post('/templates', { from: 'a@example.com', ...sent })
      expect(refused.body.error.errors.map((error: { field: string }) => error.field)).to.deep.equal([field])
    }
  })

  it('begins a template in the language of the request, the fallbacks of its fields included', async () => {
    const sent = { starter: 'welcome', language: 'de', from: 'a@example.com' }
    const { id, ...template } = (await client.post('/templates', sent)).body
    expect(template).to.include({ name: 'Willkommen', subject: 'Herzlich willkommen' })
    for (const [data, title] of [
      [{}, 'Willkommen, schön, dass Sie da sind'],
      [{ firstName: 'Ada' }, 'Willkommen, Ada'],
    ] as const) {
      expect((await client.post(`/templates/${id}/preview`, { data })).body.text).to.include(title)
    }
  })
})
