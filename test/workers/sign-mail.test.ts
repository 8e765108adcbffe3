import { expect } from 'chai'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { rotateDkimCommand } from '../../cli/rotate-dkim.js'
import { dkimRecordsOf, ensureDkimKey, findDkimKeys, removeDkimKeys } from '../../commands/sending/domains/dkim-keys.js'
import { findSigningKey } from '../../commands/sending/domains/find-signing-key.js'
import { rotateDkim, type Rotation } from '../../commands/sending/domains/rotate-dkim.js'
import { DkimKey } from '../support/models.js'
import { createDns } from '../../runtime/dns/resolver.js'
import { createLogger } from '../../runtime/logger.js'
import { createProvider } from '../../workers/provider.js'
import { useFakeSmtp, type FakeSmtp } from '../activities/providers/fake-smtp.js'
import { ENCRYPTION_KEYS, testConfig } from '../support/config.js'
import { composeHtml } from '../support/compose-html.js'
import { useDatabase } from '../support/database.js'
import { startDnsServer, type DnsServer } from '../support/dns-server.js'
import { createProject } from '../support/factories.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const DOMAIN = 'news.example.org'

describe('the signatures of mail that we sign ourselves', () => {
  useDatabase({ isEmptied: 'before each' })

  let smtp: FakeSmtp
  let dns: DnsServer
  let projectId: string

  useFakeSmtp((started) => (smtp = started))
  beforeEach(async () => {
    dns = await startDnsServer()
    ;({ id: projectId } = await createProject())
  })
  afterEach(() => dns.close())

  const owner = () => ({ projectId, domain: DOMAIN })
  const publish = async (): Promise<void> => {
    for (const { selector, value } of dkimRecordsOf(await findDkimKeys(owner()))) {
      dns.setText(`${selector}._domainkey.${DOMAIN}`, value)
    }
  }
  /** A worker of its own, which has not read any key. */
  const worker = () => {
    const config = testConfig({ EMAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    return createProvider(config, log, { findSigningKey: (of) => findSigningKey(of, ENCRYPTION_KEYS) })
  }
  const compose = (from: string) =>
    composeHtml({
      emailId: '0192d3a0-0000-7000-8000-000000000001',
      projectId,
      sourceType: 'TRANSACTIONAL',
      type: 'TRANSACTIONAL',
      from: { address: from, name: 'Bücher' },
      to: { address: 'ann@example.com' },
      subject: 'Grüße',
      html: '<p>Grüße  ,\t two   spaces </p>\n.a dot\n\n',
    })
  const send = async (provider = worker(), from = `shop@${DOMAIN}`, of = projectId): Promise<Buffer> => {
    const raw = await compose(from)
    const message = { emailId: 'email-1', projectId: of, from, to: 'ann@example.org', isTracked: false, raw }
    await provider.send(message)
    return smtp.messages.at(-1) ?? Buffer.alloc(0)
  }
  /** What an independent verifier, which asks our DNS, says of a message. */
  const verify = async (message: Buffer) => {
    const asked = createDns({ servers: [dns.address], timeoutMs: 20_000 })
    const { results } = await dkimVerify(message, {
      resolver: async (name: string) => ((await asked.texts(name)) ?? []).map((text) => [text]),
    })
    return results.map(({ status, signingDomain, selector }) => [status.result, signingDomain ?? '', selector ?? ''])
  }
  const rotate = (isForced = false): Promise<Rotation> =>
    rotateDkim(owner(), {
      dns: createDns({ servers: [dns.address], timeoutMs: 20_000 }),
      encryptionKeys: ENCRYPTION_KEYS,
      isForced,
    })

  it('are verified by the record that is published', async () => {
    await ensureDkimKey(owner(), ENCRYPTION_KEYS)
    await publish()
    const [key] = await findDkimKeys(owner())
    const message = await send()
    expect(await verify(message)).to.deep.equal([['pass', DOMAIN, key?.selector]])
    const changed = Buffer.from(message.toString('latin1').replace('a dot', 'a cat'), 'latin1')
    expect((await verify(changed))[0]?.[0]).not.to.equal('pass')
  })

  it('are put on mail of the project and the domain alone', async () => {
    await ensureDkimKey(owner(), ENCRYPTION_KEYS)
    const { id: otherId } = await createProject()
    const unsigned = [await send(worker(), `shop@sub.${DOMAIN}`), await send(worker(), `shop@${DOMAIN}`, otherId)]
    for (const message of unsigned) expect(message.toString()).to.not.contain('DKIM-Signature')
  })

  it('use one key, however many requests make it at the same moment', async () => {
    await Promise.all(Array.from({ length: 4 }, () => ensureDkimKey(owner(), ENCRYPTION_KEYS)))
    expect(await findDkimKeys(owner())).to.have.lengthOf(1)
    await removeDkimKeys(owner())
    expect(await DkimKey.countDocuments()).to.equal(0)
  })

  it('pass to a new key once its record is in DNS, while those of the old key stay valid', async () => {
    await ensureDkimKey(owner(), ENCRYPTION_KEYS)
    await publish()
    const [old] = await findDkimKeys(owner())
    const [running, before] = [worker(), await send()]
    await send(running)

    const asked = await rotate()
    expect(asked.state).to.equal('to-publish')
    expect(await rotate()).to.deep.equal(asked)
    expect((await verify(await send()))[0]?.[2]).to.equal(old?.selector)

    await publish()
    expect(await rotate()).to.deep.equal({ state: 'rotated', retired: [`${old?.selector}._domainkey.${DOMAIN}`] })
    const [next, ...others] = await findDkimKeys(owner())
    expect(others).to.be.empty
    expect(await verify(await send())).to.deep.equal([['pass', DOMAIN, next?.selector]])
    expect(next?.selector).to.not.equal(old?.selector)
    // A message on its way, and a worker that has not heard of the new key yet.
    expect(await verify(before)).to.deep.equal([['pass', DOMAIN, old?.selector]])
    expect(await verify(await send(running))).to.deep.equal([['pass', DOMAIN, old?.selector]])
    const retired = await DkimKey.findById(old?._id).orFail().lean()
    expect(retired).to.include({ state: 'RETIRED', privateKeySealed: null })
  })

  it('are replaced by a command that says what to do next', async () => {
    const run = (...args: string[]) =>
      commandHere(rotateDkimCommand, ['rotate-dkim', '--project', projectId, '--domain', 'News.Example.org', ...args], {
        DNS_SERVERS: dns.address,
      })
    const none = await run()
    expect(none).to.include({ status: 1, said: `The project has no key for ${DOMAIN}\n` })
    await ensureDkimKey(owner(), ENCRYPTION_KEYS)
    const first = await run()
    const next = (await findDkimKeys(owner())).find(({ state }) => state === 'NEXT')
    expect(first.status, first.said).to.equal(0)
    expect(first.said).to.include(`${next?.selector}._domainkey.${DOMAIN}`).and.include(next?.publicKey)
    expect((await run()).said).to.equal(first.said)
    const forced = await run('--force')
    expect(forced.said).to.match(/^The new key signs/)
    expect(await refusalOf(rotateDkimCommand, '--project', projectId)).to.equal('Missing required option --domain.')
  }).timeout(120_000)
})
