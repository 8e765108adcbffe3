import type { MongodbConfig } from '../config.js'
import { logSeldom } from '../log-seldom.js'
import { loggableError } from '../loggable-error.js'
import type { Logger } from '../logger.js'
import { connectMongodb } from './connection.js'
import type { ConnectionFault } from './connection-fault.js'

/**
 * Connects a process that serves, in the background. It logs every ten seconds why MongoDB cannot be reached, and ends
 * with status 1 when the server turns out to be one that cannot hold the data. `maxPoolSize` limits its connections.
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
}
