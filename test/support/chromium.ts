import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { cacheFolder } from '../../embedded/servers/cache.js'
import { provision, type Origin, type Provisioning, type Wanted } from '../../embedded/servers/provision.js'
import { runTool } from '../../embedded/servers/run-tool.js'

const PACKAGE = { name: '@sparticuz/chromium', version: '147.0.2' }
const SHA512 = 'oqXyPAlGQuT9wdZAhcx4nmhehVgEsDc2adL/+FlX8qsLh/YyOgl9GQp8dPMDIBRmktxgA9c1QSNJIQUj2UeHhQ=='

// The browser looks for the libraries and fonts that it brings along where this says.
const STARTER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here/browser" "$@"
`

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`

/** The browser inside a package of npm, with the libraries that a bare machine does not have. No script of it runs. */
const ofNpm: Origin = {
  label: `the npm package ${PACKAGE.name} ${PACKAGE.version}`,
  entry: `chromium-${PACKAGE.version}`,
  async fetch(folder, on) {
    const work = await mkdtemp(join(folder, 'package-'))
    const archive = await download(work, on)
    await run('tar', ['-xzf', archive, '-C', work], on)
    const packed = (name: string): string => join(work, 'package', 'bin', name)
    await unpack(packed('chromium.br'), join(folder, 'browser'))
    await mkdir(join(folder, 'lib'))
    for (const [name, to, ...options] of [
      ['al2023', join(folder, 'lib'), '--strip-components=1'],
      ['fonts', folder, 'fonts/'],
    ] as const) {
      await unpack(packed(`${name}.tar.br`), join(work, `${name}.tar`))
      await run('tar', ['-xf', join(work, `${name}.tar`), '-C', to, ...options], on)
    }
    await writeFile(join(folder, 'fonts.conf'), FONTS)
    await chmod(join(folder, 'browser'), 0o755)
    await writeFile(join(folder, WANTED.program), STARTER, { mode: 0o755 })
    await rm(work, { recursive: true })
  },
}

const WANTED: Wanted = {
  title: 'Chromium',
  program: 'chromium',
  readVersion: (output) => /\d+(?:\.\d+)+/.exec(output)?.[0] ?? 'unknown',
  origins: [ofNpm],
  advice: 'Install Chromium, as by `apt-get install chromium`.',
}

/** The browser for tests of pages: the one on the PATH, or one that is fetched once. Throws StackError. */
export async function chromiumFile(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { file } = await provision(WANTED, {
    env,
    cacheDir: cacheFolder(env),
    isTerminal: false,
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  })
  return file
}

async function download(into: string, on: Provisioning): Promise<string> {
  await run('npm', ['pack', '--silent', '--pack-destination', into, `${PACKAGE.name}@${PACKAGE.version}`], on)
  const archive = join(into, `${PACKAGE.name.slice(1).replace('/', '-')}-${PACKAGE.version}.tgz`)
  const found = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')
  if (found !== SHA512) throw new Error(`${PACKAGE.name} has the checksum ${found}, which is not the known one`)
  return archive
}

async function unpack(file: string, to: string): Promise<void> {
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(to))
}

async function run(command: string, args: string[], { env, signal }: Provisioning): Promise<void> {
  const { status, output } = await runTool(command, args, { env, signal })
  if (status !== 0) throw new Error(`${command} failed: ${output.trim().split('\n').at(-1)}`)
}
