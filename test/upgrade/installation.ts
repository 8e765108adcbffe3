import { join } from 'node:path'
import { bringUpForBench, type BenchStack } from '../../bench/bench-stack.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { WORKFLOW_BUNDLE } from '../../embedded/build/build-programs.js'
import { programsFolder } from '../../embedded/compile-programs.js'
import { stackSettings } from '../../embedded/environment.js'
import { loadSecrets } from '../../embedded/secrets.js'
import { runTool, type ToolResult } from '../../embedded/servers/run-tool.js'
import type { FaultLog } from '../faults/fault-log.js'
import { openSurroundings, type Site } from '../faults/site.js'
import { Balancer } from './balancer.js'
import { Hosts, type HostName } from './hosts.js'
import type { Release } from './previous-release.js'

/** One MongoDB, one Temporal and one provider, with gateways and workers of two versions. */
export interface Installation {
  site: Site
  hosts: Hosts
  /** Sends the load to these gateways from now on. */
  serveBy: (first: HostName, second?: HostName) => void
  /** Runs a program's file to its end, with the settings of the installation. */
  run: (file: string, args?: string[]) => Promise<ToolResult>
  /** Runs a program of this version as an operator does: `migrate --plan`. */
  command: (...args: string[]) => Promise<ToolResult>
  /** Makes a project through the gateway that serves, so that its version stores it. */
  makeProject: (name: string) => Promise<CreatedProject>
  end: () => Promise<void>
}

/** Brings up the servers, without a gateway or worker. */
export async function bringUpServers(options: {
  dataDir: string
  seed: number
  previous: Release
  log: FaultLog
  signal: AbortSignal
}): Promise<Installation> {
  const { dataDir, seed, previous, log, signal } = options
  const around = await openSurroundings({ dataDir, seed })
  const { tap, receiver, inbox } = around
  const balancer = new Balancer()
  const gateway = await balancer.open()
  const env = { ...around.env, GATEWAY_URL: gateway }
  const bench = await bringUpForBench(env, {
    dataDir,
    signal,
    log: (line) => log.note(line),
    ports: { inbox },
    parts: ['mongodb', 'temporal', 'provider'],
  })
  const hosts = new Hosts({ stack: bench.stack, previous, tap })
  const site: Site = {
    ...around,
    bench,
    origins: { gateway: '', 'gateway-2': '' },
  }
  // The folder is that of the sources as they are now: a developer may change them meanwhile.
  const codeDir = programsFolder()
  const settings = { ...process.env, ...settingsOf(bench, dataDir, codeDir), ...env }
  const run: Installation['run'] = (file, args = []) =>
    runTool(process.execPath, ['--enable-source-maps', file, ...args], { env: settings, signal })
  return {
    site,
    hosts,
    serveBy(first, second = first) {
      const origins = [hosts.origin(first), hosts.origin(second)] as const
      Object.assign(site.origins, { gateway: origins[0], 'gateway-2': origins[1] })
      balancer.serving = origins
    },
    run,
    command: (...args) => run(join(codeDir, 'cli/main.js'), args),
    makeProject: owner(gateway),
    async end() {
      tap.close()
      receiver.close()
      await bench.end()
      balancer.close()
    },
  }
}

function settingsOf({ stack }: BenchStack, dataDir: string, codeDir: string): Record<string, string | undefined> {
  return {
    ...stackSettings({ addresses: stack.info, dataDir, ...loadSecrets(dataDir) }),
    MONGODB_URI: stack.info.mongodb,
    TEMPORAL_ADDRESS: stack.info.temporal,
    WORKFLOW_BUNDLE: join(codeDir, WORKFLOW_BUNDLE),
  }
}

/** A user who signs up with the first project. */
function owner(origin: string): Installation['makeProject'] {
  let cookie: string | undefined
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin, ...(cookie === undefined ? {} : { cookie }) }
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  return async (name) => {
    if (cookie === undefined) {
      const signedUp = await post('/auth/signup', { email: 'owner@example.com', password: 'correct horse battery' })
      cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0]
    }
    const made = (await (await post('/users/@me/projects', { name })).json()) as Record<string, string>
    const { id = '', public: publicKey = '', secret: secretKey = '' } = made
    return { id, name, publicKey, secretKey }
  }
}
