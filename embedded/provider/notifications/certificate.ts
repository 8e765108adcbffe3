import { createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import {
  bitString,
  booleanValue,
  element,
  explicit,
  integer,
  nothing,
  objectId,
  octetString,
  sequence,
  set,
  utcTime,
  utf8String,
} from './der.js'

const COMMON_NAME = '2.5.4.3'
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
export const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const DAY_MS = 24 * 60 * 60 * 1_000

/** The fields of a certificate; `extensions` are DER. */
export interface CertificateFields {
  issuer: string
  subject: string
  publicKey: KeyObject
  extensions: Buffer[]
  now?: Date | undefined
}

/** A self-signed certificate for an RSA key; see `signCertificate`. */
export function createCertificate(privateKey: KeyObject, commonName: string, now?: Date): string {
  const digitalSignature = bitString(Buffer.from([0x80]), 7)
  const extensions = [
    sequence(objectId(BASIC_CONSTRAINTS), booleanValue(true), octetString(element(0x30))),
    sequence(objectId(KEY_USAGE), booleanValue(true), octetString(digitalSignature)),
  ]
  const publicKey = createPublicKey(privateKey)
  return signCertificate({ issuer: commonName, subject: commonName, publicKey, extensions, now }, privateKey)
}

/**
 * An X.509 v3 certificate (RFC 5280), as PEM, valid for ten years, signed with the RSA key of its issuer.
 * Node reads certificates but makes none.
 */
export function signCertificate(
  { issuer, subject, publicKey, extensions, now = new Date() }: CertificateFields,
  issuerKey: KeyObject,
): string {
  const algorithm = sequence(objectId(SHA256_WITH_RSA), nothing())
  // The validity begins a day ago, so that a reader whose clock is slow accepts the certificate.
  const validity = sequence(
    utcTime(new Date(now.getTime() - DAY_MS)),
    utcTime(new Date(now.getTime() + 3_650 * DAY_MS)),
  )
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    algorithm,
    nameOf(issuer),
    validity,
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  )
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, issuerKey)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(objectId(COMMON_NAME), utf8String(commonName))))
}

function serialNumber(): Buffer {
  const octets = randomBytes(16)
  // A first octet from 64 to 127 makes this the shortest form of a positive integer, as DER asks.
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40
  return octets
}
