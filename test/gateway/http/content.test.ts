import { expect } from 'chai'
import { defineEndpoint, elsewhere, Media } from '../../../gateway/http/endpoint.js'
import { content, redirect } from '../../../gateway/http/response/reply.js'
import { serveEndpoints } from './serve-endpoints.js'

const around = { method: 'get', access: 'open', summary: 'For a test', errors: [] } as const
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')

const endpoints = [
  defineEndpoint({
    ...around,
    operationId: 'page',
    path: '/page',
    response: new Media('text/html'),
    handle: () => Promise.resolve(content('text/html', '<p>Grüße</p>', { 'Cache-Control': 'max-age=60' })),
  }),
  defineEndpoint({
    ...around,
    operationId: 'pixel',
    path: '/pixel.gif',
    response: new Media('image/gif'),
    handle: () => Promise.resolve(content('image/gif', PIXEL)),
  }),
  defineEndpoint({
    ...around,
    operationId: 'wrong',
    path: '/wrong',
    response: new Media('image/gif'),
    handle: () => Promise.resolve(content('text/html', '<p>No picture</p>')),
  }),
  defineEndpoint({
    ...around,
    operationId: 'onward',
    path: '/onward',
    response: elsewhere,
    handle: () => Promise.resolve(redirect('https://example.com/a?b=c#d')),
  }),
  defineEndpoint({
    ...around,
    operationId: 'stuck',
    path: '/stuck',
    response: elsewhere,
    handle: () => Promise.resolve({ location: 'https://example.com/', headers: {} }),
  }),
]

describe('an answer other than JSON', () => {
  const gateway = serveEndpoints(endpoints)

  it('can be text in UTF-8, with the headers that the endpoint gives it', async () => {
    const { status, headers, body } = await gateway.client.get('/page')
    expect(status).to.equal(200)
    expect(body).to.equal('<p>Grüße</p>')
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(headers.get('cache-control')).to.equal('max-age=60')
  })

  it('can be unchanged bytes, with the headers that every answer has', async () => {
    const res = await fetch(`${gateway.origin}/pixel.gif`)
    expect(Buffer.from(await res.arrayBuffer()).equals(PIXEL)).to.equal(true)
    expect(res.headers.get('content-type')).to.equal('image/gif')
    expect(res.headers.get('x-request-id')).to.be.a('string')
  })

  it('can be a redirect', async () => {
    const res = await fetch(`${gateway.origin}/onward`, { redirect: 'manual' })
    expect(res.status).to.equal(302)
    expect(res.headers.get('location')).to.equal('https://example.com/a?b=c#d')
    expect(res.headers.get('cache-control')).to.equal('no-store')
  })

  it('is a server error when the endpoint does not declare its type, or returns an address without a redirect', async () => {
    for (const path of ['/wrong', '/stuck'])
      expect(await gateway.client.get(path), path).to.include({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
  })
})
