import mongoose from 'mongoose'
import { accessOf } from '../../runtime/mongodb/connection.js'
import { fault, ok, reasonOf, warning, type Area, type Finding } from './examination.js'
import { diskSpace } from './disk-space.js'
import { domainsChecks } from './domains.js'
import { ask, database, ifAllowed, isWrongUser } from './mongodb-commands.js'
import { indexesChecks } from './mongodb-indexes.js'
import { outboxChecks } from './outbox.js'
import { platformMailChecks } from './platform-mail.js'
import { replicaSetChecks } from './mongodb-replica-set.js'
import type { ValidSettings } from '../../runtime/config.js'

const CONNECT_WITHIN_MS = 3_000
const ANSWER_WITHIN_MS = 5_000
const CLOCK_SAMPLES = 3
// Clocks that NTP keeps differ by less. The process corrects its own from a second on.
const CLOCK_WARNING_MS = 1_000
const CLOCK_FAULT_MS = 120_000
const RECOMMENDED_TRANSACTION_SECONDS = 6

/** MongoDB: the server, its replica set, indexes, outbox, sender domains, disk and clock. */
export const mongodbArea: Area = async (settings, examine) => {
  const { MONGODB_URI: uri } = settings
  if (!uri) return
  const reached = await examine('MongoDB', () => connect(uri, settings))
  if (reached.status === 'fault') return
  await Promise.all([
    examine('MongoDB version', () => version(settings)),
    ...replicaSetChecks(settings, examine),
    examine('MongoDB parameters', () => ifAllowed('the parameters of MongoDB', parameters)),
    ...indexesChecks(examine),
    ...outboxChecks(examine),
    ...platformMailChecks(settings, examine),
    ...domainsChecks(examine),
    examine('MongoDB disk', disk),
    examine('MongoDB clock', clock),
  ])
}

async function connect(uri: string, settings: ValidSettings): Promise<Finding> {
  // The doctor makes neither collections nor indexes.
  for (const option of ['autoIndex', 'autoCreate', 'bufferCommands'] as const) mongoose.set(option, false)
  const startedAt = performance.now()
  try {
    await mongoose.connect(uri, {
      ...accessOf(settings),
      serverSelectionTimeoutMS: CONNECT_WITHIN_MS,
      connectTimeoutMS: CONNECT_WITHIN_MS,
      socketTimeoutMS: ANSWER_WITHIN_MS,
      appName: 'posthorn-doctor',
    })
    await ask({ ping: 1 })
  } catch (error) {
    return notReached(error)
  }
  return ok(`responds within ${Math.ceil(performance.now() - startedAt)} ms, including the connection`)
}

function notReached(error: unknown): Finding {
  if (isWrongUser(error)) {
    return fault(
      'MongoDB rejected the username or password',
      'Correct them in MONGODB_URI or MONGODB_USERNAME and MONGODB_PASSWORD (authSource is the database of the ' +
        'user, usually admin).',
    )
  }
  if (error instanceof mongoose.Error.MongooseServerSelectionError && /ReplicaSetNoPrimary/.test(topologyOf(error))) {
    return fault(
      'the replica set has no reachable primary',
      'Check rs.status() in mongosh. A majority of the members must run and be reachable by name from here.',
    )
  }
  return fault(
    `MongoDB cannot be reached: ${reasonOf(error)}`,
    'Start MongoDB, or correct MONGODB_URI. Until then, requests return 503 and nothing is sent.',
  )
}

function topologyOf(error: Error): string {
  const reason: unknown = Reflect.get(error, 'reason')
  return typeof reason === 'object' && reason !== null ? String(Reflect.get(reason, 'type')) : ''
}

async function version({ NODE_ENV }: ValidSettings): Promise<Finding> {
  const { version } = await ask<{ version: string }>({ buildInfo: 1 })
  const major = majorOf(version)
  if (major < 6) return fault(`MongoDB ${version} is not supported`, 'Upgrade MongoDB to 8.0, at least 6.0.')
  if (major >= 8) return ok(`MongoDB ${version}`)
  if (NODE_ENV !== 'production') return ok(`MongoDB ${version}; 8.0 is recommended for production`)
  return warning(`MongoDB ${version} is supported, and 8.0 recommended`, 'Upgrade MongoDB to 8.0.')
}

