import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../models/domain/errors.js'
import { fetchFromSns } from './fetch-from-sns.js'

const FAILURE_KEPT_MS = 60_000
// SNS changes its certificate about once a year, and the new one has a new address.
const MAX_KEPT = 20
const MAX_FAILURES = 1_000

/** Finds the certificate at an address; see `createCertificates`. */
export type FindCertificate = (address: string) => Promise<X509Certificate>

/**
 * Finds certificates by their address. Each is fetched once, even for simultaneous requests, and a failure is cached
 * for a minute, so that forged messages do not cost a request each. Throws SERVICE_UNAVAILABLE if a certificate cannot
 * be fetched, so that SNS tries again, and FORBIDDEN for content that is not a certificate.
 */
export function createCertificates(fetchText: (address: string) => Promise<string> = fetchFromSns): FindCertificate {
  const certificates = new LRUCache<string, X509Certificate>({ max: MAX_KEPT })
  const failures = new LRUCache<string, AppError>({ max: MAX_FAILURES, ttl: FAILURE_KEPT_MS })
  const underWay = new Map<string, Promise<X509Certificate>>()

  async function fetchCertificate(address: string): Promise<X509Certificate> {
    try {
      const certificate = readCertificate(await fetchText(address))
      certificates.set(address, certificate)
      return certificate
    } catch (error) {
      if (error instanceof AppError) failures.set(address, error)
      throw error
    } finally {
      underWay.delete(address)
    }
  }

  return async (address) => {
    const known = certificates.get(address)
    if (known) return known
    const failure = failures.get(address)
    if (failure) throw failure
    const fetching = underWay.get(address) ?? fetchCertificate(address)
    underWay.set(address, fetching)
    return fetching
  }
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw new AppError('FORBIDDEN', 'The notification carries no certificate', { cause })
  }
}
