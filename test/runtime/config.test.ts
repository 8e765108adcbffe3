import { expect } from 'chai'
import { readConfig } from '../../runtime/config.js'
import { ENCRYPTION_KEY, JWT_SECRET } from '../support/config.js'

const NEEDED = { MONGODB_URI: 'mongodb://unused', ENCRYPTION_KEY, JWT_SECRET }

describe('the settings', () => {
  it('are complete with those that have no default', () => {
    expect(readConfig(NEEDED)).to.deep.include({ ...NEEDED, ENCRYPTION_KEY: [ENCRYPTION_KEY], DISABLE_SIGNUPS: false })
  })

  it('take several encryption keys, and never show one that is wrong', () => {
    const keys = [ENCRYPTION_KEY, 'f'.repeat(64)]
    expect(readConfig({ ...NEEDED, ENCRYPTION_KEY: keys.join(', ') }).ENCRYPTION_KEY).to.deep.equal(keys)
    for (const wrong of [',', 'hunter2', `${ENCRYPTION_KEY},hunter2`, ENCRYPTION_KEY.toUpperCase()]) {
      expect(() => readConfig({ ...NEEDED, ENCRYPTION_KEY: wrong }), wrong)
        .to.throw(/ENCRYPTION_KEY/)
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

  it('refuse half of what signing needs, and name the rest', () => {
    expect(() => readConfig({ ...NEEDED, DKIM_DOMAIN: 'example.com' })).to.throw(/DKIM_SELECTOR.*\n.*DKIM_PRIVATE_KEY/)
    const whole = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's', DKIM_PRIVATE_KEY: '/run/secrets/dkim.pem' }
    expect(readConfig({ ...NEEDED, ...whole })).to.include(whole)
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
