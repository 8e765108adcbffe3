import { expect } from 'chai'
import { disableProject } from '../../../../commands/lifecycle/projects/switch-project.js'
import { Project } from '../../../../models/project.js'
import { createMember } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { useStripe } from '../../../support/stripe-server.js'
import { createOwnedProject, createPayingProject, tell } from './scene.js'

const PAGES = 'https://app.example.com'

describe('POST /users/@me/projects/:id/checkout', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings({ DASHBOARD_URL: PAGES }))

  it('returns a page for a subscription to the price, which links back to the dashboard', async () => {
    const { projectId, owner, path } = await createOwnedProject(gateway)
    const res = await owner.post(`${path}/checkout`)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body).to.have.keys('url')
    expect(res.body.url).to.match(/^https:\/\/checkout\.test\/cs_\d+$/)
    expect((await gateway.as().get('/config')).body.features.billing).to.deep.equal({ enabled: true })
    const { form } = stripe.asked.find(({ name }) => name === 'POST /v1/checkout/sessions') ?? {}
    expect(Object.fromEntries(form ?? [])).to.include({
      mode: 'subscription',
      client_reference_id: projectId,
      'subscription_data[metadata][projectId]': projectId,
      'line_items[0][price]': 'price_of_the_plan',
      'line_items[0][quantity]': '1',
      success_url: `${PAGES}/p/${projectId}/settings/billing?checkout=success`,
      cancel_url: `${PAGES}/p/${projectId}/settings/billing?checkout=cancelled`,
    })
  })

  it('makes one customer for many simultaneous requests', async () => {
    const { projectId, owner, path } = await createOwnedProject(gateway)
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post(`${path}/checkout`)))
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200])
    const made = stripe.asked.filter(({ name }) => name === 'POST /v1/customers')
    expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey))).to.deep.equal(new Set([`customer-${projectId}`]))
    expect(made[0]?.form.get('metadata[projectId]')).to.equal(projectId)
    const sessions = stripe.asked.filter(({ name }) => name === 'POST /v1/checkout/sessions')
    const { billing } = await Project.findById(projectId).orFail().lean()
    expect(new Set(sessions.map(({ form }) => form.get('customer')))).to.deep.equal(new Set([billing?.customerId]))
  })

  it('sends no quantity for a metered price', async () => {
    // A gateway requests the kind of a price once, and another gateway does not know it yet.
    stripe.usageType = 'metered'
    const { owner, path } = await createOwnedProject(metered)
    expect((await owner.post(`${path}/checkout`)).status).to.equal(200)
    const session = stripe.asked.find(({ name }) => name === 'POST /v1/checkout/sessions')
    expect(session?.form.has('line_items[0][quantity]')).to.equal(false)
  })
  const metered = useGateway(stripe.settings())

  it('answers 409 to a project with a subscription, paid or not, also before the notification of Stripe', async () => {
    for (const status of ['past_due', 'unpaid', 'paused'] as const) {
      for (const isTold of [true, false]) {
        const { customerId, owner, path } = await createPayingProject(gateway)
        stripe.subscribe(customerId, status)
        if (isTold) expect(await tell(gateway, stripe, customerId)).to.equal(200)
        const res = await owner.post(`${path}/checkout`)
        expect([res.status, res.code]).to.deep.equal([409, 'CONFLICT'])
        expect(res.body.error.suggestion).to.contain('billing-portal')
      }
    }
  })

  it('is allowed for a project that is disabled because it did not pay', async () => {
    const { projectId, owner, path } = await createPayingProject(gateway)
    await disableProject(projectId, 'PAYMENT_FAILED')
    expect((await owner.post(`${path}/checkout`)).status).to.equal(200)
    expect((await owner.post(`${path}/billing-portal`)).status).to.equal(200)
  })

  it('answers 503 while Stripe is away, fails or refuses the key, and reveals nothing about it', async () => {
    for (const trouble of ['away', 'failing', 'refusing'] as const) {
      const { owner, path } = await createPayingProject(gateway)
      stripe.trouble = trouble
      for (const call of ['checkout', 'billing-portal']) {
        const res = await owner.post(`${path}/${call}`)
        expect([res.status, res.code], trouble).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
        expect(res.headers.get('retry-after')).to.equal('5')
        expect(JSON.stringify(res.body)).not.to.match(/sk_test|ada@example|req_1/)
      }
    }
  })
})

describe('POST /users/@me/projects/:id/billing-portal', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())

  it("returns the page of the project's customer, which links back to the gateway without a separate dashboard", async () => {
    const { customerId, projectId, owner, path } = await createPayingProject(gateway)
    const res = await owner.post(`${path}/billing-portal`)
    expect(res.status).to.equal(200)
    expect(res.body).to.deep.equal({ url: `https://billing.test/${customerId}` })
    const [asked] = stripe.asked
    expect(asked?.form.get('return_url')).to.equal(`http://127.0.0.1:3000/dashboard/p/${projectId}/settings/billing`)
  })

  it('answers 409 to a project without a customer', async () => {
    const { owner, path } = await createOwnedProject(gateway)
    const res = await owner.post(`${path}/billing-portal`)
    expect([res.status, res.code]).to.deep.equal([409, 'CONFLICT'])
    expect(stripe.names).to.deep.equal([])
  })
})

describe('billing when it is off', () => {
  const gateway = useGateway()

  it('answers every endpoint like an unknown path, and the configuration says that it is off', async () => {
    const { path, owner, projectId } = await createOwnedProject(gateway)
    const member = gateway.signedIn(await createMember({ projectId, role: 'MEMBER' }))
    for (const client of [owner, member, gateway.as()]) {
      for (const [method, what] of [
        ['POST', 'checkout'],
        ['POST', 'billing-portal'],
        ['GET', 'billing-limits'],
        ['PUT', 'billing-limits'],
        ['GET', 'billing-consumption'],
        ['GET', 'billing-invoices'],
      ] as const) {
        const res = await client.request(method, `${path}/${what}`)
        expect(res.status, what).to.equal(404)
        expect(res.details).to.deep.equal({ resource: 'route', id: `${path}/${what}` })
      }
    }
    expect((await gateway.as().post('/webhooks/incoming/billing', {})).status).to.equal(404)
    expect((await gateway.as().get('/config')).body.features.billing).to.deep.equal({ enabled: false })
  })

  it('limits nothing, whatever is stored about a project', async () => {
    const { project, projectId } = await createOwnedProject(gateway)
    await Project.updateOne({ _id: projectId }, { $set: { 'billing.limits.transactional': 0 } })
    const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
    expect((await gateway.as(project.secretKey).post('/v1/send', mail)).status).to.equal(200)
  })
})
