import { expect } from 'chai'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import type { Block, EmailDesign } from '../../../../models/domain/design/design.js'
import { Content } from '../../../../models/content.js'
import { createMember } from '../../../support/factories.js'
import { Email } from '../../../support/models.js'
import { useProject } from '../../../support/project.js'

interface Found {
  code: string
  field: string | null
  line: number | null
  column: number | null
  blockId: string | null
}

const designOf = (...blocks: Block[]): EmailDesign => ({
  version: 1,
  theme: {},
  previewText: [{ text: 'Soon' }],
  blocks,
})
const mjmlOf = (text: string): string =>
  `<mjml>\n<mj-body><mj-section><mj-column>\n<mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`

describe('a preview', () => {
  const { gateway, project, client } = useProject()
  const preview = async (fields: object) => {
    const res = await client.post('/preview', { subject: 'Hi', type: 'TRANSACTIONAL', ...fields })
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body
  }
  const placesIn = ({ findings }: { findings: Found[] }) =>
    findings.map(({ code, field, line, blockId }) => [code, field, line, blockId])

  it('of a design is what its recipient would get, and names the block of each finding', async () => {
    await registerFields(project.id, { plan: 'pro' })
    const design = designOf(
      { id: 'title', type: 'heading', level: 1, content: [{ text: 'Hi ' }, { field: 'name', fallback: 'you' }] },
      {
        id: 'both',
        type: 'columns',
        ratio: [1, 1],
        stack: true,
        columns: [
          [{ id: 'left', type: 'text', content: [{ type: 'paragraph', content: [{ field: 'plan' }] }] }],
          [{ id: 'right', type: 'button', label: [{ text: 'Go' }], href: 'http://localhost/x', style: 'solid' }],
        ],
      },
      { id: 'own', type: 'html', source: '<p>{{ x</p>' },
      { id: 'end', type: 'divider' },
    )
    const broken = await preview({ design, data: { name: 'Ann & Bob' } })
    expect(placesIn(broken)).to.deep.equal([['liquid_syntax', 'design', null, 'own']])
    expect(broken.html).to.equal(null)

    const blocks = design.blocks.filter(({ id }) => id !== 'own')
    const shown = await preview({ design: { ...design, blocks }, data: { name: 'Ann & Bob' } })
    expect(shown).to.include({ preheader: 'Soon', language: null })
    expect(shown.html).to.include('Hi Ann &amp; Bob</h1>')
    expect(shown.text).to.equal('Hi Ann & Bob\n\nGo <http://localhost/x>')
    const [bare, loopback] = shown.findings
    expect([bare.code, bare.field, bare.blockId]).to.deep.equal(['variable_without_fallback', 'design', 'left'])
    expect([loopback.code, loopback.field, loopback.blockId]).to.deep.equal(['link_to_loopback', 'html', 'right'])
    expect((await client.post('/preview', { subject: 'Hi', design: { version: 1 } })).status).to.equal(422)
  })

  it('of a design names the first block with text that is hard to read', async () => {
    const content = [{ text: 'Pale', marks: [{ color: '#dddddd' }] }]
    const pale = (id: string): Block => ({ id, type: 'quote', content })
    const dark: Block = {
      id: 'dark',
      type: 'section',
      background: '#101010',
      padding: 8,
      blocks: [pale('fine') as never],
    }
    const { findings } = await preview({ design: designOf(dark, pale('one'), pale('two')) })
    expect(placesIn({ findings })).to.deep.equal([['low_contrast', 'design', null, 'one']])
  })

  it('of a translation leads to the source of the translation', async () => {
    const own = designOf({ id: 'own', type: 'html', source: '{{' })
    const sent = { body: '<p>Hi</p>', language: 'de', translations: { de: { design: own }, fr: { mjml: '<mjml>' } } }
    expect(placesIn(await preview(sent))).to.deep.equal([
      ['liquid_syntax', 'translations.de.design', null, 'own'],
      ['mjml_syntax', 'translations.fr.mjml', 1, null],
    ])
  })

  it('of MJML shows faults in it by line and column', async () => {
    const shown = await preview({ mjml: mjmlOf('Hi {{ name ?? you }}<br>Bye'), data: { name: 'Ann' } })
    expect(shown.text).to.equal('Hi Ann\nBye')
    expect(shown.findings).to.deep.equal([])
    const faults: [string, unknown[]][] = [
      [mjmlOf('<b>Hi'), ['mjml_syntax', 3, 10]],
      [mjmlOf('Hi {{ name'), ['liquid_syntax', 3, 13]],
      [mjmlOf('<mj-include path="/etc/passwd" />'), ['mjml_syntax', 3, 10]],
      [mjmlOf('<div>'.repeat(60) + '</div>'.repeat(60)), ['mjml_syntax', 3, 235]],
      [mjmlOf('<br><br>a < b'), ['mjml_syntax', 3, 20]],
    ]
    for (const [mjml, expected] of faults) {
      const { findings, html } = await preview({ mjml })
      const [first] = findings as Found[]
      expect([first?.code, first?.line, first?.column], mjml).to.deep.equal(expected)
      expect(first?.field).to.equal('mjml')
      expect(html).to.equal(null)
    }
  })

  it('is sent with the body that its design renders to', async () => {
    const member = await createMember({ projectId: project.id, role: 'MEMBER' })
    const design = designOf({ id: 'title', type: 'heading', level: 1, content: [{ text: 'Hello {{ x }}' }] })
    const sent = { subject: 'Hi', from: 'a@example.com', to: member.email, design }
    const res = await gateway.signedIn(member, project.id).post('/preview/send', sent)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    const { contentId } = await Email.findById(res.body.email).orFail().lean()
    const { body } = await Content.findOne({ _id: contentId ?? '', projectId: project.id })
      .orFail()
      .lean()
    expect(body).to.include('Hello &#123;&#123; x &#125;&#125;</h1>')
  })
})
