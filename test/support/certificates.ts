import { generateKeyPairSync } from 'node:crypto'
import { isIP } from 'node:net'
import { BASIC_CONSTRAINTS, signCertificate } from '../../embedded/provider/notifications/certificate.js'
import { booleanValue, element, objectId, octetString, sequence } from '../../embedded/provider/notifications/der.js'

/** A certificate and its key, as PEM. */
export interface Certificate {
  cert: string
  key: string
}

/** An authority of tests; those who trust `ca` trust what it issues. */
export interface Authority {
  ca: string
  /** Issues a certificate for hosts, or for a client of that name. */
  issue(...hosts: [string, ...string[]]): Certificate
}

const ALTERNATIVE_NAMES = '2.5.29.17'

/** Makes an authority (RFC 5280) that no program trusts yet. */
export function createAuthority(name = 'Authority of tests'): Authority {
  const authority = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const isAuthority = sequence(
    objectId(BASIC_CONSTRAINTS),
    booleanValue(true),
    octetString(sequence(booleanValue(true))),
  )
  const sign = (subject: string, publicKey = authority.publicKey, extension = isAuthority): string =>
    signCertificate({ issuer: name, subject, publicKey, extensions: [extension] }, authority.privateKey)
  return {
    ca: sign(name),
    issue(...hosts) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const names = sequence(objectId(ALTERNATIVE_NAMES), octetString(sequence(...hosts.map(alternativeName))))
      const cert = sign(hosts[0], publicKey, names)
      return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    },
  }
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 4 ? element(0x87, Buffer.from(host.split('.').map(Number))) : element(0x82, Buffer.from(host))
}
