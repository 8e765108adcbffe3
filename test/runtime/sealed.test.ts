import { createDecipheriv } from 'node:crypto'
import { expect } from 'chai'
import { deriveKey } from '../../runtime/derived-key.js'
import { keyId, type EncryptionKeys } from '../../runtime/encryption-keys.js'
import { MissingKeyError, seal, unseal } from '../../runtime/sealed.js'
import { ENCRYPTION_KEY, ENCRYPTION_KEYS } from '../support/config.js'

const OTHER_KEY = 'f'.repeat(64)
const ROTATED: EncryptionKeys = [OTHER_KEY, ENCRYPTION_KEY]

describe('a sealed text', () => {
  it('comes out as it went in, each time sealed differently', () => {
    const sealed = [seal('sk_secret', ENCRYPTION_KEYS), seal('sk_secret', ENCRYPTION_KEYS)]
    expect(new Set(sealed).size).to.equal(2)
    for (const one of sealed) {
      expect(one).to.not.include('secret')
      expect(unseal(one, ENCRYPTION_KEYS)).to.equal('sk_secret')
    }
  })

  it('is sealed with the first key and opens with any', () => {
    expect(unseal(seal('sk_secret', ENCRYPTION_KEYS), ROTATED)).to.equal('sk_secret')
    expect(unseal(seal('sk_secret', ROTATED), [OTHER_KEY])).to.equal('sk_secret')
  })

  it('names the missing key by its id, and no key', () => {
    const open = () => unseal(seal('sk_secret', ENCRYPTION_KEYS), [OTHER_KEY])
    expect(open).to.throw(MissingKeyError, keyId(ENCRYPTION_KEY)).with.property('message').not.include(ENCRYPTION_KEY)
  })

  it('opens by no key that serves another purpose', () => {
    const [, sealed = ''] = seal('sk_secret', ENCRYPTION_KEYS).split('.')
    const bytes = Buffer.from(sealed, 'base64url')
    const keys = [Buffer.from(ENCRYPTION_KEY, 'hex'), deriveKey(ENCRYPTION_KEY, 'recipient links')]
    for (const key of keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      decipher.update(bytes.subarray(28))
      expect(() => decipher.final()).to.throw()
    }
  })

  it('does not open when it was altered', () => {
    const sealed = seal('sk_secret', ENCRYPTION_KEYS)
    // Of the last character not all bits count, so that another one may stand for the same bytes.
    const altered = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1)
    expect(() => unseal(altered, ENCRYPTION_KEYS)).to.throw()
  })
})
