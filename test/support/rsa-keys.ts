import { generateKeyPairSync } from 'node:crypto'

/** One pair for all tests of a process, because to make it takes a sixth of a second and more. */
export const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

/** The private key as text. */
export const PRIVATE_KEY_PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
