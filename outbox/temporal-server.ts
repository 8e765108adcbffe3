import type { Config } from '../runtime/config.js'

/** A Temporal server and a namespace of it; gateway, worker and commands connect to the same. */
export interface TemporalServer {
  address: string
  namespace: string
  /** False or absent for a connection in the clear. */
  tls?: false | TlsOptions | undefined
  apiKey?: string | undefined
}

type Needed = 'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE'
type TemporalSettings = Pick<Config, Needed> & Partial<Config>

interface TlsOptions {
  serverRootCACertificate?: Buffer
  serverNameOverride?: string
  clientCertPair?: { crt: Buffer; key: Buffer }
}

/** The Temporal server of the settings. A certificate, an authority, a name or an API key turns TLS on. */
export function temporalServer(config: TemporalSettings): TemporalServer {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_API_KEY: apiKey } = config
  const { TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_SERVER_NAME: name } = config
  const { TEMPORAL_TLS_CERT: crt, TEMPORAL_TLS_KEY: key } = config
  const tls: TlsOptions = {
    ...(ca ? { serverRootCACertificate: Buffer.from(ca) } : {}),
    ...(name ? { serverNameOverride: name } : {}),
    ...(crt && key ? { clientCertPair: { crt: Buffer.from(crt), key: Buffer.from(key) } } : {}),
  }
  const isImplied = Object.keys(tls).length > 0 || apiKey !== undefined
  return { address, namespace, apiKey, tls: (config.TEMPORAL_TLS ?? isImplied) ? tls : false }
}
