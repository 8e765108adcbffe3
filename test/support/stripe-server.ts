import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Config } from '../../runtime/config.js'
import type { HttpClient, ClientResponse } from './http-client.js'
import { listen } from './listen.js'

/** A request that the stand-in got. */
interface Asked {
  /** `POST /v1/customers`. */
  name: string
  form: URLSearchParams
  idempotencyKey: string | undefined
}

/** What the stand-in does instead of an answer: breaks the connection, fails, or refuses the key. */
type Trouble = 'away' | 'failing' | 'refusing' | null

/** A subscription as a test sets it. */
interface HeldSubscription {
  id: string
  customer: string
  status: string
  reason: string | null
  created: number
}

type Row = Record<string, unknown>

const PRICE = 'price_of_the_plan'
const SECRET = 'whsec_of_the_tests'
const KEY = 'sk_test_of_the_tests'

/** Speaks as much of Stripe's HTTP as is used, and signs events as Stripe does: docs.stripe.com/api. */
export class StripeServer {
  readonly asked: Asked[] = []
  readonly subscriptions = new Map<string, HeldSubscription>()
  readonly invoices: Row[] = []
  /** The reports to meters, of which one with the same identifier counts once. */
  readonly metered = new Map<string, Row>()
  trouble: Trouble = null
  usageType: 'licensed' | 'metered' = 'licensed'
  /** Called before the subscriptions of a customer are answered, with those that were read for the answer. */
  onList: (() => Promise<void> | void) | null = null
  readonly #server: Server
  #port = 0
  readonly #answers = new Map<string, { status: number; body: Row }>()
  readonly #pages = new Map<string, Row>()
  #made = 0

  constructor() {
    this.#server = createServer((req, res) => void this.#answer(req, res))
  }

