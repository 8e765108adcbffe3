import { expect } from 'chai'
import { servedEndpoints } from '../../gateway/routes/index.js'
import { findDeviations, LISTED_ENDPOINTS, type ListedEndpoint } from './endpoints.js'

describe('the endpoints of the gateway', () => {
  it('are those of the list, no more and no fewer, each with its access', () => {
    expect(findDeviations(LISTED_ENDPOINTS, servedEndpoints)).to.deep.equal([])
  })

  it('stand in the list once each', () => {
    const names = LISTED_ENDPOINTS.map(({ name }) => name.replace(/:\w+/g, ':'))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
  })
})

describe('the comparison with the list', () => {
  const listed: ListedEndpoint[] = [{ name: 'GET /a', access: 'project' }]
  const a = { method: 'get', path: '/a', access: 'project' } as const

  it('names an endpoint that is missing, one too many and one with the wrong access, and accepts the right ones', () => {
    expect(findDeviations(listed, [a])).to.deep.equal([])
    expect(findDeviations(listed, [])).to.deep.equal(['GET /a is missing'])
    expect(findDeviations(listed, [a, { ...a, method: 'put' }])).to.deep.equal(['PUT /a is not in the list'])
    expect(findDeviations(listed, [{ ...a, access: 'open' }])).to.deep.equal(['GET /a takes open, not project'])
  })
})