interface Parameters {
  transactionLifetimeLimitSeconds: number
  ttlMonitorEnabled: boolean
  featureCompatibilityVersion: { version: string }
}

async function parameters(): Promise<Finding> {
  const names = { transactionLifetimeLimitSeconds: 1, ttlMonitorEnabled: 1, featureCompatibilityVersion: 1 }
  const [read, { version }] = await Promise.all([
    ask<Parameters>({ getParameter: 1, ...names }),
    ask<{ version: string }>({ buildInfo: 1 }),
  ])
  return judgeParameters(read, version)
}

function judgeParameters(read: Parameters, version: string): Finding {
  const seconds = read.transactionLifetimeLimitSeconds
  const { version: features } = read.featureCompatibilityVersion
  if (!read.ttlMonitorEnabled) {
    return fault(
      'expired documents are not deleted: ttlMonitorEnabled is false',
      'In mongosh: db.adminCommand({ setParameter: 1, ttlMonitorEnabled: true })',
    )
  }
  if (seconds > RECOMMENDED_TRANSACTION_SECONDS) {
    const parameter = `transactionLifetimeLimitSeconds: ${RECOMMENDED_TRANSACTION_SECONDS}`
    return warning(
      `transactionLifetimeLimitSeconds is ${seconds}: a process that is killed holds its documents for that long`,
      `In mongosh: db.adminCommand({ setParameter: 1, ${parameter} }), and in mongod's configuration for its next start.`,
    )
  }
  if (majorOf(features) < majorOf(version)) {
    const upgrade = `setFeatureCompatibilityVersion: '${majorOf(version)}.0', confirm: true`
    return warning(
      `MongoDB ${version} still uses the features of ${features} (featureCompatibilityVersion)`,
      `Once you no longer need to downgrade, run in mongosh: db.adminCommand({ ${upgrade} })`,
    )
  }
  return ok(`transactions end after ${seconds} s, expired documents are deleted, features of ${features}`)
}

const majorOf = (version: string): number => Number(version.split('.')[0])

async function disk(): Promise<Finding> {
  const { fsUsedSize, fsTotalSize } = (await database().stats()) as { fsUsedSize?: number; fsTotalSize?: number }
  if (!fsTotalSize || fsUsedSize === undefined) return ok('MongoDB does not report its disk space')
  const remedy = 'Give the volume of MongoDB more space, or shorten RETENTION_DAYS_EVENTS, RETENTION_DAYS_EMAILS.'
  return diskSpace('the disk of MongoDB', { totalBytes: fsTotalSize, freeBytes: fsTotalSize - fsUsedSize }, remedy)
}

async function clock(): Promise<Finding> {
  const samples: { differenceMs: number; uncertainMs: number }[] = []
  for (let sample = 0; sample < CLOCK_SAMPLES; sample += 1) {
    const askedAt = Date.now()
    const { localTime } = await ask<{ localTime: Date }>({ hello: 1 })
    const uncertainMs = (Date.now() - askedAt) / 2
    samples.push({ differenceMs: askedAt + uncertainMs - localTime.getTime(), uncertainMs })
  }
  const { differenceMs } = samples.reduce((best, each) => (each.uncertainMs < best.uncertainMs ? each : best))
  const [size, direction] = [Math.abs(differenceMs), differenceMs > 0 ? 'ahead of' : 'behind']
  if (size < CLOCK_WARNING_MS) return ok(`the clock of this host differs from MongoDB's by less than a second`)
  const found = `the clock of this host is ${(size / 1_000).toFixed(1)} s ${direction} MongoDB's`
  const remedy = 'Keep both hosts on NTP: timedatectl set-ntp true'
  return size < CLOCK_FAULT_MS ? warning(found, remedy) : fault(found, remedy)
}
