import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { Email } from '../../../support/models.js'
import { deliverOne, deliveryDeps } from '../../../support/delivery-deps.js'
import { createContact } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { fakeProvider } from '../../../activities/campaign/campaign-walk.js'

const UTM = { source: 'news letter', medium: '{{ plan ?? "free" }}', term: '{{ missing }}' }
const BODY =
  '<p><a href="https://shop.example/?a=1#top">Shop</a> <a href="https://shop.example/x?utm_source=own">Own</a> ' +
  '<a href="{{ unsubscribeUrl }}">Leave</a></p>'
const MESSAGE = { name: 'Spring', subject: 'Spring', body: BODY, from: 'news@example.com' }

describe('the UTM parameters of a campaign', () => {
  const { project, client } = useProject()
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
