import { expect } from 'chai'
import { newId } from '../../../runtime/ids.js'
import { openLink, recipientLinks } from '../../../mail/links/recipient-links.js'
import { seal, unseal } from '../../../runtime/sealed.js'
import { ENCRYPTION_KEY } from '../../support/config.js'

const OTHER_KEY = 'f'.repeat(64)

describe("a recipient's links", () => {
  const target = { projectId: newId(), contactId: newId(), emailId: newId() }
  const settings = { gatewayUrl: 'https://mail.example.com', encryptionKey: ENCRYPTION_KEY }
  const token = () => recipientLinks(target, settings).unsubscribeUrl.split('/').at(-1) ?? ''

  it('name the contact and the email, and reveal neither', () => {
    expect(openLink(token(), ENCRYPTION_KEY)).to.deep.equal(target)
    for (const id of Object.values(target)) expect(token()).to.not.include(id)
  })

  it('open with the key they were made with and no other, and not when they were altered', () => {
    const made = token()
    expect(openLink(made, OTHER_KEY)).to.equal(null)
    const altered = (made.startsWith('A') ? 'B' : 'A') + made.slice(1)
    expect(openLink(altered, ENCRYPTION_KEY)).to.equal(null)
    for (const broken of ['', 'x', made.slice(1), `${made}AAAA`])
      expect(openLink(broken, ENCRYPTION_KEY)).to.equal(null)
  })
})

describe('a sealed text', () => {
  it('comes out as it went in, each time sealed differently', () => {
    const sealed = [seal('sk_secret', ENCRYPTION_KEY), seal('sk_secret', ENCRYPTION_KEY)]
    expect(new Set(sealed).size).to.equal(2)
    for (const one of sealed) {
      expect(one).to.not.include('secret')
      expect(unseal(one, ENCRYPTION_KEY)).to.equal('sk_secret')
    }
  })

  it('does not open with another key', () => {
    expect(() => unseal(seal('sk_secret', ENCRYPTION_KEY), OTHER_KEY)).to.throw()
  })
})
