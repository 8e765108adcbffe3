import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { claimPorts } from '../../embedded/ports.js'
import { cacheFolder } from '../../embedded/servers/cache.js'
import { mongodbProgram } from '../../embedded/servers/mongodb-program.js'
import { provision } from '../../embedded/servers/provision.js'
import { readPorts } from '../../embedded/settings.js'
import { makeDataDir } from './data-dir.js'

/** A MongoDB server with options of a test's own, on a port and a folder that outlive a restart. */
export class Mongod {
  readonly port: number
  readonly folder: string
  /** What the server logged so far. */
  log = ''
  #child: ChildProcess | null = null

  private constructor(port: number) {
    this.port = port
    this.folder = makeDataDir('posthorn-mongod-')
  }

  /** Chooses a port; starts nothing. */
  static async prepare(): Promise<Mongod> {
    const { mongodb } = await claimPorts(readPorts({}, { mongodb: 0 }), ['mongodb'])
    return new Mongod(mongodb)
  }

  /** Starts the server and resolves when it takes connections. */
  async start(...options: string[]): Promise<void> {
    const log = (line: string): void => void process.stderr.write(`${line}\n`)
    const { signal } = new AbortController()
    const on = { env: process.env, cacheDir: cacheFolder(process.env), isTerminal: false, signal, log, progress: log }
    const { file } = await provision(mongodbProgram, on)
    const dbPath = join(this.folder, 'data')
    mkdirSync(dbPath, { recursive: true })
    const place = ['--dbpath', dbPath, '--port', String(this.port), '--bind_ip', '127.0.0.1', '--nounixsocket']
    const thrift = ['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'diagnosticDataCollectionEnabled=false']
    const child = spawn(file, [...place, ...thrift, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    for await (const line of createInterface({ input: child.stdout })) {
      this.log += `${line}\n`
      if (line.includes('Waiting for connections')) {
        child.stdout.on('data', (chunk: Buffer) => (this.log += chunk.toString()))
        return
      }
    }
    throw new Error(`mongod ended before it took connections:\n${this.log.slice(-2_000)}`)
  }

  /** Ends the server at once; its data stays. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
