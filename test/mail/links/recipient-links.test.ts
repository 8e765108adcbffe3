import { expect } from 'chai'
import { newId } from '../../../runtime/ids.js'
import { openLink, recipientLinks } from '../../../mail/links/recipient-links.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'

const OTHER_KEYS: EncryptionKeys = ['f'.repeat(64)]

describe("a recipient's links", () => {
  const target = { projectId: newId(), contactId: newId(), emailId: newId() }
  const settings = { gatewayUrl: 'https://mail.example.com', encryptionKeys: ENCRYPTION_KEYS }
  const token = () => recipientLinks(target, settings).unsubscribeUrl.split('/').at(-1) ?? ''

  it('name the contact and the email, and reveal neither', () => {
    expect(openLink(token(), ENCRYPTION_KEYS)).to.deep.equal(target)
    for (const id of Object.values(target)) expect(token()).to.not.include(id)
  })

  it('open with every key of the list, and are made with the first', () => {
    const old = token()
    expect(openLink(old, [...OTHER_KEYS, ...ENCRYPTION_KEYS])).to.deep.equal(target)
    const links = recipientLinks(target, { ...settings, encryptionKeys: [...OTHER_KEYS, ...ENCRYPTION_KEYS] })
    const [, made = ''] = links.manageUrl.split('/manage/')
    expect(openLink(made, OTHER_KEYS)).to.deep.equal(target)
    expect(openLink(made, ENCRYPTION_KEYS)).to.equal(null)
  })

  it('open with the key they were made with and no other, and not when they were altered', () => {
    const made = token()
    expect(openLink(made, OTHER_KEYS)).to.equal(null)
    const altered = (made.startsWith('A') ? 'B' : 'A') + made.slice(1)
    expect(openLink(altered, ENCRYPTION_KEYS)).to.equal(null)
    for (const broken of ['', 'x', made.slice(1), `${made}AAAA`])
      expect(openLink(broken, ENCRYPTION_KEYS)).to.equal(null)
  })
})
