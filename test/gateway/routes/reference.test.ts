import { expect } from 'chai'
import { endpointName } from '../../../gateway/http/endpoint.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

const URL_OF_GATEWAY = 'https://api.posthorn.test'

describe('GET /openapi.json', () => {
  const gateway = serveEndpoints([...allEndpoints], { GATEWAY_URL: URL_OF_GATEWAY })

  it('answers without a key with an OpenAPI 3.1 document of this gateway', async () => {
    const { status, body } = await gateway.client.get('/openapi.json')
    expect(status).to.equal(200)
    expect(body).to.deep.include({ openapi: '3.1.0', servers: [{ url: URL_OF_GATEWAY }] })
    expect(Object.keys(body.components.securitySchemes)).to.deep.equal(['secretKey', 'publicKey', 'session'])
  })

  it('describes every endpoint, itself included, each under its own name, with a summary and a tag', async () => {
    const { body } = await gateway.client.get('/openapi.json')
    for (const endpoint of allEndpoints) {
      const operation = body.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method]
      expect(operation, endpointName(endpoint)).to.include({
        operationId: endpoint.operationId,
        summary: endpoint.summary,
      })
      expect(body.tags.map(({ name }: { name: string }) => name)).to.include(operation.tags[0])
    }
  })

  it('shows which key an endpoint accepts, and when a session is accepted', async () => {
    const { paths } = (await gateway.client.get('/openapi.json')).body
    expect(paths['/v1/track'].post.security).to.deep.equal([{ publicKey: [] }])
    expect(paths['/v1/send'].post.security).to.deep.equal([{ secretKey: [] }])
    expect(paths['/contacts'].get.security).to.deep.equal([{ secretKey: [] }, { session: [] }])
    expect(paths['/users/@me'].get.security).to.deep.equal([{ session: [] }])
    expect(paths['/health'].get.security).to.deep.equal([])
  })
})

describe('GET /docs', () => {
  const gateway = serveEndpoints([...allEndpoints])

  it('answers a page that may load only the files it names, and call only this gateway', async () => {
    const { status, headers, body } = await gateway.client.get('/docs')
    expect(status).to.equal(200)
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy')
    expect(policy).to.include("default-src 'none'").and.to.include("script-src 'self';")
    expect(policy).to.include("connect-src 'self'").and.to.include("frame-ancestors 'none'")
    expect(policy).not.to.include('unsafe')
    expect(body).not.to.match(/https?:/)
  })

  it('serves each script and style of the page with its type, to be cached permanently', async () => {
    const { body } = await gateway.client.get('/docs')
    const links = [...String(body).matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(links).to.have.length(4)
    for (const link of links) {
      const { status, headers } = await gateway.client.get(link)
      expect(status, link).to.equal(200)
      const type = link.includes('.css') ? 'text/css' : 'text/javascript'
      expect(headers.get('content-type')).to.equal(`${type}; charset=utf-8`)
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
    }
  })

  it('answers 404 for an unknown file', async () => {
    for (const name of ['package.json', '..%2fpackage.json', 'constructor', 'swagger-ui.js']) {
      const { status, body } = await gateway.client.get(`/docs/${name}`)
      expect(status, name).to.equal(404)
      expect(body.error.code).to.equal('RESOURCE_NOT_FOUND')
    }
  })
})
