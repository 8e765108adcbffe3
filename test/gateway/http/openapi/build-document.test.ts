import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, FileUpload, Media, type AnyEndpoint } from '../../../../gateway/http/endpoint.js'
import { buildDocument } from '../../../../gateway/http/openapi/build-document.js'
import { resourceId } from '../../../../gateway/schemas/ids.js'

const base = {
  operationId: 'changeTemplate',
  method: 'patch',
  path: '/templates/:id',
  access: 'project',
  summary: 'For a test',
  errors: [],
} as const

const changeTemplate: AnyEndpoint = defineEndpoint({
  ...base,
  request: { params: z.object({ id: resourceId('template') }), body: z.object({ name: z.string() }) },
  example: { body: { name: 'Hello' }, response: { name: 'Hello' } },
  response: z.object({ name: z.string(), size: z.int().nullable() }),
  envelope: 'success',
  errors: ['CONFLICT', 'DOMAIN_NOT_VERIFIED'],
  handle: () => Promise.resolve({ name: '', size: null }),
})

/** The operation of one endpoint in the document; the references of its answers are resolved. */
function describeEndpoint(endpoint: AnyEndpoint) {
  const document = JSON.parse(JSON.stringify(buildDocument([endpoint], 'http://a.test')))
  const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method]
  const responses = Object.entries<{ $ref?: string }>(operation.responses).map(([status, response]) => [
    status,
    response.$ref ? document.components.responses[response.$ref.split('/').pop() ?? ''] : response,
  ])
  return { ...operation, responses: Object.fromEntries(responses), schemas: document.components.schemas }
}

/** The documented codes of an answer in the envelope. */
function codesOf({ description, content }: { description: string; content: Record<string, { schema: unknown }> }) {
  expect(content['application/json']?.schema).to.deep.equal({ $ref: '#/components/schemas/Error' })
  // One code may have several meanings.
  return [...new Set([...description.matchAll(/`([A-Z_]+)`: /g)].map(([, code]) => code))]
}

describe('the OpenAPI document', () => {
  it('lists for an endpoint the refusals of its access, its parts and its own, each with all its codes', () => {
    const { responses } = describeEndpoint(changeTemplate)
    const codes = Object.fromEntries(
      Object.entries<never>(responses).flatMap(([status, response]) =>
        status === '200' ? [] : [[status, codesOf(response)]],
      ),
    )
    expect(codes).to.deep.equal({
      400: ['BAD_REQUEST', 'VALIDATION_ERROR'],
      401: ['MISSING_AUTH', 'INVALID_API_KEY', 'UNAUTHORIZED'],
      403: ['FORBIDDEN', 'PROJECT_ACCESS_DENIED', 'PROJECT_DISABLED'],
      404: ['TEMPLATE_NOT_FOUND'],
      409: ['CONFLICT'],
      413: ['PAYLOAD_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      422: ['VALIDATION_ERROR'],
      429: ['RATE_LIMIT_EXCEEDED'],
      500: ['INTERNAL_SERVER_ERROR'],
      503: ['SERVICE_UNAVAILABLE'],
    })
  })

  it('describes path ids as uuids, the body with its example, and the answer in its envelope', () => {
    const operation = describeEndpoint(changeTemplate)
    expect(operation.parameters[0]).to.deep.include({ in: 'path', name: 'id', required: true })
    expect(operation.parameters[0].schema).to.include({ type: 'string', format: 'uuid' })
    expect(operation.requestBody.content['application/json'].example).to.deep.equal({ name: 'Hello' })
    expect(operation.responses[200].content['application/json'].example).to.deep.equal({
      success: true,
      data: { name: 'Hello', size: null },
    })
  })

  it('describes a file as a form field, with the refusals of uploads', () => {
    const upload = { ...changeTemplate, request: { body: new FileUpload(1_000, 'A list.') }, path: '/a' } as const
    const { requestBody, responses, schemas } = describeEndpoint({ ...upload, example: { body: 'a,b' } })
    expect(requestBody).to.deep.equal({
      required: true,
      content: {
        'multipart/form-data': {
          schema: { $ref: '#/components/schemas/ChangeTemplateForm' },
          example: { file: 'a,b' },
        },
      },
    })
    expect(schemas.ChangeTemplateForm).to.deep.include({
      type: 'object',
      properties: { file: { type: 'string', format: 'binary', description: 'A list.' } },
      required: ['file'],
    })
    expect(Object.keys(responses)).to.include.members(['400', '413', '415'])
    expect(responses).not.to.have.property('422')
  })

  it('describes the header Idempotency-Key for endpoints that accept it, with its refusals', () => {
    const { parameters, responses } = describeEndpoint({ ...changeTemplate, idempotent: true })
    expect(parameters[1]).to.deep.include({ in: 'header', name: 'Idempotency-Key' })
    expect(codesOf(responses[409])).to.deep.equal(['IDEMPOTENCY_KEY_REUSED', 'CONFLICT'])
    expect(codesOf(responses[400])).to.include('BAD_REQUEST')
  })

  it('describes a session as an alternative to the secret key, with the header that selects the project', () => {
    const { security, parameters } = describeEndpoint(changeTemplate)
    expect(security).to.deep.equal([{ secretKey: [] }, { session: [] }])
    expect(parameters.at(-1)).to.deep.include({ in: 'header', name: 'X-Project-Id' })
    expect(parameters.at(-1)).not.to.have.property('required', true)
  })

  it('lists for an endpoint of users the refusals of sessions, and none of keys', () => {
    const { security, parameters, responses } = describeEndpoint({ ...changeTemplate, access: 'user' })
    expect(security).to.deep.equal([{ session: [] }])
    expect(parameters).to.have.length(1)
    expect(codesOf(responses[401])).to.deep.equal(['UNAUTHORIZED'])
    expect(codesOf(responses[403])).to.deep.equal(['FORBIDDEN'])
  })

  it('describes the flat body of a bad request beside the envelope, for endpoints that have it', () => {
    const { schema } = describeEndpoint({ ...changeTemplate, badRequest: 'plain' }).responses[400].content[
      'application/json'
    ]
    expect(schema.anyOf[0]).to.deep.equal({ $ref: '#/components/schemas/PlainError' })
  })

  it('names the code that clients see for an unverified sender', () => {
    const endpoint = { ...changeTemplate, unverifiedSender: 'INTERNAL_SERVER_ERROR' as const }
    expect(codesOf(describeEndpoint(endpoint).responses[403])).to.include('INTERNAL_SERVER_ERROR')
  })

  it('contains no keys, limits or bodies for an endpoint without them', () => {
    const pixel = defineEndpoint({
      ...base,
      method: 'get',
      path: '/pixel',
      access: 'open',
      limit: { exempt: 'tracked link' },
      response: new Media('image/gif'),
      handle: () => Promise.reject(new Error('not called')),
    })
    const operation = describeEndpoint(pixel)
    expect(Object.keys(operation.responses)).to.deep.equal(['200', '500', '503'])
    expect(Object.keys(operation.responses[200].content)).to.deep.equal(['image/gif'])
    expect(operation).not.to.have.property('requestBody')
  })
})
