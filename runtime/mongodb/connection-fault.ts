import mongoose from 'mongoose'

const { mongo } = mongoose

/** Why MongoDB cannot be used. */
export interface ConnectionFault {
  /**
   * `unfit` servers and `invalid` settings stay so until an operator changes them, so waiting is useless. A `refused`
   * user may be created, and a server that is `away` may come back.
   */
  kind: 'unfit' | 'invalid' | 'refused' | 'away'
  /** A sentence for operators, with the remedy. */
  message: string
  error?: unknown
}

/** A server's answer to `hello`, with which it introduces itself to every client. */
interface Hello {
  setName?: string
  /** The name that a sharding router gives itself. */
  msg?: string
  /** Whether the server waits to become a member of a replica set. */
  isreplicaset?: boolean
  maxWireVersion?: number
}

// The version of the wire protocol that MongoDB 6.0 speaks.
const WIRE_VERSION_6_0 = 17
const AUTHENTICATION_FAILED = 18

/** Whether a server is the router of a sharded cluster (mongos). */
export function isRouter({ msg }: Hello): boolean {
  return msg === 'isdbgrid'
}

/** The fault of a server that cannot hold the data, because it has no transactions or is too old; null if it can. */
export function serverFault(hello: Hello): ConnectionFault | null {
  if ((hello.maxWireVersion ?? 0) < WIRE_VERSION_6_0) {
    return { kind: 'unfit', message: 'MongoDB is older than 6.0: upgrade it, to 8.0 if possible' }
  }
  if (hello.setName !== undefined || isRouter(hello)) return null
  if (hello.isreplicaset) {
    return { kind: 'away', message: 'MongoDB waits to become a replica set: once, in mongosh, rs.initiate()' }
  }
  const remedy = 'start mongod with --replSet rs0, and once in mongosh: rs.initiate()'
  return { kind: 'unfit', message: `MongoDB is no replica set, so that it has no transactions: ${remedy}` }
}

/** The fault behind the error of an attempt to connect to MongoDB or to one of its servers. */
export function connectFault(error: unknown): ConnectionFault {
  if (error instanceof mongo.MongoServerError && error.code === AUTHENTICATION_FAILED) {
    const remedy = 'correct them, or add authSource=admin to MONGODB_URI when the user belongs to the database admin'
    return { kind: 'refused', message: `MongoDB refuses the user or the password: ${remedy}`, error }
  }
  if (error instanceof mongo.MongoParseError || error instanceof mongo.MongoAPIError) {
    return { kind: 'invalid', message: `MONGODB_URI cannot be used: ${error.message}`, error }
  }
  if (isCertificateFault(error)) {
    const remedy = 'set MONGODB_TLS_CA to its authority, and name the server in MONGODB_URI as its certificate does'
    return { kind: 'refused', message: `The certificate of MongoDB is not trusted: ${remedy}`, error }
  }
  return { kind: 'away', message: 'MongoDB, or a member of it, cannot be reached', error }
}

// The error codes of Node for certificates that it cannot verify.
const CERTIFICATE_FAULT = /^(?:ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

function isCertificateFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOne = 'code' in error && typeof error.code === 'string' && CERTIFICATE_FAULT.test(error.code)
  return isOne || isCertificateFault(error.cause)
}
