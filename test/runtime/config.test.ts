import { expect } from 'chai'
import { readConfig } from '../../runtime/config.js'
import { ENCRYPTION_KEY, JWT_SECRET } from '../support/config.js'

const NEEDED = { MONGODB_URI: 'mongodb://unused', ENCRYPTION_KEY, JWT_SECRET }

describe('the settings', () => {
  it('are complete with those that have no default', () => {
    expect(readConfig(NEEDED)).to.include({ ...NEEDED, DISABLE_SIGNUPS: false })
  })

  it('refuse to start without a secret for sessions, or with one that is short, and say how to make one', () => {
    for (const secret of [undefined, '', 'x'.repeat(31)]) {
      expect(() => readConfig({ ...NEEDED, JWT_SECRET: secret }), secret).to.throw(/JWT_SECRET.*32 characters.*openssl/)
    }
  })
})
