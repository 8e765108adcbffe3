import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../bench/calls.js'
import { findFreePort } from '../../embedded/ports.js'
import { ROOT } from '../docs/documents.js'
import { words } from '../support/words.js'

const run = promisify(execFile)
const OUTPUT_BYTES = 64 * 1024 * 1024
const READY_MS = 10 * 60_000
/** Services of docker-compose.yml that run until they are stopped. */
export const SERVERS = words('mongodb postgresql temporal temporal-ui gateway worker-mail worker-bulk inbox')

/** A container as `docker compose ps` lists it. */
export interface Container {
  ID: string
  Name: string
  Service: string
  State: string
  Health: string
  ExitCode: number
}

/** An installation by docker-compose.yml in a folder of its own, as a self-hoster would make it, on free ports. */
export class Installation {
  /** Its files. */
  readonly folder = mkdtempSync(join(tmpdir(), 'posthorn-compose-'))
  readonly ports: { gateway: number; inbox: number; ui: number; prometheus: number; http: number; https: number }
  readonly #project: string

  private constructor(ports: Installation['ports']) {
    this.ports = ports
    this.#project = `posthorn-trial-${process.pid}`
    cpSync(join(ROOT, 'docker-compose.yml'), join(this.folder, 'docker-compose.yml'))
    cpSync(join(ROOT, 'deploy'), join(this.folder, 'deploy'), { recursive: true })
    writeFileSync(join(this.folder, '.env'), `${tryingOut()}\n${this.#settings().join('\n')}\n`)
  }

  static async create(): Promise<Installation> {
    const found: number[] = []
    // The port above the gateway's belongs to a second one.
    for (let count = 0; count < 6; count += 1) found.push(await findFreePort(found.flatMap((port) => [port, port + 1])))
    const [gateway = 0, inbox = 0, ui = 0, prometheus = 0, http = 0, https = 0] = found
    return new Installation({ gateway, inbox, ui, prometheus, http, https })
  }

  get gateway(): string {
    return `http://localhost:${this.ports.gateway}`
  }

  get secondGateway(): string {
    return `http://localhost:${this.ports.gateway + 1}`
  }

  get inbox(): string {
    return `http://127.0.0.1:${this.ports.inbox}`
  }

  /** Runs `docker compose` on this installation; resolves with its standard output. */
  async compose(...args: string[]): Promise<string> {
    const { stdout } = await run('docker', this.arguments(...args), { cwd: this.folder, maxBuffer: OUTPUT_BYTES })
    return stdout
  }

  /** The arguments of `docker` for a command of compose on this installation. */
  arguments(...args: string[]): string[] {
    return ['compose', '--project-name', this.#project, '--profile', 'try', ...args]
  }

  /** Runs a script of its folder, as an operator beside docker-compose.yml would; resolves with its output. */
  script(file: string, ...args: string[]): Promise<string> {
    return this.#beside(join(this.folder, file), args)
  }

  /** Runs commands of a shell in its folder, until one fails; resolves with their output. */
  shell(commands: string): Promise<string> {
    return this.#beside('/bin/sh', ['-euc', commands])
  }

  /** A program of the image in a container of its own, whatever its status is. */
  async tool(...args: string[]): Promise<{ status: number; said: string }> {
    try {
      return { status: 0, said: await this.compose('run', '--rm', '--no-TTY', 'tools', ...args) }
    } catch (error) {
      const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string }
      if (typeof code !== 'number') throw error
      return { status: code, said: `${stdout}${stderr}` }
    }
  }

  /** The shell's words for `docker compose run tools`. */
  get toolCommand(): string {
    return `docker compose --project-directory '${this.folder}' --project-name ${this.#project} run --rm --no-TTY tools`
  }

  async containers(...options: string[]): Promise<Container[]> {
    const lines = (await this.compose('ps', '--format', 'json', ...options)).trim().split('\n')
    return lines.filter(Boolean).map((line) => JSON.parse(line) as Container)
  }

  /** Waits until each server runs, and is healthy where it has a health check. */
  async untilUp(services: readonly string[] = SERVERS): Promise<void> {
    const isUp = async (): Promise<boolean> => {
      const containers = await this.containers()
      const of = (service: string): Container[] => containers.filter(({ Service }) => Service === service)
      return services.every(
        (service) =>
          of(service).length > 0 &&
          of(service).every(({ State, Health }) => State === 'running' && ['', 'healthy'].includes(Health)),
      )
    }
    await until(isUp, { timeoutMs: READY_MS, intervalMs: 1_000 })
  }

  /** The answer of `docker inspect` to a template. */
  async inspect(id: string, format: string): Promise<string> {
    return (await run('docker', ['inspect', '--format', format, id])).stdout.trim()
  }

  /** Kills the first process of a container as a crash would, and waits until Docker has started it again. */
  async crash({ ID }: Container): Promise<void> {
    const state = (): Promise<string> => this.inspect(ID, '{{.State.Running}} {{.State.StartedAt}}')
    const before = await state()
    process.kill(Number(await this.inspect(ID, '{{.State.Pid}}')), 'SIGKILL')
    const isBack = async (): Promise<boolean> => {
      const now = await state()
      return now !== before && now.startsWith('true')
    }
    await until(isBack, { timeoutMs: READY_MS, intervalMs: 200 })
  }

  /** Removes everything that belongs to it, its volumes included. */
  async remove(): Promise<void> {
    await this.compose(
      '--profile',
      'tls',
      '--profile',
      'observe',
      'down',
      '--volumes',
      '--remove-orphans',
      '--timeout',
      '5',
    )
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #beside(program: string, args: string[]): Promise<string> {
    const env = { ...process.env, COMPOSE_PROJECT_NAME: this.#project, COMPOSE_PROFILES: 'try' }
    return (await run(program, args, { cwd: this.folder, env, maxBuffer: OUTPUT_BYTES })).stdout
  }

  #settings(): string[] {
    const { gateway, inbox, ui, prometheus, http, https } = this.ports
    return [
      `GATEWAY_PUBLISH=127.0.0.1:${gateway}-${gateway + 1}`,
      `GATEWAY_URL=${this.gateway}`,
      `INBOX_PORT=${inbox}`,
      `TEMPORAL_UI_PORT=${ui}`,
      `TEMPORAL_UI_URL=http://127.0.0.1:${ui}`,
      `PROMETHEUS_PORT=${prometheus}`,
      `HTTP_PORT=${http}`,
      `HTTPS_PORT=${https}`,
      // The load of the trial is no abuse.
      'RATE_LIMIT_PER_MINUTE=0',
      'RATE_LIMIT_PUBLIC_PER_MINUTE=0',
      'AMBIGUOUS_SEND_WAIT_SECONDS=5',
      // SMTP reports nothing about a message whose answer was lost with the worker: the audit counts repeated messages.
      'AMBIGUOUS_SEND_POLICY=resend',
      // A busy machine may need longer for a clean stop.
      'SHUTDOWN_TIMEOUT_SECONDS=60',
    ]
  }
}

/** What .env.example says under "Trying out". */
function tryingOut(): string {
  const [, part = ''] = readFileSync(join(ROOT, '.env.example'), 'utf8').split('# --- Trying out')
  return [...(part.split('\n# ---')[0] ?? '').matchAll(/^#([A-Z_]+=.*)$/gm)].map(([, line]) => line).join('\n')
}
