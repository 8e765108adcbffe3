import { expect } from 'chai'
import { effectOf, endpointName, type AnyEndpoint, type Effect } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { Project } from '../../models/project.js'
import { bodyOf, call } from '../support/endpoint-calls.js'
import { clientFor, furnish } from '../support/example-records.js'
import { sessionHeaders, useGateway } from '../support/gateway.js'
import { useStripe } from '../support/stripe-server.js'

const inProjects = allEndpoints.filter(({ access }) => access !== 'open' && access !== 'user')

/** What sends, enables, starts or empties, written by hand and not from the code. */
const ACTING = [
  'POST /v1/send',
  'POST /emails/:id/send-again',
  'POST /campaigns/:id/send',
  'POST /campaigns/:id/resume',
  'POST /campaigns/:id/test',
  'POST /preview/send',
  'POST /workflows/:id/executions',
  'POST /workflows/:id/executions/:executionId/retry',
  'POST /workflows/:id/executions/retry-failed',
  'POST /projects/:id/members',
  'POST /projects/:id/test-addresses',
  'POST /users/@me/projects/:id/reset',
]
/** What changes nothing although it is no GET, and what changes something although it is one. */
const READING = [
  'POST /v1/verify',
  'POST /contacts/search',
  'POST /contacts/lookup',
  'POST /audiences/count',
  'POST /preview',
  'POST /templates/:id/preview',
]
const KEEPING_GET = ['GET /domains/:id/verify']

function expectedEffect(endpoint: AnyEndpoint): Effect {
  const name = endpointName(endpoint)
  if (ACTING.includes(name)) return 'acts'
  if (READING.includes(name)) return 'reads'
  return endpoint.method === 'get' && !KEEPING_GET.includes(name) ? 'reads' : 'keeps'
}

describe(`a disabled project: ${inProjects.length} endpoints`, () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings(), { isEmptied: 'before all' })

  /** A project that was disabled, with what a request to the endpoint needs. */
  async function disabledFor(endpoint: AnyEndpoint) {
    const furnished = await furnish('own', endpoint)
    await Project.updateOne({ _id: furnished.project.id }, { disabled: true, disabledReason: 'PAYMENT_FAILED' })
    return furnished
  }

  it('have an effect that each of them but GET declares', () => {
    const undeclared = inProjects.filter(({ method, effect }) => method !== 'get' && effect === undefined)
    expect(undeclared.map(endpointName)).to.deep.equal([])
    for (const endpoint of inProjects)
      expect(effectOf(endpoint), endpointName(endpoint)).to.equal(expectedEffect(endpoint))
  })

  for (const endpoint of inProjects) {
    const does = expectedEffect(endpoint) === 'acts' ? 'refuses' : 'serves'
    it(`${does} ${endpointName(endpoint)}`, async () => {
      const furnished = await disabledFor(endpoint)
      const { owner, names } = furnished
      const headers = ['member', 'memberOrKey'].includes(endpoint.access)
        ? sessionHeaders(owner)
        : { authorization: `Bearer ${furnished.project[endpoint.access === 'publicKey' ? 'publicKey' : 'secretKey']}` }
      const res = await call(gateway, endpoint, names, headers)
      if (does === 'refuses') {
        expect([res.status, res.code], JSON.stringify(res.body)).to.deep.equal([403, 'PROJECT_DISABLED'])
        expect(res.details).to.deep.equal({ reason: 'PAYMENT_FAILED' })
      } else {
        expect(res.status, JSON.stringify(res.body)).to.be.below(400)
      }
    })
  }

  for (const [name, field, value] of [
    ['PATCH /workflows/:id', 'enabled', true],
    ['PUT /campaigns/:id', 'scheduledFor', '2900-01-01T00:00:00Z'],
  ] as const) {
    it(`refuses ${name} where it sets ${field}, and changes nothing`, async () => {
      const endpoint = inProjects.find((each) => endpointName(each) === name)
      if (!endpoint) throw new Error(name)
      const furnished = await disabledFor(endpoint)
      const client = clientFor(gateway, endpoint, furnished)
      const url = `/${name.split('/')[1]}/${furnished.names[name.includes('workflows') ? 'workflow' : 'campaign']}`
      const read = async () => (await client.get(url)).body
      const before = await read()
      const body = { ...(bodyOf(endpoint, furnished.names) as object), [field]: value }
      const res = await client.request(endpoint.method.toUpperCase(), url, body)
      expect([res.status, res.code], JSON.stringify(res.body)).to.deep.equal([403, 'PROJECT_DISABLED'])
      expect(await read()).to.deep.equal(before)
    })
  }
})
