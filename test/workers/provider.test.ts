import { expect } from 'chai'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '../../runtime/logger.js'
import type { Config } from '../../runtime/config.js'
import { createProvider } from '../../workers/provider.js'
import { useFakeSmtp, type FakeSmtp } from '../activities/providers/fake-smtp.js'
import { testConfig } from '../support/config.js'
import { privateKey } from '../support/rsa-keys.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const MESSAGE = {
  emailId: 'email-1',
  projectId: 'project-1',
  from: 'shop@example.com',
  to: 'ann@example.org',
  isTracked: false,
  raw: Buffer.from('From: shop@example.com\r\nSubject: Hello\r\n\r\nHello\r\n'),
}

describe('the provider of a worker', () => {
  let smtp: FakeSmtp
  let folder: string

  useFakeSmtp((started) => (smtp = started))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-dkim-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const send = async (changes: Partial<Config>): Promise<void> => {
    const provider = createProvider(testConfig({ EMAIL_PROVIDER: 'smtp', ...changes }), log)
    await provider.send(MESSAGE).finally(() => provider.close())
  }

  it('logs in at the server of SMTP_URL, and asks for no TLS on this machine', async () => {
    smtp.offers = ['AUTH PLAIN']
    await send({ SMTP_URL: `smtp://me%40example.com:p%3Aw@127.0.0.1:${smtp.port}` })
    const token = smtp.commands.find((line) => line.startsWith('AUTH'))?.split(' ')[2] ?? ''
    expect(Buffer.from(token, 'base64').toString()).to.equal('\0me@example.com\0p:w')
    expect(smtp.messages).to.deep.equal([MESSAGE.raw])
  })

  it('insists on TLS where it is told to', async () => {
    const outcome = await send({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_TLS: 'required' }).catch(String)
    expect(outcome).to.include('(temporary)')
    expect(smtp.commands).to.include('STARTTLS')
    expect(smtp.messages).to.be.empty
  })

  it('signs with a key that is given as text or as a file', async () => {
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const file = join(folder, 'dkim.pem')
    await writeFile(file, pem)
    for (const key of [pem, file]) {
      const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: key }
      await send({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...dkim })
      expect(smtp.messages.at(-1)?.toString()).to.match(/^DKIM-Signature: v=1; [^]*d=example\.com;[^]*s=s1;/)
    }
  })

  it('does not start with a key that cannot be read, and names the setting', () => {
    const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: join(folder, 'missing.pem') }
    const config = testConfig({ EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1', ...dkim })
    expect(() => createProvider(config, log)).to.throw(/DKIM_PRIVATE_KEY: ENOENT/)
  })
})