  async start(): Promise<void> {
    this.#port = await listen(this.#server)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The settings of a process that has billing here; others beside them. */
  settings(more: Partial<Config> = {}): Partial<Config> {
    const url = (): string => this.url
    return {
      ...more,
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_PRICE_ID: PRICE,
      // Known only once it has started.
      get STRIPE_API_URL() {
        return url()
      },
    }
  }

  /** Lets a customer have a subscription. */
  subscribe(customer: string, status = 'active', reason: string | null = null): HeldSubscription {
    const id = `sub_${(this.#made += 1)}`
    const subscription = { id, customer, status, reason, created: 1_700_000_000 + this.#made }
    this.subscriptions.set(id, subscription)
    return subscription
  }

  /** The names of the requests, without the ids in them. */
  get names(): string[] {
    return this.asked.map(({ name }) => name.replace(/_\d+/g, '_*'))
  }

  /** An event about a customer. */
  event(type: string, customer: string | null, id = `evt_${(this.#made += 1)}_${customer}`): Row {
    const object = { id: 'any', object: type.split('.').slice(0, -1).join('.'), customer }
    return { id, object: 'event', type, created: 1_700_000_000, data: { object } }
  }

  /** Sends an event to the receiver, signed now unless said otherwise. */
  deliver(
    client: HttpClient,
    event: Row,
    { secret = SECRET, agoSeconds = 0, changed = '' } = {},
  ): Promise<ClientResponse> {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(Date.now() / 1_000) - agoSeconds
    const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${timestamp},v1=${digest}` }
    return client.post('/webhooks/incoming/billing', payload + changed, headers)
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stripe')
    const form = req.method === 'GET' ? searchParams : new URLSearchParams(await text(req))
    const idempotencyKey = req.headers['idempotency-key']?.toString()
    const name = `${req.method} ${pathname}`
    this.asked.push({ name, form, idempotencyKey })
    if (this.trouble === 'away') return void req.socket.destroy()
    const isOurs = req.headers.authorization === `Bearer ${KEY}`
    if (this.trouble === 'refusing' || !isOurs)
      return send(res, 401, failure('invalid_request_error', 'api_key_expired'))
    if (this.trouble === 'failing') return send(res, 500, failure('api_error', 'broken'))
    const known = idempotencyKey === undefined ? undefined : this.#answers.get(idempotencyKey)
    const answer = known ?? (await this.#work(name, form))
    if (idempotencyKey !== undefined) this.#answers.set(idempotencyKey, answer)
    send(res, answer.status, answer.body)
  }

  async #work(name: string, form: URLSearchParams): Promise<{ status: number; body: Row }> {
    const [path = '', id = '', verb = ''] = name.replace('/v1/checkout/sessions', '/v1/pages').split('/').slice(2)
    const of = (body: Row | null): { status: number; body: Row } =>
      body ? { status: 200, body } : { status: 404, body: failure('invalid_request_error', 'resource_missing') }
    switch (`${name.split(' ')[0]} ${path}${id ? '/:id' : ''}${verb ? `/${verb}` : ''}`) {
      case 'POST customers':
        return of({ id: `cus_${(this.#made += 1)}`, object: 'customer', metadata: {} })
      case 'GET prices/:id':
        return of({ id, object: 'price', recurring: { usage_type: this.usageType } })
      case 'POST pages':
        return of(this.#page(form))
      case 'GET pages':
        return of(list([...this.#pages.values()].filter(({ customer }) => customer === form.get('customer'))))
      case 'POST pages/:id/expire':
        return of(this.#pages.delete(id) ? { id } : null)
      case 'POST billing_portal/:id':
        return of({
          id: 'bps_1',
          object: 'billing_portal.session',
          url: `https://billing.test/${form.get('customer')}`,
        })
      case 'GET subscriptions':
        return of(await this.#subscriptionsOf(form))
      case 'DELETE subscriptions/:id':
        return of(this.#cancel(id))
      case 'GET invoices':
        return of(list(this.invoices.filter(({ customer }) => customer === form.get('customer'))))
      case 'POST invoices/:id':
        return this.#preview(form)
      case 'POST billing/:id':
        // The first report of an identifier counts.
        if (!this.metered.has(form.get('identifier') ?? '')) {
          this.metered.set(form.get('identifier') ?? '', Object.fromEntries(form))
        }
        return of({ object: 'billing.meter_event' })
      default:
        return of(null)
    }
  }

  #page(form: URLSearchParams): Row {
    const id = `cs_${(this.#made += 1)}`
    const page = { id, object: 'checkout.session', customer: form.get('customer'), url: `https://checkout.test/${id}` }
    this.#pages.set(id, page)
    return page
  }

  async #subscriptionsOf(form: URLSearchParams): Promise<Row> {
    const isWanted = ({ status }: HeldSubscription): boolean => form.get('status') === 'all' || status !== 'canceled'
    const found = [...this.subscriptions.values()]
      .filter((each) => each.customer === form.get('customer') && isWanted(each))
      .map(presentSubscription)
      .toReversed()
    await this.onList?.()
    return list(found)
  }

  #cancel(id: string): Row | null {
    const subscription = this.subscriptions.get(id)
    if (!subscription || subscription.status === 'canceled') return null
    Object.assign(subscription, { status: 'canceled', reason: 'cancellation_requested' })
    return presentSubscription(subscription)
  }

  #preview(form: URLSearchParams): { status: number; body: Row } {
    if (this.subscriptions.get(form.get('subscription') ?? '')?.status === 'canceled') {
      return { status: 400, body: failure('invalid_request_error', 'invoice_upcoming_none') }
    }
    const [period_start, period_end] = [1_700_000_000, 1_702_592_000]
    const invoice = { object: 'invoice', amount_due: 2_900, currency: 'eur', period_start, period_end }
    return { status: 200, body: { ...invoice, next_payment_attempt: period_end } }
  }
}

/** Starts a stand-in for the tests of a `describe`, which each begin without trouble. */
export function useStripe(): StripeServer {
  const stripe = new StripeServer()
  before(() => stripe.start())
  beforeEach(() => {
    Object.assign(stripe, { trouble: null, onList: null, usageType: 'licensed' })
    stripe.asked.splice(0)
  })
  after(() => stripe.stop())
  return stripe
}

function presentSubscription({ id, customer, status, reason, created }: HeldSubscription): Row {
  return { id, object: 'subscription', customer, status, created, cancellation_details: { reason } }
}

function list(data: readonly Row[]): Row {
  return { object: 'list', data, has_more: false }
}

function failure(type: string, code: string): Row {
  return { error: { type, code, message: `Refused for ${KEY} and ada@example.com` } }
}

function send(res: ServerResponse, status: number, body: Row): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_1' }).end(JSON.stringify(body))
}
