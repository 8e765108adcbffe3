import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { Email } from '../../../support/models.js'
import { deliverOne, deliveryDeps } from '../../../support/delivery-deps.js'
import { createContact, createMember } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { fakeProvider } from '../../../activities/campaign/campaign-walk.js'

const UTM = { source: 'news letter', medium: '{{ plan ?? "free" }}', term: '{{ missing }}' }
const BODY =
  '<p><a href="https://shop.example/?a=1#top">Shop</a> <a href="https://shop.example/x?utm_source=own">Own</a> ' +
  '<a href="{{ unsubscribeUrl }}">Leave</a></p>'
const MESSAGE = { name: 'Spring', subject: 'Spring', body: BODY, from: 'news@example.com' }

describe('the UTM parameters of a campaign', () => {
  const { gateway, project, client } = useProject()
  const create = (utm: unknown) => client.post('/campaigns', { ...MESSAGE, audienceType: 'ALL', utm })

  it('are stored, changed, copied and cleared, without blank ones', async () => {
    const created = await create({ ...UTM, campaign: ' ', content: null })
    expect(created.status).to.equal(201)
    expect(created.body.data.utm).to.deep.equal(UTM)
    const path = `/campaigns/${created.body.data.id}`
    expect((await client.put(path, { subject: 'Other' })).body.data.utm).to.deep.equal(UTM)
    expect((await client.post(`${path}/duplicate`)).body.data.utm).to.deep.equal(UTM)
    expect((await client.put(path, { utm: { source: ' x ' } })).body.data.utm).to.deep.equal({ source: 'x' })
    expect((await client.put(path, { utm: null })).body.data.utm).to.equal(null)
    expect((await create(undefined)).body.data.utm).to.equal(null)
  })

  it('are those of the project in place of missing ones, when the campaign is created', async () => {
    const admin = gateway.signedIn(await createMember({ projectId: project.id, role: 'ADMIN' }), project.id)
    const set = (utm: unknown) => admin.patch(`/users/@me/projects/${project.id}`, { utm })
    const ofProject = { source: 'news', medium: '{{ plan }}' }
    expect((await set({ ...ofProject, source: ' news ' })).body.utm).to.deep.equal(ofProject)
    const made = async (utm: unknown) => (await create(utm)).body.data
    const first = await made(undefined)
    expect(first.utm).to.deep.equal(ofProject)
    expect((await made({ source: 'own', term: 'x' })).utm).to.deep.equal({ ...ofProject, source: 'own', term: 'x' })
    expect((await made({ source: ' ', medium: null })).utm).to.equal(null)
    expect((await made(null)).utm).to.equal(null)
    const refused = await set({ source: '{{ plan', medium: 'two\nlines', campaign: 'x' })
    expect(refused.faults).to.have.members([
      'utm.source liquid_syntax',
      'utm.medium invalid_string',
      'utm.campaign unrecognized_keys',
    ])
    expect((await set(null)).body.utm).to.equal(null)
    expect((await made(undefined)).utm).to.equal(null)
    // A campaign keeps what it has taken over.
    expect((await client.get(`/campaigns/${first.id}`)).body.data.utm).to.deep.equal(ofProject)
  })

  it('are refused by the name of the parameter', async () => {
    const refused = await create({ source: '{{ plan', medium: 'x'.repeat(201), campaign: 'two\nlines' })
    expect(refused.faults).to.have.members([
      'utm.source liquid_syntax',
      'utm.medium too_big',
      'utm.campaign invalid_string',
    ])
    expect((await create({ source: 'x', utm_medium: 'email' })).fields).to.deep.equal(['utm.utm_medium'])
  })

  it('are shown in a preview, whose findings name the one at fault', async () => {
    const shown = await client.post('/preview', { ...MESSAGE, utm: UTM, data: { plan: 'Pro & Co' } })
    expect(shown.body.html).to.contain(
      'href="https://shop.example/?a=1&amp;utm_source=news%20letter&amp;utm_medium=Pro%20%26%20Co#top"',
    )
    expect(shown.body.text).to.contain('utm_medium=Pro%20%26%20Co#top')
    const broken = await client.post('/preview', { ...MESSAGE, utm: { source: '{{ plan', medium: 'email' } })
    expect(broken.body.findings.map(({ field }: { field: string }) => field)).to.include('utm.source')
    expect(broken.body.html).to.contain('https://shop.example/')
    await registerFields(project.id, { Plan: 'pro' })
    const unknown = await client.post('/preview', { ...MESSAGE, utm: { content: 'to {{ plan }} {{ Plan }}' } })
    const [finding, ...others] = unknown.body.findings.filter(({ field }: { field: string }) => field.startsWith('utm'))
    expect(finding).to.include({ code: 'unknown_variable', severity: 'warning', field: 'utm.content', column: 4 })
    expect(finding.suggestion).to.match(/^Did you mean Plan\?/)
    // A parameter without a value is left out: it needs no fallback.
    expect(others).to.deep.equal([])
  })

  it('are added to the links of its mail, and to no link that has them or leads to the own pages', async () => {
    const contact = await createContact({ projectId: project.id, data: { plan: 'pro' } })
    const { id } = (await create(UTM)).body.data
    expect((await client.post(`/campaigns/${id}/test`, { email: contact.email })).status).to.equal(200)
    const email = await Email.findOne({ projectId: project.id, to: contact.email }).orFail().lean()
    const provider = fakeProvider()
    expect(await deliverOne(deliveryDeps(provider), project.id, email._id)).to.deep.equal({ state: 'sent' })
    const { html = '', text = '' } = await PostalMime.parse(String(provider.taken[0]?.raw))
    const parameters = 'utm_source=news%20letter&amp;utm_medium=pro'
    expect(html).to.contain(`"https://shop.example/?a=1&amp;${parameters}#top"`)
    expect(html).to.contain('"https://shop.example/x?utm_source=own&amp;utm_medium=pro"')
    expect(text).to.contain('<https://shop.example/?a=1&utm_source=news%20letter&utm_medium=pro#top>')
    expect(`${html}${text}`).to.not.match(/unsubscribe[^"\s]*utm_/)
    const content = await client.get(`/emails/${email._id}/content`)
    expect(content.body.html).to.contain(parameters)
  })
})
