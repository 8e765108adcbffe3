import { expect } from 'chai'
import type { EmailDesign } from '../../../../models/domain/design/design.js'
import { newId } from '../../../../runtime/ids.js'
import { createMember, createProject, createUpload } from '../../../support/factories.js'
import { Template } from '../../../support/models.js'
import { useProject } from '../../../support/project.js'

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ name }}</mj-text></mj-column></mj-section></mj-body></mjml>'
const BASE = { subject: 'Hi', from: 'a@example.com' }
const designOf = (text: string, uploadId?: string): EmailDesign => ({
  version: 1,
  theme: {},
  previewText: [],
  blocks: [
    { id: 'hello', type: 'heading', level: 1, content: [{ text }] },
    { id: 'picture', type: 'image', alt: '', ...(uploadId === undefined ? {} : { uploadId }) },
  ],
})

/** The two kinds of records that hold a message, and the requests that change and show them. */
const KINDS = [
  { path: '/templates', method: 'patch', fields: {}, of: (body: never) => body as Message },
  { path: '/campaigns', method: 'put', fields: { audienceType: 'ALL' }, of: ({ data }: { data: Message }) => data },
] as const

interface Message {
  id: string
  body: string
  editor: string
  design: EmailDesign | null
  mjml: string | null
  previousDesign: { design: EmailDesign } | null
}

