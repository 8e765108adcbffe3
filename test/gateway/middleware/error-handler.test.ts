import { expect } from 'chai'
import mongoose from 'mongoose'
import { z } from 'zod'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { ErrorResponse } from '../../../gateway/schemas/error.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { ThreadsBusy, ThreadStopped } from '../../../runtime/threads/thread-pool.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

const around = { method: 'get', access: 'open', summary: 'For a test', response: null, errors: [] } as const
const thrown = (operationId: string, error: unknown) =>
  defineEndpoint({
    ...around,
    operationId,
    path: `/${operationId}`,
    errors: error instanceof AppError ? [error.code] : [],
    handle: () => Promise.reject(error),
  })

const unverified = new AppError('DOMAIN_NOT_VERIFIED', 'The domain is not verified', { details: { domain: 'a.io' } })
const secretive = Object.assign(new Error('no such thing as jane@acme.io with sk_0123456789abcdef'), {
  keyValue: { email: 'joe@acme.io' },
})

const contended = (code: number): Error => {
  const error = new mongoose.mongo.MongoServerError({ message: 'WriteConflict error of jane@acme.io', code })
  error.addErrorLabel('TransientTransactionError')
  return error
}
const lost = Object.assign(new mongoose.mongo.MongoNetworkError('connection 7 to db.internal closed'), {
  cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
})

const endpoints = [
  thrown('explained', new AppError('CONFLICT', 'Taken', { details: { a: 1 }, suggestion: 'Take another' })),
  thrown('unknown', notFound('segment', 'x')),
  thrown('unexpected', secretive),
  thrown('notAnError', 'just text'),
  thrown('unverified', unverified),
  thrown('away', new mongoose.mongo.MongoServerSelectionError('connect ECONNREFUSED db.internal', {} as never)),
  thrown('lost', lost),
  thrown('full', new AppError('SERVICE_UNAVAILABLE', 'Too many large requests are running. Try again')),
  thrown('busy', new ThreadsBusy()),
  thrown('unstarted', new ThreadStopped('crash', new Error('The operation was aborted'))),
  thrown('overtime', new ThreadStopped('time', new Error('The operation was aborted'))),
  ...[24, 112, 246, 251].map((code) => thrown(`contended${code}`, contended(code))),
  { ...thrown('unverifiedCreate', unverified), unverifiedSender: 'INTERNAL_SERVER_ERROR' as const },
  { ...thrown('plain', new AppError('BAD_REQUEST', 'A condition is needed')), badRequest: 'plain' as const },
  {
    ...thrown('detailed', new AppError('BAD_REQUEST', 'The page is too large', { details: { max: 5 } })),
    badRequest: 'plain' as const,
  },
  defineEndpoint({
    ...around,
    operationId: 'fine',
    method: 'post',
    path: '/fine',
    request: { body: z.object({}) },
    handle: () => Promise.resolve(),
  }),
]

