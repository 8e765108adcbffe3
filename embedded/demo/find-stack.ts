import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRunning } from '../lock.js'
import { readDataDir } from '../settings.js'
import { StackError } from '../stack-error.js'
import { readStackFile, type StackInfo } from '../stack-file.js'
import { startStack } from '../stack.js'

const ANY_FREE_PORTS = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }

/** The stack that the demo plays on. */
export interface DemoStack {
  dataDir: string
  /** Reads `stack.json`. Throws StackError when the stack has gone. */
  read(): StackInfo
  /** Stops the stack and removes its folder if it was brought up for the demo; else leaves it as it is. */
  leave(): Promise<void>
}

/** The stack that runs on the data folder of the environment, or else one brought up for the demo alone. */
export async function findStack(options: {
  log: (line: string) => void
  isTerminal: boolean
  signal: AbortSignal
}): Promise<DemoStack> {
  const dataDir = readDataDir(process.env)
  if (findRunning(dataDir) === null) return bringUpOwn(options)
  const read = (): StackInfo => readRunning(dataDir)
  read()
  return { dataDir, read, leave: () => Promise.resolve() }
}

async function bringUpOwn(options: Parameters<typeof findStack>[0]): Promise<DemoStack> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-demo-')))
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  let isUp = false
  const log = (line: string): void => {
    // The demo kills the worker, and the story tells that it came back.
    if (!isUp) options.log(line)
  }
  options.log('No stack runs here: one is brought up for this demo alone, and removed at its end.')
  try {
    const stack = await startStack({ ...options, log, dataDir, ports: ANY_FREE_PORTS })
    isUp = true
    const leave = async (): Promise<void> => {
      await stack.stop()
      remove()
    }
    return { dataDir, read: () => readRunning(dataDir), leave }
  } catch (error) {
    remove()
    throw error
  }
}

function readRunning(dataDir: string): StackInfo {
  const info = findRunning(dataDir) === null ? null : readStackFile(dataDir)
  if (info) return info
  throw new StackError(`The stack on ${dataDir} is still starting, or was stopped: start the demo again when it runs.`)
}
