import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ConfigError,
  configWarnings,
  GROUPS,
  readConfig,
  readMongodbConfig,
  Settings,
  withFilesRead,
} from '../../runtime/config.js'
import { ENCRYPTION_KEY, JWT_SECRET } from '../support/config.js'

const NEEDED = { MONGODB_URI: 'mongodb://unused', ENCRYPTION_KEY, JWT_SECRET }

/** The settings that are refused, each with the reason. */
function faultsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return Object.fromEntries(error.faults.map((one) => [one.setting, one.message]))
    throw error
  }
  return {}
}

describe('the settings', () => {
  it('are complete with those that have no default', () => {
    expect(readConfig(NEEDED)).to.deep.include({ ...NEEDED, ENCRYPTION_KEY: [ENCRYPTION_KEY], DISABLE_SIGNUPS: false })
  })

  it('of billing are needed together', () => {
    const message = 'must be set: billing needs all of STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID'
    expect(faultsOf({ ...NEEDED, STRIPE_SECRET_KEY: 'sk_test_1' })).to.deep.equal({
      STRIPE_WEBHOOK_SECRET: message,
      STRIPE_PRICE_ID: message,
    })
    const all = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_ID: 'price' }
    expect(readConfig({ ...NEEDED, ...all })).to.include({ STRIPE_API_URL: 'https://api.stripe.com' })
  })

  it('leave room on the disk for the largest message of one client network', () => {
    expect(faultsOf({ ...NEEDED, INBOUND_SPOOL_MB: '99' })).to.deep.equal({
      INBOUND_SPOOL_MB: 'must be four times INBOUND_MAX_MESSAGE_MB or more',
    })
    expect(faultsOf({ ...NEEDED, INBOUND_SPOOL_MB: '40', INBOUND_MAX_MESSAGE_MB: '10' })).to.deep.equal({})
  })

  it('each stand in one group of the table', () => {
    expect(Object.values(GROUPS).flatMap(({ shape }) => Object.keys(shape))).to.have.members(
      Object.keys(Settings.shape),
    )
  })

  it('name every one that is wrong or missing at once, whatever rule it breaks', () => {
    const wrong = {
      GATEWAY_PORT: '65536',
      DISABLE_SIGNUPS: 'yes',
      GATEWAY_URL: 'mail.example.com:3000',
      TEMPORAL_ADDRESS: 'https://temporal:7233',
      WORKER_QUEUES: 'jobs,transactinal',
    }
    const incomplete = { ENCRYPTION_KEY, EMAIL_PROVIDER: 'smtp', DKIM_DOMAIN: 'example.com' }
    const missing = ['MONGODB_URI', 'JWT_SECRET', 'SMTP_URL', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']
    expect(faultsOf({ ...wrong, ...incomplete })).to.have.all.keys(...missing, ...Object.keys(wrong))
    expect(faultsOf(wrong)['GATEWAY_PORT']).to.equal('must be a whole number from 0 to 65535')
  })

  it('take no more names and segments than the document of a contact has room for', () => {
    const most = { MAX_EVENT_NAMES: '10000', MAX_FIELDS: '10000', QUOTA_SEGMENTS: '2000' }
    expect(faultsOf({ ...NEEDED, ...most })).to.be.empty
    expect(
      faultsOf({ ...NEEDED, MAX_EVENT_NAMES: '10001', MAX_FIELDS: '10001', QUOTA_SEGMENTS: '2001' }),
    ).to.deep.equal({
      MAX_EVENT_NAMES: 'must be a whole number from 1 to 10000',
      MAX_FIELDS: 'must be a whole number from 1 to 10000',
      QUOTA_SEGMENTS: 'must be a whole number from 1 to 2000',
    })
    expect(faultsOf({ ...NEEDED, QUOTA_SEGMENTS: '0' })).to.have.all.keys('QUOTA_SEGMENTS')
  })

  it('take several encryption keys, and never show one that is wrong', () => {
    const keys = [ENCRYPTION_KEY, 'f'.repeat(64)]
    expect(readConfig({ ...NEEDED, ENCRYPTION_KEY: keys.join(', ') }).ENCRYPTION_KEY).to.deep.equal(keys)
    for (const wrong of [',', 'hunter2', `${ENCRYPTION_KEY},hunter2`, ENCRYPTION_KEY.toUpperCase()]) {
      expect(() => readConfig({ ...NEEDED, ENCRYPTION_KEY: wrong }), wrong)
        .to.throw(/ENCRYPTION_KEY.*openssl/)
        .with.property('message')
        .not.match(/hunter2|0123456789/i)
    }
  })

  it('refuse to start without a secret for sessions, or with one that is short, and say how to make one', () => {
    for (const secret of [undefined, '', 'x'.repeat(31)]) {
      expect(() => readConfig({ ...NEEDED, JWT_SECRET: secret }), secret).to.throw(/JWT_SECRET.*32 characters.*openssl/)
    }
  })

  it('refuse the smtp provider without a server, or with one that is not SMTP, and never show the password', () => {
    const smtp = { ...NEEDED, EMAIL_PROVIDER: 'smtp' }
    expect(() => readConfig(smtp)).to.throw(/SMTP_URL: needed/)
    for (const url of ['mail.example.com:587', 'https://me:hunter2@mail.example.com']) {
      expect(() => readConfig({ ...smtp, SMTP_URL: url }), url)
        .to.throw(/SMTP_URL/)
        .with.property('message')
        .not.include('hunter2')
    }
    const url = 'smtps://me:hunter2@mail.example.com'
    expect(readConfig({ ...smtp, SMTP_URL: url })).to.include({ SMTP_URL: url, SMTP_MAX_CONNECTIONS: 10 })
    expect(() => readConfig({ ...smtp, SMTP_URL: url, SMTP_TLS: 'none' })).to.throw(/SMTP_TLS/)
  })

  it('take a user and a password beside an address that names none, and only both', () => {
    for (const [server, address] of [
      ['MONGODB', { MONGODB_URI: 'mongodb://me:hunter2@db/posthorn' }],
      ['SMTP', { SMTP_URL: 'smtp://me:hunter2@mail.example.com' }],
    ] as const) {
      const [user, password] = [`${server}_USERNAME`, `${server}_PASSWORD`]
      expect(faultsOf({ ...NEEDED, [user]: 'me', [password]: 'hunter2' }), server).to.be.empty
      expect(faultsOf({ ...NEEDED, [user]: 'me' }), server).to.have.all.keys(password)
      expect(faultsOf({ ...NEEDED, ...address, [user]: 'me', [password]: 'hunter2' })).to.have.all.keys(user, password)
    }
  })

  it('refuse half of what signing needs, and name the rest', () => {
    expect(() => readConfig({ ...NEEDED, DKIM_DOMAIN: 'example.com' })).to.throw(/DKIM_SELECTOR.*\n.*DKIM_PRIVATE_KEY/)
    const whole = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's', DKIM_PRIVATE_KEY: '/run/secrets/dkim.pem' }
    expect(readConfig({ ...NEEDED, ...whole })).to.include(whole)
  })

  it('refuse to send the API key of Temporal in the clear, and certificates that are none', () => {
    expect(faultsOf({ ...NEEDED, TEMPORAL_API_KEY: 'hunter2', TEMPORAL_TLS: 'false' })).to.have.all.keys('TEMPORAL_TLS')
    const broken = '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----'
    const faults = faultsOf({ ...NEEDED, TEMPORAL_TLS_CA: '/nowhere/ca.pem', MONGODB_TLS_CA: broken })
    expect(faults).to.have.all.keys('TEMPORAL_TLS_CA', 'MONGODB_TLS_CA')
    expect(faults['MONGODB_TLS_CA'])
      .to.match(/no certificate/)
      .and.not.include('hunter2')
  })

  it('take pairs for the collector of traces, and never show one that is wrong', () => {
    const pairs = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2%3D, x-other = a=b' }
    const { OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER } = readConfig({ ...NEEDED, ...pairs })
    expect(OTEL_EXPORTER_OTLP_HEADERS).to.deep.equal({ 'x-key': 'hunter2=', 'x-other': 'a=b' })
    expect(OTEL_TRACES_SAMPLER).to.equal('parentbased_always_on')
    for (const wrong of ['hunter2', 'x-key=hunter2%']) {
      const faults = faultsOf({ ...NEEDED, OTEL_EXPORTER_OTLP_HEADERS: wrong, OTEL_TRACES_SAMPLER_ARG: '2' })
      expect(faults).to.have.all.keys('OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG')
      expect(JSON.stringify(faults)).to.not.include('hunter2')
    }
  })

  it('leave the sending rate to the provider, a fifth of it to transactional mail, and projects without a limit', () => {
    const { SEND_RATE_PER_SECOND, TRANSACTIONAL_RESERVE, PROJECT_SEND_RATE_PER_SECOND } = readConfig(NEEDED)
    expect([SEND_RATE_PER_SECOND, TRANSACTIONAL_RESERVE, PROJECT_SEND_RATE_PER_SECOND]).to.deep.equal([
      undefined,
      20,
      0,
    ])
    for (const reserve of ['-1', '100', 'many']) {
      expect(() => readConfig({ ...NEEDED, TRANSACTIONAL_RESERVE: reserve }), reserve).to.throw(/TRANSACTIONAL_RESERVE/)
    }
  })
})

