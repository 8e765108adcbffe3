import { expect } from 'chai'
import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { endpointName, Media, rawBody, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { buildDocument, documentPath } from '../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { EXAMPLE_IDS } from '../../gateway/schemas/ids.js'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import { User } from '../../models/user.js'
import { fileForm } from '../support/file-form.js'
import { useGateway, type TestGateway } from '../support/gateway.js'
import { useStripe } from '../support/stripe-server.js'
import { createExampleOwner, createExampleProject } from './example-records.js'

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
  const {
    'application/json': json,
    'application/x-www-form-urlencoded': fields,
    'multipart/form-data': form,
  } = requestBody.content
  if (fields) return new URLSearchParams(fields.example as Record<string, string>)
  return form ? fileForm((form.example as { file: string }).file) : (json?.example as unknown)
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
async function expectDocumented(gateway: TestGateway, endpoint: AnyEndpoint, project: CreatedProject): Promise<void> {
  const { response, access } = endpoint
  const owner = await User.findById(EXAMPLE_IDS.user).orFail().lean()
  const client = {
    open: gateway.as(),
    publicKey: gateway.as(project.publicKey),
    secretKey: gateway.as(project.secretKey),
    project: gateway.as(project.secretKey),
    user: gateway.signedIn(owner),
    member: gateway.signedIn(owner),
    memberOrKey: gateway.as(project.secretKey),
  }[access]
  const body = exampleBody(endpoint)
  if (endpoint.request?.body) expect(body, 'an example of the body').to.not.equal(undefined)

  const res = await client.request(endpoint.method.toUpperCase(), urlOf(endpoint), body)

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

const createExamples = async (...endpoints: AnyEndpoint[]): Promise<CreatedProject> => {
  const project = await createExampleProject(...endpoints)
  // An owner cannot delete the account.
  const isLeaving = endpoints.some(({ operationId }) => operationId === 'deleteMe')
  await createExampleOwner(project.id, isLeaving ? 'MEMBER' : 'OWNER')
  return project
}

// The records have the ids of the examples, so that no other project may be there.
describe('the examples of the reference', () => {
  const stripe = useStripe()
  describe('for requests that read', () => {
    const gateway = useGateway(stripe.settings(), { isEmptied: 'before all' })
    let project: CreatedProject
    before(async () => void (project = await createExamples(...reading)))

    for (const endpoint of reading) {
      it(`${endpointName(endpoint)}: the request works as it stands and gets the documented answer`, () =>
        expectDocumented(gateway, endpoint, project))
    }
  })

  describe('for requests that change something', () => {
    const gateway = useGateway(stripe.settings(), { isEmptied: 'before each' })

    for (const endpoint of others) {
      it(`${endpointName(endpoint)}: the request works as it stands and gets the documented answer`, async () =>
        expectDocumented(gateway, endpoint, await createExamples(endpoint)))
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