describe('the source of a message', () => {
  const { gateway, project, client } = useProject()

  for (const { path, method, fields, of } of KINDS) {
    const shown = (res: { body: unknown }): Message => of(res.body as never)
    const create = async (sent: object) => client.post(path, { name: 'News', ...BASE, ...fields, ...sent })
    const change = async (id: string, sent: object) => client[method](`${path}/${id}`, sent)

    it(`of ${path}: a design or MJML renders the body, and a body of HTML replaces it`, async () => {
      const made = await create({ design: designOf('Hello <you>') })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const { id, ...first } = shown(made)
      expect(first).to.deep.include({
        editor: 'design',
        design: designOf('Hello <you>'),
        mjml: null,
        previousDesign: null,
      })
      expect(first.body).to.include('Hello &lt;you&gt;</h1>')
      expect(shown(await client.get(`${path}/${id}`))).to.deep.equal(shown(made))
      const [listed] = (await client.get(path)).body.data
      expect(listed).to.include({ editor: 'design', body: first.body })
      expect(listed).to.not.have.any.keys('design', 'mjml', 'previousDesign', 'source')

      expect(shown(await change(id, { subject: 'Hello' })).design).to.deep.equal(designOf('Hello <you>'))
      expect(shown(await change(id, { body: first.body })).editor).to.equal('design')
      const html = shown(await change(id, { body: '<p>Mine</p>' }))
      expect(html).to.deep.include({ editor: 'html', body: '<p>Mine</p>', design: null, mjml: null })
      expect(html.previousDesign?.design).to.deep.equal(designOf('Hello <you>'))

      const mjml = shown(await change(id, { mjml: MJML }))
      expect(mjml).to.include({ editor: 'mjml', mjml: MJML, design: null })
      expect(mjml.body).to.include('Hi {{ name }}').and.to.not.include('mj-text')
      expect(mjml.previousDesign).to.deep.equal(html.previousDesign)
      const back = shown(await change(id, { design: mjml.previousDesign?.design }))
      expect(back).to.deep.include({ editor: 'design', body: first.body, mjml: null, previousDesign: null })

      const kept = shown(await change(id, { design: null }))
      expect(kept).to.deep.include({ editor: 'html', body: first.body, design: null })
    })

    it(`of ${path}: a body beside a source is refused unless it is its own, and so are two sources`, async () => {
      const made = shown(await create({ design: designOf('A') }))
      expect((await create(made)).status).to.equal(201)
      const faults: [object, string[]][] = [
        [{ design: designOf('A'), body: '<p>Other</p>' }, ['body custom']],
        [{ design: designOf('A'), mjml: MJML }, ['mjml custom']],
        [{ mjml: '<mjml>\n  <mj-body><mj-section></mj-body>\n</mjml>' }, ['mjml mjml_syntax']],
        [{ mjml: '<mjml><mj-body>{{ x</mj-body></mjml>' }, ['mjml liquid_syntax']],
        [
          { design: { ...designOf('A'), version: 2, blocks: [{ id: 'a', type: 'box' }] } },
          ['design.version invalid_enum_value', 'design.blocks.0.type invalid_enum_value'],
        ],
        [
          { design: { ...designOf('A'), blocks: [{ id: 'a', type: 'html', source: '{% if x %}' }] } },
          ['design.blocks.0.source liquid_syntax'],
        ],
      ]
      for (const [sent, expected] of faults) {
        for (const res of [await create(sent), await change(made.id, sent)]) {
          expect(res.status, JSON.stringify(sent)).to.equal(422)
          const { errors } = res.body.error as { errors: { field: string; code: string }[] }
          expect(errors.map(({ field, code }) => `${field} ${code}`)).to.deep.equal(expected)
        }
      }
      const { errors } = (await create({ mjml: '<mjml>\n  <mj-body><mj-section></mj-body>\n</mjml>' })).body.error
      expect(errors[0]).to.include({ line: 2, column: 12 })
      expect(shown(await client.get(`${path}/${made.id}`))).to.deep.equal(made)
    })

    it(`of ${path}: a duplicate has the source`, async () => {
      const { id, body } = shown(await create({ design: designOf('A') }))
      const copy = shown(await client.post(`${path}/${id}/duplicate`, {}))
      expect(copy).to.deep.include({ editor: 'design', design: designOf('A'), body, previousDesign: null })
    })
  }

  it('of a translation belongs to it alone', async () => {
    const de = { subject: 'Hallo', design: designOf('Guten Tag') }
    const fr = { subject: 'Salut', body: '<p>Bonjour</p>' }
    const made = await client.post('/templates', { name: 'N', ...BASE, body: '<p>Hi</p>', translations: { de, fr } })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    expect(made.body).to.include({ editor: 'html', design: null })
    expect(made.body.translations.de).to.deep.include({ ...de, editor: 'design', mjml: null })
    expect(made.body.translations.de.body).to.include('lang="de"').and.to.include('Guten Tag')
    expect(made.body.translations.fr).to.deep.equal({ ...fr, editor: 'html', design: null, mjml: null })
    const path = `/templates/${made.body.id}`
    expect((await client.patch(path, { translations: made.body.translations })).body.translations).to.deep.equal(
      made.body.translations,
    )
    // Delivery reads templates without any source.
    const { translations } = await Template.findById(made.body.id).orFail().lean()
    expect(translations?.['de']).to.have.all.keys('subject', 'body')
    const bad = await client.patch(path, { translations: { de: { subject: 'x', mjml: '<mjml>' } } })
    expect(bad.body.error.errors[0]).to.include({ field: 'translations.de.mjml', code: 'mjml_syntax' })
    const detached = await client.patch(path, { translations: { de: { subject: 'x', body: '<p>y</p>' } } })
    expect(detached.body.translations).to.deep.equal({
      de: { subject: 'x', body: '<p>y</p>', editor: 'html', design: null, mjml: null },
    })
  })

  it('shows a replaced design for 30 days', async () => {
    const { body: made } = await client.post('/templates', { name: 'N', ...BASE, design: designOf('A') })
    await client.patch(`/templates/${made.id}`, { body: '<p>x</p>' })
    const dayMs = 86_400_000
    for (const [days, isShown] of [
      [29, true],
      [31, false],
    ] as const) {
      const replacedAt = new Date(Date.now() - days * dayMs)
      await Template.updateOne({ _id: made.id }, { $set: { 'previousDesign.replacedAt': replacedAt } })
      expect((await client.get(`/templates/${made.id}`)).body.previousDesign !== null).to.equal(isShown)
    }
  })

  it('keeps the images that it shows, also those of a replaced design', async () => {
    const id = newId()
    await createUpload({ _id: id, projectId: project.id })
    const { body: made } = await client.post('/templates', { name: 'N', ...BASE, design: designOf('A', id) })
    expect(made.body).to.match(new RegExp(`src="http[^"]+/uploads/${id}\\.png"`))
    expect((await client.delete(`/uploads/${id}`)).status).to.equal(409)
    await client.patch(`/templates/${made.id}`, { body: '<p>x</p>' })
    expect((await client.delete(`/uploads/${id}`)).status).to.equal(409)
    await client.patch(`/templates/${made.id}`, { design: designOf('B') })
    expect((await client.delete(`/uploads/${id}`)).status).to.equal(204)
  })

  it('uses the brand of the project, whose logo is one of its images and stays while it is in use', async () => {
    const owner = gateway.signedIn(await createMember({ projectId: project.id, role: 'OWNER' }))
    const path = `/users/@me/projects/${project.id}`
    const logo = newId()
    await createUpload({ _id: logo, projectId: project.id })
    const brand = { logo, accent: '#aa0000', postalAddress: 'Acme, 1 Main Street' }
    const foreign = newId()
    await createUpload({ _id: foreign, projectId: (await createProject()).id })
    for (const [sent, field] of [
      [{ logo: foreign }, 'brand.logo'],
      [{ accent: 'red' }, 'brand.accent'],
    ] as const) {
      const res = await owner.patch(path, { brand: sent })
      expect(res.body.error.errors.map((error: { field: string }) => error.field)).to.deep.equal([field])
    }
    expect((await owner.patch(path, { brand })).body.brand).to.deep.equal(brand)
    const design: EmailDesign = {
      ...designOf('A'),
      blocks: [
        { id: 'l', type: 'logo' },
        { id: 'b', type: 'button', label: [{ text: 'Go' }], href: 'https://example.com', style: 'solid' },
        { id: 'f', type: 'footer' },
      ],
    }
    const { body: made } = await client.post('/templates', { name: 'N', ...BASE, design })
    expect(made.body).to.include(`/uploads/${logo}.png`).and.include('#aa0000').and.include('1 Main Street')
    await client.delete(`/templates/${made.id}`)
    const refused = await client.delete(`/uploads/${logo}`)
    expect(refused).to.deep.nested.include({ status: 409, 'body.error.details': { isLogo: true } })
    expect((await client.get(`/uploads/${logo}/usage`)).body.isLogo).to.equal(true)
    expect((await owner.patch(path, { brand: null })).body.brand).to.deep.equal({})
    expect((await client.delete(`/uploads/${logo}`)).status).to.equal(204)
    const member = gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }))
    expect((await member.patch(path, { brand })).status).to.equal(403)
  })
})