describe('the error handler', () => {
  const gateway = serveEndpoints(endpoints)

  it('answers with the complete envelope', async () => {
    const askedAt = Date.now()
    const res = await gateway.client.get('/explained', { 'x-request-id': 'req-1' })
    const { timestamp, ...rest } = res.body
    expect(res.status).to.equal(409)
    expect(rest).to.deep.equal({
      success: false,
      error: {
        code: 'CONFLICT',
        message: 'Taken',
        statusCode: 409,
        requestId: 'req-1',
        details: { a: 1 },
        suggestion: 'Take another',
      },
    })
    expect(Date.parse(timestamp)).to.be.within(askedAt, Date.now())
    expect(timestamp).to.match(/\.\d{3}Z$/)
  })

  for (const [path, status] of Object.entries({
    explained: 409,
    unknown: 404,
    unexpected: 500,
    notAnError: 500,
    overtime: 500,
    unverified: 403,
    away: 503,
    nowhere: 404,
  })) {
    it(`answers ${status} in the documented shape on ${path}`, async () => {
      const res = await gateway.client.get(`/${path}`)
      expect(res.status).to.equal(status)
      expect(ErrorResponse.safeParse(res.body).error).to.equal(undefined)
      expect(res.body.error.statusCode).to.equal(res.status)
      expect(res.headers.get('x-request-id')).to.equal(res.body.error.requestId)
    })
  }

  it('hides an unexpected error, and logs it without addresses and keys', async () => {
    const res = await gateway.client.get('/unexpected')
    expect(res.status).to.equal(500)
    expect(res.body.error).to.include({ code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side' })
    const line = gateway.logs.find((entry) => entry['msg'] === 'unexpected error')
    expect(line).to.include({ level: 50, route: '/unexpected', requestId: res.body.error.requestId })
    expect(line?.['error']).to.have.property('stack').that.contains('error-handler.test.ts')
    expect(gateway.logText())
      .to.contain('no such thing as')
      .and.not.to.match(/acme\.io|0123456789abcdef/)
  })

  it('answers 503 with Retry-After while MongoDB is away or no thread is available, and reveals nothing about the server', async () => {
    for (const path of ['/away', '/busy', '/unstarted']) {
      const res = await gateway.client.get(path)
      expect([res.status, res.code, res.headers.get('retry-after')]).to.deep.equal([503, 'SERVICE_UNAVAILABLE', '5'])
      expect(JSON.stringify(res.body)).not.to.contain('db.internal')
    }
  })

  it('logs the cause of every 503: class, code and causes, without stacks and addresses', async () => {
    const lineOf = async (path: string) => {
      const { status, body } = await gateway.client.get(path)
      expect(status, path).to.equal(503)
      return gateway.logs.find((entry) => entry['requestId'] === body.error.requestId && entry['level'] === 40)
    }
    expect((await lineOf('/lost'))?.['error']).to.deep.equal({
      type: 'MongoNetworkError',
      message: 'connection 7 to db.internal closed',
      cause: { type: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
    })
    expect(await lineOf('/away')).to.include({ route: '/away', reason: 'connect ECONNREFUSED db.internal' })
    const full = 'Too many large requests are running. Try again'
    expect(await lineOf('/full')).to.deep.include({
      reason: full,
      error: { type: 'AppError', message: full, code: 'SERVICE_UNAVAILABLE' },
    })
  })

  it('answers no 503 for a lock that is held too long, because the servers are up, and logs its code and labels', async () => {
    for (const code of [24, 112, 246, 251]) {
      const { status, body } = await gateway.client.get(`/contended${code}`)
      expect([status, body.error.code], String(code)).to.deep.equal([500, 'INTERNAL_SERVER_ERROR'])
      const line = gateway.logs.find((entry) => entry['requestId'] === body.error.requestId && entry['level'] === 50)
      expect(line?.['error']).to.deep.include({ code, labels: ['TransientTransactionError'] })
    }
    expect(gateway.logText()).not.to.contain('jane@acme.io')
  })

  it('answers 403 for an unverified sender, with the documented code', async () => {
    const res = await gateway.client.get('/unverified')
    const details = { domain: 'a.io', reason: 'DOMAIN_NOT_VERIFIED' }
    expect(res).to.deep.include({ status: 403, code: 'FORBIDDEN', details })
    const onCreate = await gateway.client.get('/unverifiedCreate')
    expect(onCreate.status).to.equal(403)
    expect(onCreate.body.error).to.deep.include({ code: 'INTERNAL_SERVER_ERROR', statusCode: 403, details })
  })

  it('answers a refusal with a plain body when the endpoint declares that', async () => {
    expect(await gateway.client.get('/plain')).to.deep.include({
      status: 400,
      body: { error: 'A condition is needed' },
    })
  })

  it('uses the envelope even there when the error has details besides a message', async () => {
    const res = await gateway.client.get('/detailed')
    expect(res).to.deep.include({ status: 400, code: 'BAD_REQUEST', details: { max: 5 } })
  })
})
