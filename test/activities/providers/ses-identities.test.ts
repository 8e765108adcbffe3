import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { createSesIdentities } from '../../../activities/providers/ses/ses-identities.js'
import type { SenderIdentities } from '../../../models/domain/sender-identities.js'
import { atLeast, eventually } from '../../support/eventually.js'
import { listen } from '../../support/listen.js'
import { withSharedSemaphore } from '../../../commands/base/installation/shared-semaphore.js'
import { useDatabase } from '../../support/database.js'

const DOMAIN = 'news.example.org'
const PATH = `/v2/email/identities/${DOMAIN}`
const OURS = [
  { Key: 'posthorn-project', Value: 'another' },
  { Key: 'posthorn-verify', Value: 'token of another' },
]
const MINE = [
  { Key: 'posthorn-project', Value: 'mine' },
  { Key: 'posthorn-verify', Value: 'token' },
]
const CLAIM = { projectId: 'mine', ownershipToken: 'token', mailFromDomain: `bounces.${DOMAIN}`, isOurs: false }

describe('sender identities of SES', () => {
  useDatabase()
  let server: Server
  let identities: SenderIdentities
  let calls: string[] = []
  /** The tags of the identity that is there; null for none. */
  let tags: { Key: string; Value: string }[] | null = null
  let failing = ''
  const given: { status?: string; origin?: string } = {}
  /** The answers that are withheld; null to answer at once. */
  let held: (() => void)[] | null = null

  before(async () => {
    server = createServer((req, res) => {
      const call = `${req.method} ${(req.url ?? '').replace(PATH, '')}`
      calls.push(call)
      req.resume()
      const refuse = (type: string): void => {
        res.writeHead(400, { 'content-type': 'application/json', 'x-amzn-errortype': type }).end('{}')
      }
      if (call === failing) return refuse('BadRequestException')
      if (call.startsWith('POST')) {
        if (tags) return refuse('AlreadyExistsException')
        tags = MINE
      }
      if (call.startsWith('GET') && !tags) return refuse('NotFoundException')
      const DkimAttributes = {
        Status: given.status ?? 'PENDING',
        Tokens: ['a', 'b', 'c'],
        SigningAttributesOrigin: given.origin ?? 'AWS_SES',
      }
      const answer = { Tags: tags, DkimAttributes, MailFromAttributes: {} }
      const send = () => void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      if (held) held.push(send)
      else send()
    })
    const endpoint = `http://127.0.0.1:${await listen(server)}`
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    identities = createSesIdentities({ region: 'eu-central-1', endpoint, credentials }, withSharedSemaphore)
  })
  after(() => server.close())
  beforeEach(() => {
    calls = []
    tags = null
    held = null
    failing = ''
    given.status = 'PENDING'
    given.origin = 'AWS_SES'
  })

  const MADE = 'POST /v2/email/identities'

  it('are created with a MAIL FROM domain', async () => {
    const made = await identities.register(DOMAIN, CLAIM)
    expect(made).to.deep.include({ isMade: true, dkim: 'PENDING', dkimTokens: ['a', 'b', 'c'] })
    expect(calls).to.deep.equal([MADE, 'PUT /mail-from', 'GET '])
  })

  it('are ours when the answer of the call that made them was lost', async () => {
    tags = MINE
    given.status = 'FAILED'
    expect(await identities.register(DOMAIN, CLAIM)).to.include({ isMade: true })
    expect(calls).to.deep.equal([MADE, 'GET ', 'PUT /dkim/signing', 'PUT /mail-from', 'GET '])
  })

  it('of another of our projects are looked up again, and get the MAIL FROM domain', async () => {
    tags = OURS
    given.status = 'FAILED'
    expect(await identities.register(DOMAIN, { ...CLAIM, isOurs: true })).to.include({ isMade: false })
    expect(calls).to.deep.equal([MADE, 'GET ', 'PUT /dkim/signing', 'PUT /mail-from', 'GET '])
  })

  const FOREIGN: [text: string, tags: { Key: string; Value: string }[], isOurs: boolean][] = [
    ['that somebody else made', [], false],
    ['that somebody else made after ours was removed', [{ Key: 'team', Value: 'mail' }], true],
    ['that another installation made', OURS, false],
  ]
  for (const [text, present, isOurs] of FOREIGN) {
    it(`${text} are read and not changed`, async () => {
      tags = present
      given.status = 'FAILED'
      expect(await identities.register(DOMAIN, { ...CLAIM, isOurs })).to.include({ isMade: false, dkim: 'FAILED' })
      expect(calls).to.deep.equal([MADE, 'GET '])
    })
  }

  it('are deleted when they could not be set up', async () => {
    failing = 'PUT /mail-from'
    const failed = await identities.register(DOMAIN, CLAIM).catch((error: unknown) => error)
    expect(failed).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(calls).to.deep.equal([MADE, 'PUT /mail-from', 'DELETE '])
  })

  it('are removed only when they carry our tags', async () => {
    for (const present of [null, [], OURS]) {
      tags = present
      await identities.remove(DOMAIN, 'mine')
    }
    expect(calls).to.deep.equal(['GET ', 'GET ', 'GET ', 'DELETE '])
  })

  it('with keys of the operator have no records of Easy DKIM', async () => {
    tags = []
    given.origin = 'EXTERNAL'
    expect(await identities.find(DOMAIN, 'mine')).to.deep.include({ dkimTokens: [] })
  })

  it('are looked up two at a time, projects round-robin, and refused when too many look-ups of one wait', async () => {
    tags = MINE
    const answers: (() => void)[] = (held = [])
    const ended: string[] = []
    const ask = (projectId: string): Promise<unknown> =>
      identities.find(DOMAIN, projectId).then(
        () => ended.push(projectId),
        (error: unknown) => error,
      )
    const asked = Array.from({ length: 40 }, () => ask('greedy'))
    const refused = await Promise.all(asked.slice(25))
    for (const error of refused) expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    asked.push(ask('other'), ask('third'))
    await eventually(async () => answers.length, atLeast(2))
    for (let n = 0; n < 27; n += 1) {
      const answer = await eventually(
        async () => answers.shift(),
        (next) => next !== undefined,
      )
      expect(calls.length - n).to.be.at.most(2)
      answer?.()
    }
    await Promise.all(asked)
    expect(calls).to.have.lengthOf(27)
    expect(ended.slice(0, 4)).to.include.members(['other', 'third'])
  })
})
