import { expect } from 'chai'
import { monthOf } from '../../../../models/domain/billing.js'
import { awayFromMidnight } from '../../../support/away-from-midnight.js'
import { useGateway } from '../../../support/gateway.js'
import { useStripe } from '../../../support/stripe-server.js'
import { countEmails, createOwnedProject, createPayingProject, tell } from './scene.js'

describe('the consumption and the invoices of a project', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  awayFromMidnight()

  it('are the emails of the month, and without a subscription no next invoice', async () => {
    const { projectId, owner, path } = await createOwnedProject(gateway)
    await countEmails(projectId, { sentTransactional: 1, sentCampaign: 2, sentWorkflow: 3, received: 4 })
    const { status, body } = await owner.get(`${path}/billing-consumption`)
    expect(status).to.equal(200)
    const { start, end } = monthOf(new Date())
    expect(body).to.deep.equal({
      period: { start: start.toISOString(), end: end.toISOString() },
      usage: { total: 10, byCategory: { transactional: 1, campaigns: 2, workflows: 3, inbound: 4 } },
      upcomingInvoice: null,
    })
    expect(stripe.names).to.deep.equal([])
    expect((await owner.get(`${path}/billing-invoices`)).body).to.deep.equal({
      invoices: [],
      hasUnpaidInvoices: false,
      unpaidInvoices: [],
    })
  })

  it('include the next invoice of a subscription, and none for one that ends', async () => {
    const { customerId, owner, path } = await createPayingProject(gateway)
    const subscription = stripe.subscribe(customerId)
    await tell(gateway, stripe, customerId)
    const upcoming = async () => (await owner.get(`${path}/billing-consumption`)).body.upcomingInvoice
    expect(await upcoming()).to.deep.equal({
      amountDue: 2_900,
      currency: 'eur',
      period: { start: '2023-11-14T22:13:20.000Z', end: '2023-12-14T22:13:20.000Z' },
      nextPaymentAt: '2023-12-14T22:13:20.000Z',
    })
    // Stripe has not sent a notification about it yet.
    subscription.status = 'canceled'
    expect(await upcoming()).to.equal(null)
    await tell(gateway, stripe, customerId)
    expect(await upcoming()).to.equal(null)
  })

  it('include the invoices of this project only, and those that are still to be paid', async () => {
    const { customerId, owner, path } = await createPayingProject(gateway)
    const invoice = (id: string, status: string, more: object = {}) => ({
      id,
      customer: customerId,
      number: `N-${id}`,
      status,
      amount_due: 2_900,
      amount_paid: status === 'paid' ? 2_900 : 0,
      currency: 'eur',
      created: 1_700_000_000,
      due_date: null,
      hosted_invoice_url: `https://invoice.test/${id}`,
      invoice_pdf: `https://invoice.test/${id}.pdf`,
      ...more,
    })
    stripe.invoices.push(
      invoice('in_3', 'open', { due_date: 1_700_000_100 }),
      invoice('in_2', 'paid'),
      invoice('in_1', 'uncollectible'),
      invoice('in_0', 'open', { customer: 'cus_other' }),
    )
    const { body } = await owner.get(`${path}/billing-invoices`)
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    expect(ids(body.invoices)).to.deep.equal(['in_3', 'in_2', 'in_1'])
    expect(ids(body.unpaidInvoices)).to.deep.equal(['in_3', 'in_1'])
    expect(body.hasUnpaidInvoices).to.equal(true)
    expect(body.invoices[0]).to.deep.equal({
      id: 'in_3',
      number: 'N-in_3',
      status: 'open',
      amountDue: 2_900,
      amountPaid: 0,
      currency: 'eur',
      createdAt: '2023-11-14T22:13:20.000Z',
      dueAt: '2023-11-14T22:15:00.000Z',
      hostedInvoiceUrl: 'https://invoice.test/in_3',
      pdfUrl: 'https://invoice.test/in_3.pdf',
    })
    expect(stripe.asked[0]?.form.get('limit')).to.equal('100')
  })

  it('answer 503 while Stripe is away', async () => {
    const { customerId, owner, path } = await createPayingProject(gateway)
    stripe.subscribe(customerId)
    await tell(gateway, stripe, customerId)
    stripe.trouble = 'failing'
    for (const what of ['billing-consumption', 'billing-invoices']) {
      const res = await owner.get(`${path}/${what}`)
      expect([res.status, res.code], what).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    }
  })
})
