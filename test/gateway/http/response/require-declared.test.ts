import { expect } from 'chai'
import { defineEndpoint } from '../../../../gateway/http/endpoint.js'
import { requireDeclared } from '../../../../gateway/http/response/require-declared.js'
import { AppError } from '../../../../models/domain/errors.js'

const endpoint = defineEndpoint({
  operationId: 'takeSeat',
  method: 'get',
  path: '/seat',
  access: 'secretKey',
  summary: 'For a test',
  response: null,
  errors: ['CONFLICT'],
  handle: () => Promise.resolve(),
})

describe('a refusal', () => {
  it('is returned unchanged if the endpoint declares it, or if it belongs to every such endpoint', () => {
    for (const code of ['CONFLICT', 'INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'] as const) {
      const error = new AppError(code, 'No')
      expect(requireDeclared(endpoint, error)).to.equal(error)
    }
    const fault = new Error('unexpected')
    expect(requireDeclared(endpoint, fault)).to.equal(fault)
  })

  it('becomes a server error that names endpoint and code when the reference does not list it', () => {
    const error = requireDeclared(endpoint, new AppError('PROJECT_ACCESS_DENIED', 'No'))
    expect(error).to.be.instanceOf(AppError).and.to.include({ code: 'INTERNAL_SERVER_ERROR' })
    expect(String(error)).to.include('GET /seat answers PROJECT_ACCESS_DENIED')
  })
})