describe('the settings in files', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-settings-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = (content: string, name = 'secret'): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  it('count as if they were given themselves, without the ends of lines at the end', () => {
    const env = {
      MONGODB_URI_FILE: file('mongodb://unused\n', 'uri'),
      ENCRYPTION_KEY_FILE: file(`${ENCRYPTION_KEY}\r\n`, 'key'),
      JWT_SECRET_FILE: file(JWT_SECRET, 'jwt'),
      SMTP_PASSWORD_FILE: file(' p w\n', 'password'),
      SMTP_USERNAME: 'me',
      GATEWAY_PORT: '',
      GATEWAY_PORT_FILE: file('8080\n', 'port'),
    }
    expect(readConfig(env)).to.deep.include({
      MONGODB_URI: 'mongodb://unused',
      ENCRYPTION_KEY: [ENCRYPTION_KEY],
      JWT_SECRET,
      SMTP_PASSWORD: ' p w',
      GATEWAY_PORT: 8080,
    })
    expect(readMongodbConfig({ MONGODB_URI_FILE: env.MONGODB_URI_FILE }).MONGODB_URI).to.equal('mongodb://unused')
    const read = withFilesRead({ ...env, PATH: '/bin', SSL_CERT_FILE: '/etc/ca.pem' })
    expect(read).to.include({ GATEWAY_PORT: '8080', PATH: '/bin', SSL_CERT_FILE: '/etc/ca.pem' })
    expect(readConfig(read)).to.deep.equal(readConfig(env))
  })

  it('are refused by name when they are given twice, missing, unreadable or empty, and what they hold is not shown', () => {
    const secret = file('hunter2')
    mkdirSync(join(folder, 'inside'))
    const faults = faultsOf({
      ...NEEDED,
      JWT_SECRET_FILE: secret,
      ENCRYPTION_KEY: '',
      ENCRYPTION_KEY_FILE: secret,
      SMTP_URL_FILE: 'hunter2',
      MONGODB_PASSWORD_FILE: file('\n', 'empty'),
      TEMPORAL_API_KEY_FILE: join(folder, 'inside'),
    })
    const files = ['SMTP_URL_FILE', 'MONGODB_PASSWORD_FILE', 'TEMPORAL_API_KEY_FILE']
    expect(faults).to.have.all.keys('JWT_SECRET', 'ENCRYPTION_KEY', ...files)
    expect(faults['JWT_SECRET']).to.include('JWT_SECRET_FILE')
    expect(faults['SMTP_URL_FILE']).to.include('no such file')
    expect(faults['TEMPORAL_API_KEY_FILE']).to.include('folder')
    expect(Object.values(faults).join('\n')).to.not.include('hunter2')
  })

  it('may be certificates, or name the file of one', () => {
    expect(faultsOf({ ...NEEDED, TEMPORAL_TLS_CA_FILE: file('hunter2') })).to.have.all.keys('TEMPORAL_TLS_CA')
  })
})

