import { expect } from 'chai'
import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { endpointName, FileUpload, Media, rawBody, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { buildDocument, documentPath } from '../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { sendable } from '../support/endpoint-calls.js'
import { clientFor, furnishExamples, type Furnished } from '../support/example-records.js'
import { useGateway, type TestGateway } from '../support/gateway.js'
import { useStripe } from '../support/stripe-server.js'

const document = buildDocument(allEndpoints, 'http://127.0.0.1:3000')

// What its provider has signed, or the gateway's own key for tracking, no example can be.
// Not those that need a signed token or another service.
const examined = allEndpoints.filter(
  ({ request, path }) => request?.body !== rawBody && !/^\/([co]\/:token|oauth\/)/.test(path),
)

function operationOf({ method, path }: AnyEndpoint): oas31.OperationObject {
  const operation = document.paths?.[documentPath(path)]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not documented`)
  return operation
}

/** The documented path, filled in with the examples of its parameters and followed by those of the query. */
function urlOf(endpoint: AnyEndpoint): string {
  const query = new URLSearchParams()
  let path = documentPath(endpoint.path)
  for (const parameter of operationOf(endpoint).parameters ?? []) {
    if (!('in' in parameter) || parameter.example === undefined) continue
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, String(parameter.example))
    if (parameter.in === 'query') query.set(parameter.name, String(parameter.example))
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

function exampleBody(endpoint: AnyEndpoint): unknown {
  const { requestBody } = operationOf(endpoint)
  if (!requestBody || !('content' in requestBody)) return undefined
  const [media] = Object.values(requestBody.content)
  const example = media?.example as unknown
  const body = endpoint.request?.body instanceof FileUpload ? (example as { file: string }).file : example
  return sendable(endpoint.request?.body, body)
}

function documentedStatuses({ response, status = 200, statuses = [status] }: AnyEndpoint): number[] {
  return response === null ? [204] : [...statuses]
}

/** The body of an answer without its envelope. */
function bareBody({ envelope }: AnyEndpoint, body: Record<string, unknown>): unknown {
  if (envelope !== 'success') return body
  expect(body['success']).to.equal(true)
  return body['data']
}

/** Sends the example of an endpoint to the project that it names, and judges the answer by the reference. */
async function expectDocumented(gateway: TestGateway, endpoint: AnyEndpoint, furnished: Furnished): Promise<void> {
  const { response } = endpoint
  const body = exampleBody(endpoint)
  if (endpoint.request?.body) expect(body, 'an example of the body').to.not.equal(undefined)

  const res = await clientFor(gateway, endpoint, furnished).request(
    endpoint.method.toUpperCase(),
    urlOf(endpoint),
    body,
  )

  expect(res.status, JSON.stringify(res.body)).to.be.oneOf(documentedStatuses(endpoint))
  if (response instanceof Media) {
    expect(response.contentTypes).to.include(res.headers.get('content-type')?.split(';')[0])
  } else if (response instanceof z.ZodType) {
    expect(response.safeParse(bareBody(endpoint, res.body)).error).to.equal(undefined)
  }
}

// Those that only read share their records. Jobs of two kinds have the id of the examples.
const isReading = ({ method, path }: AnyEndpoint): boolean => method === 'get' && !path.includes(':jobId')
const reading = examined.filter(isReading)
const others = examined.filter((endpoint) => !isReading(endpoint))

// The records have the ids of the examples, so that no other project may be there.
describe('the examples of the reference', () => {
  const stripe = useStripe()
  describe('for requests that read', () => {
    const gateway = useGateway(stripe.settings(), { isEmptied: 'before all' })
    let furnished: Furnished
    before(async () => void (furnished = await furnishExamples(...reading)))

    for (const endpoint of reading) {
      it(`${endpointName(endpoint)}: the request works as it stands and gets the documented answer`, () =>
        expectDocumented(gateway, endpoint, furnished))
    }
  })

  describe('for requests that change something', () => {
    const gateway = useGateway(stripe.settings(), { isEmptied: 'before each' })

    for (const endpoint of others) {
      it(`${endpointName(endpoint)}: the request works as it stands and gets the documented answer`, async () =>
        expectDocumented(gateway, endpoint, await furnishExamples(endpoint)))
    }
  })

  for (const endpoint of examined) {
    const { response } = endpoint
    if (!(response instanceof z.ZodType)) continue

    it(`${endpointName(endpoint)}: the documented answer is one that the endpoint can give`, () => {
      for (const status of documentedStatuses(endpoint)) {
        const answer = operationOf(endpoint).responses?.[`${status}` as '200']
        const example = answer && 'content' in answer ? answer.content?.['application/json']?.example : undefined
        // What is always null stands in no schema, and so in no example.
        const documented = response instanceof z.ZodNull ? { ...example, data: null } : example
        expect(response.safeParse(bareBody(endpoint, documented)).error).to.equal(undefined)
      }
    })
  }
})
