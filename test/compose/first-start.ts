import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from '../docs/documents.js'
import { expectThat } from './expect-that.js'
import { SERVERS, type Installation } from './installation.js'

const run = promisify(execFile)
const IMAGE = 'posthorn:latest'
const IMAGE_LIMIT_MB = 350
const MEGABYTE = 1_000_000

/** The secrets that the first start prints once. */
export interface FirstStart {
  email: string
  password: string
  publicKey: string
  secret: string
}

/** Builds an image, in the way of the stand-ins where there is no BuildKit. Returns its size and what it lacks. */
export async function buildImage(): Promise<string> {
  await shown('docker', ['build', '--network', 'host', '--tag', IMAGE, '.'], ROOT)
  const { stdout } = await run('docker', ['image', 'inspect', '--format', '{{.Size}} {{.Config.User}}', IMAGE])
  const [bytes = '', user = ''] = stdout.trim().split(' ')
  const megabytes = Math.round(Number(bytes) / MEGABYTE)
  expectThat(megabytes < IMAGE_LIMIT_MB, `the image has ${megabytes} MB`)
  expectThat(user === '65532:65532', `the image runs as ${user}`)
  const find = `const { existsSync } = require('fs'); console.log(['node_modules/tsx', 'node_modules/typescript', 'node_modules/mocha', 'test', 'dist/workers/workflow-bundle.js', 'dist/workflow-bundle.js'].filter((path) => existsSync(path)).join())`
  const there = await run('docker', ['run', '--rm', '--entrypoint', '/usr/local/bin/node', IMAGE, '-e', find])
  expectThat(!/tsx|typescript|mocha|test/.test(there.stdout), `the image holds ${there.stdout}`)
  return `${megabytes} MB, user ${user}; without tsx, compiler and tests`
}

/** The first `up`: every service becomes healthy, and the log shows the first user and the keys. */
export async function firstStart(at: Installation): Promise<FirstStart> {
  await shown('docker', at.arguments('up', '--detach', '--no-build', '--quiet-pull'), at.folder)
  await at.untilUp()
  const said = await at.compose('logs', '--no-log-prefix', 'set-up')
  const of = (pattern: RegExp): string => {
    const [, value] = pattern.exec(said) ?? []
    if (!value) throw new Error(`set-up does not say ${pattern}:\n${said}`)
    return value
  }
  return {
    email: of(/User +(\S+)/),
    password: of(/password (\S+)/),
    publicKey: of(/Public key +(\S+)/),
    secret: of(/Secret key +(\S+)/),
  }
}

/** A second `up` makes nothing new. */
export async function secondStart(at: Installation): Promise<string> {
  const before = await running(at)
  await at.compose('up', '--detach', '--no-build')
  await at.untilUp()
  expectThat((await running(at)) === before, 'the second start has replaced containers')
  const said = await at.compose('logs', '--no-log-prefix', 'set-up', 'secrets', 'mongodb-set-up')
  expectThat(said.split('Posthorn is set up').length === 2, `the second start has set up anew:\n${said}`)
  return 'the same containers and secrets, no second user'
}

async function running(at: Installation): Promise<string> {
  const containers = await at.containers()
  return containers
    .filter(({ Service }) => SERVERS.includes(Service))
    .map(({ ID }) => ID)
    .toSorted()
    .join()
}

/** Runs a command whose output is for the person who watches. */
async function shown(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DOCKER_BUILDKIT: process.env['DOCKER_BUILDKIT'] ?? '0' },
  })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`)
}