describe('the settings in production', () => {
  const random = (bytes: number, encoding: 'hex' | 'base64'): string => randomBytes(bytes).toString(encoding)
  const safe = () => ({
    NODE_ENV: 'production',
    MONGODB_URI: `mongodb://posthorn:${random(16, 'hex')}@db/posthorn?replicaSet=rs0`,
    ENCRYPTION_KEY: random(32, 'hex'),
    JWT_SECRET: random(48, 'base64'),
    GATEWAY_URL: 'https://mail.example.com',
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://me:${random(8, 'hex')}@mail.example.com`,
  })

  it('take secrets that were drawn at random, of which none reads like an example', () => {
    for (let times = 0; times < 200; times++) expect(faultsOf(safe())).to.be.empty
  })

  const KNOWN: [setting: string, values: string[]][] = [
    [
      'ENCRYPTION_KEY',
      [ENCRYPTION_KEY, '0'.repeat(64), 'deadbeef'.repeat(8), `${random(32, 'hex')},${'f'.repeat(64)}`],
    ],
    ['ENCRYPTION_KEY', [Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('hex')]],
    ['JWT_SECRET', [JWT_SECRET, 'x'.repeat(40), 'change-me-'.repeat(4), 'your-very-long-secret-of-32-characters']],
    ['MONGODB_URI', ['mongodb://posthorn:changeme@db/posthorn', 'mongodb://root:example@db']],
    ['MONGODB_PASSWORD', ['posthorn']],
    ['SMTP_URL', ['smtp://me:password@mail.example.com']],
    ['AWS_SECRET_ACCESS_KEY', ['embedded', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY']],
  ]
  it('are refused with secrets that others know, which are not shown', () => {
    const beside = { MONGODB_USERNAME: 'me', AWS_ACCESS_KEY_ID: 'AKIA' }
    for (const [setting, values] of KNOWN) {
      for (const value of values) {
        const faults = faultsOf({ ...safe(), ...beside, MONGODB_URI: 'mongodb://db', [setting]: value })
        expect(faults[setting], value)
          .to.match(/like an example/)
          .and.not.include(value)
        expect(faultsOf({ ...NEEDED, ...beside, [setting]: value })[setting] ?? '', value).to.not.match(/example/)
      }
    }
  })

  it('are refused when sessions are signed with the key that seals', () => {
    const key = random(32, 'hex')
    expect(faultsOf({ ...safe(), ENCRYPTION_KEY: key, JWT_SECRET: key })).to.have.all.keys('JWT_SECRET')
  })

  it('need a public address that is encrypted, except for a trial on one machine', () => {
    expect(faultsOf({ ...safe(), GATEWAY_URL: '' })).to.have.all.keys('GATEWAY_URL')
    for (const setting of ['GATEWAY_URL', 'TRACKING_URL', 'DASHBOARD_URL']) {
      for (const host of ['mail.example.com', '10.0.0.1', 'localhost.example.com']) {
        expect(faultsOf({ ...safe(), [setting]: `http://${host}` }), host).to.have.all.keys(setting)
      }
      for (const host of ['localhost:3000', '127.0.0.1', '[::1]']) {
        expect(faultsOf({ ...safe(), [setting]: `http://${host}` }), host).to.be.empty
      }
    }
  })

  it('warn of what delivers nothing and of what opens more than most installations want', () => {
    const { SMTP_URL, ...rest } = safe()
    expect(configWarnings(readConfig({ ...rest, SMTP_URL }))).to.be.empty
    const open = {
      EMAIL_PROVIDER: 'log',
      ALLOW_TEST_DOMAINS: 'true',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      GATEWAY_URL: 'http://localhost:3000',
    }
    const warnings = configWarnings(readConfig({ ...rest, ...open }))
    expect(warnings.map((warning) => warning.split(' ')[0])).to.have.members(Object.keys(open))
    expect(configWarnings(readConfig({ ...rest, SMTP_URL, SMTP_TLS: 'none' })).join()).to.match(/^SMTP_TLS/)
    expect(configWarnings(readConfig({ ...NEEDED, ...open }))).to.be.empty
    const ses = { ...NEEDED, EMAIL_PROVIDER: 'ses' }
    const unheard = configWarnings(readConfig(ses)).map((warning) => warning.split(' ')[0])
    expect(unheard).to.deep.equal(['SES_CONFIGURATION_SET', 'SNS_TOPIC_ARNS'])
    expect(configWarnings(readConfig({ ...ses, SES_CONFIGURATION_SET: 'a', SNS_TOPIC_ARNS: 'b' }))).to.be.empty
  })

  it('refuse notifications of anyone, and take only those of topics that are named', () => {
    const ses = { ...safe(), EMAIL_PROVIDER: 'ses' }
    expect(faultsOf({ ...ses, SNS_TRUSTED_ORIGINS: 'http://inbox:3025' })).to.have.all.keys(
      'SNS_TRUSTED_ORIGINS',
      'SNS_TOPIC_ARNS',
    )
  })

  it('ask no other servers than those of DNS whose a domain is', () => {
    expect(faultsOf({ ...safe(), OWNERSHIP_DNS_SERVERS: '127.0.0.1:3025' })).to.have.all.keys('OWNERSHIP_DNS_SERVERS')
    expect(faultsOf({ ...safe(), DNS_SERVERS: '9.9.9.9' })).to.deep.equal({})
  })
})
