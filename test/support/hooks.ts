import { config } from 'chai'
import { disconnectMongodb } from '../../runtime/mongodb/connection.js'
import { onStopSignal } from '../../embedded/stop-signals.js'
import { setProjectsApart } from '../../runtime/mongodb/shard-of.js'
import { enforceLaw, noteTest, requireLawful } from '../law/law.js'
import { endShared } from './at-end.js'
import { stopServers } from './servers.js'
import { stopStack } from './stack.js'

const REMAINS_MS = 5_000

config.truncateThreshold = 0
setProjectsApart(true)

enforceLaw()

/** The hooks of every test. */
export const testHooks: Mocha.RootHookObject = {
  beforeEach(this: Mocha.Context) {
    noteTest(this.currentTest?.fullTitle() ?? '')
  },
}

export const mochaHooks: Mocha.RootHookObject = { ...testHooks, afterAll: endRun }

/** What comes after the last test of a process. */
export async function endRun(): Promise<void> {
  await stopAll()
  requireLawful()
}

// Mocha itself ends by a signal at once, and its servers would go on.
onStopSignal(() => void stopAll().finally(() => process.exit(1)))

async function stopAll(): Promise<void> {
  await endShared()
  await disconnectMongodb()
  await stopStack()
  await stopServers()
  setTimeout(tellWhatRemains, REMAINS_MS).unref()
}

/** A timer or a connection that a test leaves holds the whole run at its end. */
function tellWhatRemains(): void {
  process.stdout.write(`The tests are through, and wait for ${process.getActiveResourcesInfo().join(', ')}.\n`)
}
