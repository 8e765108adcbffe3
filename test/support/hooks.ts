import { config } from 'chai'
import { disconnectMongodb } from '../../runtime/mongodb/connection.js'
import { stopServers } from './servers.js'
import { stopStack } from './stack.js'

config.truncateThreshold = 0

export const mochaHooks = {
  async afterAll(): Promise<void> {
    await disconnectMongodb()
    await stopStack()
    await stopServers()
  },
}
