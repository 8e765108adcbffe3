import { expect } from 'chai'
import { setTimeout as delay } from 'node:timers/promises'
import { ProviderError, type EmailProvider } from '../../../activities/providers/provider.js'
import { createSesProvider, type SesProviderOptions } from '../../../activities/providers/ses/ses-provider.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { NOWHERE } from '../../support/gateway-process.js'
import { answer, refusal, startFakeSes, type Behaviour, type FakeSes } from './fake-ses.js'
import { authorizationOf } from './signature.js'

const MESSAGE = {
  emailId: '0192d3a0-0000-7000-8000-000000000001',
  projectId: 'project-1',
  from: 'shop@bücher.example',
  to: 'ann@example.com',
  isTracked: false,
  raw: Buffer.from('Subject: Hello\r\n\r\nSecret content'),
}
const LONG_MS = 60_000
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' }

describe('SES provider', () => {
  let ses: FakeSes
  let provider: EmailProvider

  const connect = (options: Partial<SesProviderOptions> = {}) =>
    createSesProvider({ region: 'us-east-1', endpoint: ses.endpoint, credentials: CREDENTIALS, ...options })

  beforeEach(async () => {
    ses = await startFakeSes()
    provider = connect({ configurationSet: 'events', requestTimeoutMs: LONG_MS })
  })

  afterEach(async () => {
    provider.close()
    await ses.close()
  })

  const failureOf = async (behaviour: Behaviour, by = provider): Promise<ProviderError> => {
    ses.behave(behaviour)
    return failed(by)
  }
  /** The failure by the first of ever longer time-outs that lets the message reach SES. */
  const timedOut = async (behaviour: Behaviour): Promise<ProviderError> => {
    for (let requestTimeoutMs = 100; ; requestTimeoutMs *= 2) {
      const hasty = connect({ requestTimeoutMs })
      const failure = await failureOf(behaviour, hasty)
      hasty.close()
      if (ses.requests.length > 0) return failure
    }
  }

  it('submits the raw message with tags that identify the email in its events', async () => {
    expect(await provider.send(MESSAGE)).to.deep.equal({ providerMessageId: 'ses-1', sesMessageId: 'ses-1' })

    const [request] = ses.requests
    expect(request?.path).to.equal('/v2/email/outbound-emails')
    expect(request?.body).to.deep.equal({
      FromEmailAddress: 'shop@xn--bcher-kva.example',
      Destination: { ToAddresses: ['ann@example.com'] },
      Content: { Raw: { Data: MESSAGE.raw.toString('base64') } },
      ConfigurationSetName: 'events',
      EmailTags: [
        { Name: 'posthorn-email', Value: MESSAGE.emailId },
        { Name: 'posthorn-project', Value: 'project-1' },
      ],
    })
  })

  it('tags a message that we track ourselves, so that its events say so', async () => {
    await provider.send({ ...MESSAGE, isTracked: true })
    expect(ses.requests[0]?.body).to.have.deep.nested.property('EmailTags[2]', {
      Name: 'posthorn-tracked',
      Value: 'yes',
    })
  })

  it('signs its requests as AWS asks (Signature Version 4)', async () => {
    await Promise.all([provider.send(MESSAGE), provider.send(MESSAGE), provider.maxSendRate?.()])
    expect(ses.requests).to.have.length(3)
    for (const request of ses.requests) {
      expect(request.headers.authorization).to.equal(authorizationOf(request, CREDENTIALS))
    }
  })

  it('signs with new credentials once the old ones expire', async () => {
    const expiration = new Date(Date.now() + 3_600_000)
    const keys = ['old', 'new']
    const credentials = async () => {
      const key = keys.shift() ?? 'none'
      return { accessKeyId: key, secretAccessKey: key, expiration: key === 'old' ? expiration : undefined }
    }
    const refreshing = connect({ credentials })
    await refreshing.send(MESSAGE)
    await refreshing.send(MESSAGE)
    expiration.setTime(0)
    await refreshing.send(MESSAGE)
    await refreshing.send(MESSAGE)
    refreshing.close()
    const used = ses.requests.map(({ headers }) => /Credential=(\w+)/.exec(headers.authorization ?? '')?.[1])
    expect(used).to.deep.equal(['old', 'old', 'new', 'new'])
    const request = ses.requests.at(-1)!
    const latest = { accessKeyId: 'new', secretAccessKey: 'new' }
    expect(request.headers.authorization).to.equal(authorizationOf(request, latest))
  })

  it('keeps its connection from one message to the next', async () => {
    for (let sent = 0; sent < 5; sent += 1) await provider.send(MESSAGE)
    expect(ses.connections).to.equal(1)
  })

  it('closes an idle connection after a while', async () => {
    const idling = connect({ idleConnectionMs: 20 })
    await idling.send(MESSAGE)
    await eventuallyEquals(() => ses.open, 0)
    idling.close()
  })

  it('never tries a message twice by itself', async () => {
    await failureOf(refusal(503, 'ServiceUnavailable'))
    await failureOf((request) => request.socket.destroy())
    expect(ses.requests).to.have.length(2)
  })

  const answers: [what: string, behaviour: Behaviour, kind: string, code: string][] = [
    ['too many requests', refusal(429, 'TooManyRequestsException'), 'throttled', 'TooManyRequestsException'],
    ['a throttling error of any status', refusal(400, 'ThrottlingException'), 'throttled', 'ThrottlingException'],
    ['the daily quota', refusal(400, 'LimitExceededException'), 'throttled', 'LimitExceededException'],
    ['service unavailable', answer(503, ''), 'temporary', 'Unknown'],
    ['an internal error', refusal(500, 'InternalServiceErrorException'), 'temporary', 'InternalServiceErrorException'],
    ['a refusal by its status', refusal(403, 'ForbiddenException'), 'temporary', 'ForbiddenException'],
    ['a rejected message', refusal(400, 'MessageRejected'), 'permanent', 'MessageRejected'],
    ['a bad request', refusal(400, 'BadRequestException'), 'permanent', 'BadRequestException'],
    ['a suspended account', refusal(400, 'AccountSuspendedException'), 'permanent', 'AccountSuspendedException'],
    [
      'a sender domain that is not verified',
      refusal(400, 'MailFromDomainNotVerifiedException'),
      'permanent',
      'MailFromDomainNotVerifiedException',
    ],
    ['an acceptance without an id', answer(200, {}), 'unknown', 'NoMessageId'],
    ['an acceptance that cannot be read', answer(200, '<html>'), 'unknown', 'SyntaxError'],
    ['a connection reset before the answer', (request) => request.socket.resetAndDestroy(), 'unknown', 'ECONNRESET'],
    [
      'a connection closed inside the answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"MessageId"', () => request.socket.destroy())
      },
      'unknown',
      'ECONNRESET',
    ],
    ['no answer in time', () => {}, 'unknown', 'Timeout'],
    [
      'an answer that begins and never ends',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{')
      },
      'unknown',
      'Timeout',
    ],
  ]
  for (const [what, behaviour, kind, code] of answers) {
    it(`takes ${what} as ${kind}`, async () => {
      expect(await (code === 'Timeout' ? timedOut : failureOf)(behaviour)).to.include({ kind, code })
    })
  }

  it('takes a failure that an operator can correct as temporary, whatever its status', async () => {
    const codes = `
      SendingPausedException ConfigurationSetDoesNotExist NotFoundException AccessDeniedException
      ExpiredTokenException InvalidClientTokenId UnrecognizedClientException InvalidAccessKeyId
      InvalidSignatureException SignatureDoesNotMatch IncompleteSignature MissingAuthenticationToken
      OptInRequired RequestExpired RequestTimeTooSkewed RequestTimeout
    `
    for (const code of codes.trim().split(/\s+/))
      expect(await failureOf(refusal(400, code))).to.include({ kind: 'temporary', code })
  })

  const lateCredentials = async () => {
    await delay(50)
    return CREDENTIALS
  }
  const UNSENT: [what: string, options: Partial<SesProviderOptions>, code?: string][] = [
    ['a refused connection', { endpoint: `http://${NOWHERE}` }],
    ['an unknown host', { endpoint: 'http://ses.invalid' }],
    ['missing credentials', { credentials: () => Promise.reject(new Error('no credentials')) }],
    ['credentials that come too late', { credentials: lateCredentials, requestTimeoutMs: 1 }, 'Timeout'],
  ]
  for (const [what, options, code] of UNSENT) {
    it(`takes ${what} as temporary, because nothing left`, async () => {
      const failure = await failed(connect(options))
      expect(failure).to.include({ kind: 'temporary', code: code ?? failure.code })
      expect(ses.requests).to.be.empty
    })
  }

  it('passes on how long the provider asks to wait', async () => {
    const error = await failureOf(refusal(429, 'TooManyRequestsException', { 'retry-after': '7' }))
    expect(error.retryAfterMs).to.equal(7_000)
    const distant = await failureOf(refusal(429, 'TooManyRequestsException', { 'retry-after': '999999' }))
    expect(distant.retryAfterMs).to.equal(3_600_000)
  })

  it('puts nothing of the mail into its error messages, and keeps the original as the cause', async () => {
    const error = await failureOf(refusal(400, 'MessageRejected'))
    expect(error.message).to.equal('ses: 400 MessageRejected (permanent)')
    expect((error.cause as Error).message).to.include('ann@example.com')
  })

  it('works again after a failure, over the same client', async () => {
    const hasty = connect({ requestTimeoutMs: 300 })
    await failureOf(() => {}, hasty)
    ses.behave(answer(200, { MessageId: 'ses-2' }))
    const send = () => hasty.send(MESSAGE).catch(() => null)
    expect(await eventually(send, Boolean)).to.deep.equal({ providerMessageId: 'ses-2', sesMessageId: 'ses-2' })
    hasty.close()
  })
})

async function failed(provider: EmailProvider): Promise<ProviderError> {
  const outcome: unknown = await provider.send(MESSAGE).catch((error: unknown) => error)
  expect(outcome).to.be.instanceOf(ProviderError)
  return outcome as ProviderError
}
