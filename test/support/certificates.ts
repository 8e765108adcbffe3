import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import {
  bitString,
  booleanValue,
  element,
  explicit,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  utcTime,
  utf8String,
} from '../../embedded/provider/notifications/der.js'

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

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const ALTERNATIVE_NAMES = '2.5.29.17'
const DAY_MS = 24 * 60 * 60 * 1_000

/** Makes an authority (RFC 5280) that is not known to anybody. */
export function createAuthority(name = 'Authority of tests'): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = sequence(
    objectId(BASIC_CONSTRAINTS),
    booleanValue(true),
    octetString(sequence(booleanValue(true))),
  )
  return {
    ca: signed({ issuer: name, by: privateKey, subject: name, of: privateKey, extension: isAuthority }),
    issue(...hosts) {
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const names = sequence(objectId(ALTERNATIVE_NAMES), octetString(sequence(...hosts.map(alternativeName))))
      const cert = signed({ issuer: name, by: privateKey, subject: hosts[0], of: key, extension: names })
      return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
    },
  }
}

function signed(parts: { issuer: string; by: KeyObject; subject: string; of: KeyObject; extension: Buffer }): string {
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256))
  const now = Date.now()
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(parts.issuer),
    sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + DAY_MS))),
    nameOf(parts.subject),
    createPublicKey(parts.of).export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(parts.extension)),
  )
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, parts.by)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(objectId(COMMON_NAME), utf8String(commonName))))
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 4 ? element(0x87, Buffer.from(host.split('.').map(Number))) : element(0x82, Buffer.from(host))
}
