import { expect } from 'chai'
import { createBounceAddresses } from '../../../mail/links/bounce-addresses.js'
import { isAddress } from '../../../models/domain/addresses.js'
import { newId } from '../../../runtime/ids.js'

const [KEY, OTHER] = ['a'.repeat(64), 'b'.repeat(64)]
const ID = newId()

describe('bounce addresses', () => {
  const addresses = createBounceAddresses('bounces.example.org', [KEY])

  it('lead to the email that they were made for, in any case of their letters', () => {
    const address = addresses.addressOf(ID)
    expect(isAddress(address)).to.equal(true)
    expect(address.split('@')[0]?.length).to.be.at.most(64)
    for (const spelling of [address, address.toUpperCase()]) expect(addresses.emailOf(spelling)).to.equal(ID)
  })

  it('stay valid after the key was replaced, and are nothing without it', () => {
    const address = addresses.addressOf(ID)
    expect(createBounceAddresses('bounces.example.org', [OTHER, KEY]).emailOf(address)).to.equal(ID)
    expect(createBounceAddresses('bounces.example.org', [OTHER]).emailOf(address)).to.equal(null)
  })

  it('cannot be made by others', () => {
    const address = addresses.addressOf(ID)
    const [local = ''] = address.split('@')
    for (const forged of [
      `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@bounces.example.org`,
      `${local}@example.org`,
      addresses.addressOf(newId()).replace(/-[0-9a-f]{20}@/, `-${local.slice(-20)}@`),
      'postmaster@bounces.example.org',
      '@bounces.example.org',
      '',
    ]) {
      expect(addresses.emailOf(forged), forged).to.equal(null)
    }
  })
})
