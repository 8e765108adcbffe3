import { createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCertificate } from './certificate.js'

/**
 * Signing with 1,024 bits costs a seventh of the time that 2,048 bits need, which matters in a load test. The key is
 * trusted on this machine's loopback only.
 */
const KEY_BITS = 1_024

/** The key that signs notifications, and the certificate by which receivers check it. */
export interface SigningKey {
  privateKey: KeyObject
  certificate: string
}

/** Reads the key and its certificate from the data folder, or makes them there. */
export async function openSigningKey(dataDir: string): Promise<SigningKey> {
  const keyPath = join(dataDir, 'sns-key.pem')
  const certificatePath = join(dataDir, 'sns-certificate.pem')
  try {
    const privateKey = createPrivateKey(await readFile(keyPath))
    const certificate = await readFile(certificatePath, 'utf8')
    if (new X509Certificate(certificate).checkPrivateKey(privateKey)) return { privateKey, certificate }
  } catch {
    // The files are absent, or a crash cut them short: both are made anew.
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  const certificate = createCertificate(privateKey, 'sns.posthorn.localhost')
  await writeFile(keyPath, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  await writeFile(certificatePath, certificate)
  return { privateKey, certificate }
}
