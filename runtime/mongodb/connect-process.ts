import type { MongodbConfig } from '../config.js'
import { logSeldom } from '../log-seldom.js'
import { loggableError } from '../loggable-error.js'
import type { Logger } from '../logger.js'
import { connectMongodb, mongodbConnected } from './connection.js'
import type { ConnectionFault } from './connection-fault.js'
import { areApart } from './shard-of.js'

/**
 * Connects a serving process to MongoDB in the background. While MongoDB cannot be reached, the reason is logged every
 * ten seconds. The process ends with status 1 if the server cannot hold the data or the settings are invalid.
 * `maxPoolSize` limits its connections.
 */
export function connectProcess(config: MongodbConfig, log: Logger, maxPoolSize?: number): void {
  const complain = logSeldom()
  const onFault = ({ kind, message, error }: ConnectionFault): void => {
    if (kind === 'unfit' || kind === 'invalid') {
      log.fatal(message)
      process.exit(1)
    }
    complain(() => log.warn(error === undefined ? {} : { error: loggableError(error) }, message))
  }
  connectMongodb(config, onFault, maxPoolSize)
  void warnOfCluster(log)
}

async function warnOfCluster(log: Logger): Promise<void> {
  await mongodbConnected()
  if (areApart()) log.warn('MongoDB is a sharded cluster, on which no test has run: see docs/operating/sharding.md')
}
