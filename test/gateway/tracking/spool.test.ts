import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import type { NumberedHit } from '../../../gateway/tracking/hit.js'
import type { SpoolFile } from '../../../gateway/tracking/spool-file.js'
import { Spool, type SpoolOptions } from '../../../gateway/tracking/spool.js'
import { useFolders } from '../../embedded/folders.js'
import { compiledModule } from '../../support/compiled-program.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'

const reception = { projectId: 'p', emailId: 'e', source: 's', agent: 'a', isProbe: false }
const hit = (index: number, projectId = 'p'): NumberedHit => ({
  ...reception,
  projectId,
  kind: 'clicked',
  at: new Date(Date.UTC(2026, 0, 1) + index),
  number: index,
  isMachine: false,
  link: 'https://example.com/ä\n"?a=b',
})
const opened: NumberedHit = { ...reception, kind: 'opened', at: new Date(0), number: 99, isMachine: true }

// A process that writes hits to its spool, and stays alive.
const writer = (spool: string): string => `
  import { Spool } from '${spool}'
  const { folder, encryptionKeys, hits } = JSON.parse(process.argv[1])
  const spool = new Spool({ folder, encryptionKeys, log: { error: console.error } })
  for (const hit of hits) spool.append(hit)
  console.log('written')
  setInterval(() => {}, 1_000)
`

describe('the spool of opens and clicks', function () {
  this.timeout(30_000)
  const makeFolder = useFolders()
  const started: ChildProcess[] = []
  let folder: string
  let lines: Record<string, unknown>[]
  beforeEach(() => {
    folder = join(makeFolder(), 'spool')
    lines = []
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  const log = pino({ level: 'trace' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const makeSpool = (options: Partial<SpoolOptions> = {}): Spool =>
    new Spool({ folder, encryptionKeys: ENCRYPTION_KEYS, log, ...options })
  const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const onlyFile = (): string => {
    const [file = '', ...others] = files()
    expect(others).to.deep.equal([])
    return join(folder, file)
  }
  const writerOf = async (hits: NumberedHit[]): Promise<ChildProcess> => {
    const told = JSON.stringify({ folder, encryptionKeys: ENCRYPTION_KEYS, hits })
    const spool = await compiledModule('gateway/tracking/spool')
    const args = ['--input-type=module', '-e', writer(spool), '--', told]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    started.push(child)
    await once(child.stdout, 'data')
    return child
  }
  const readAll = async (spool: Spool): Promise<NumberedHit[]> => {
    const all: NumberedHit[] = []
    for (;;) {
      const read = await spool.readBack()
      if (!read) return all
      all.push(...read.hits)
    }
  }
  const append = (spool: Spool, index: number): SpoolFile => {
    const file = spool.append(hit(index))
    if (!file) throw new Error('not written')
    return file
  }
  // A name has the installation, the host, the process id, the start time and a random part.
  const renamePart = (part: number, text: string): void => {
    const file = onlyFile()
    const parts = file.slice(folder.length + 1).split('.')
    parts[part] = text
    renameSync(file, join(folder, parts.join('.')))
  }
  const left = (index: number, options: Partial<SpoolOptions> = {}): void => {
    const spool = makeSpool(options)
    append(spool, index)
    spool.close()
  }

  it('returns what a killed process wrote, unchanged', async () => {
    const child = await writerOf([hit(1), opened, hit(2)])
    const spool = makeSpool()
    spool.takeOver()
    expect(spool.hasUnread, 'while it lives').to.equal(false)

    child.kill('SIGKILL')
    await once(child, 'exit')
    spool.takeOver()
    expect(await readAll(spool)).to.deep.equal([hit(1), opened, hit(2)])
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['opens and clicks of an ended gateway are taken over'])
  })

  it('distinguishes a process from a later one with the same id', async () => {
    await writerOf([hit(1)])
    renamePart(3, '1')
    const spool = makeSpool()
    spool.takeOver()
    expect(await readAll(spool)).to.deep.equal([hit(1)])
  })

  it('gives a file to one of several readers, and to the next when that one ends', async () => {
    left(1)
    const [first, second] = [makeSpool(), makeSpool()]
    first.takeOver()
    second.takeOver()
    expect([first.hasUnread, second.hasUnread]).to.deep.equal([true, false])
    first.close()
    second.takeOver()
    expect(await readAll(second)).to.deep.equal([hit(1)])
  })

  it('takes over a file of another host that was not touched for ten minutes', () => {
    const spool = makeSpool()
    append(makeSpool(), 1)
    renamePart(1, 'another-host')
    spool.takeOver()
    expect(spool.hasUnread).to.equal(false)
    const longAgo = new Date(Date.now() - 11 * 60_000)
    utimesSync(onlyFile(), longAgo, longAgo)
    spool.takeOver()
    expect(spool.hasUnread).to.equal(true)
    expect(statSync(onlyFile()).mtimeMs).to.be.above(Date.now() - 60_000)
  })

  it('shows other hosts continuously that it holds its files', () => {
    const spool = makeSpool()
    append(spool, 1)
    const longAgo = new Date(Date.now() - 11 * 60_000)
    utimesSync(onlyFile(), longAgo, longAgo)
    spool.takeOver()
    expect(statSync(onlyFile()).mtimeMs).to.be.above(Date.now() - 60_000)
  })

  it('accepts files of a gateway that does not have the new encryption key yet', async () => {
    left(1)
    const spool = makeSpool({ encryptionKeys: ['f'.repeat(64), ...ENCRYPTION_KEYS] })
    spool.takeOver()
    expect(await readAll(spool)).to.deep.equal([hit(1)])
  })

  it('ignores files of other installations', () => {
    left(1, { encryptionKeys: ['f'.repeat(64)] })
    writeFileSync(join(folder, 'notes.jsonl'), '{}\n')
    const spool = makeSpool()
    spool.takeOver()
    expect(spool.hasUnread).to.equal(false)
    expect(files()).to.have.length(2)
  })

  it('follows no link that was put into its folder', () => {
    left(1)
    const file = onlyFile()
    renameSync(file, `${folder}.elsewhere`)
    symlinkSync(`${folder}.elsewhere`, file)
    const spool = makeSpool()
    spool.takeOver()
    expect(spool.hasUnread).to.equal(false)
  })

  it('is readable only by its owner', () => {
    append(makeSpool(), 1)
    expect(statSync(folder).mode & 0o777).to.equal(0o700)
    expect(statSync(onlyFile()).mode & 0o777).to.equal(0o600)
  })

  it('removes a file with the last of its hits, and not before', () => {
    const spool = makeSpool()
    expect(files()).to.deep.equal([])
    const [first, second] = [append(spool, 1), append(spool, 2)]
    first.complete(1)
    expect(files()).to.have.length(1)
    second.complete(1)
    expect(files()).to.deep.equal([])
    append(spool, 3)
    expect(files()).to.have.length(1)
  })

  it('keeps a file with evicted hits until they are read back and recorded', async () => {
    const spool = makeSpool()
    append(spool, 1).complete(1)
    append(spool, 2).evict()
    append(spool, 3).complete(1)
    expect(files()).to.have.length(1)
    const read = await spool.readBack()
    expect(read?.hits).to.deep.equal([hit(2), hit(3)])
    expect(await spool.readBack()).to.equal(null)
    read?.file.complete(1)
    read?.file.complete(1)
    expect(files()).to.deep.equal([])
  })

  it('begins a new file when one is full, and reads them one at a time', async () => {
    const spool = makeSpool({ maxFileBytes: 500 })
    for (let index = 0; index < 20; index += 1) append(spool, index).evict()
    expect(files().length).to.be.within(5, 10)
    const read = await spool.readBack()
    expect(read?.hits.length).to.be.within(2, 4)
    expect([...(read?.hits ?? []), ...(await readAll(spool))]).to.have.length(20)
  })

  it('skips the line in which a crash came, and logs that', async () => {
    left(1)
    appendFileSync(onlyFile(), JSON.stringify(hit(2)).slice(0, 30))
    const spool = makeSpool()
    spool.takeOver()
    expect(await readAll(spool)).to.deep.equal([hit(1)])
    expect(lines.at(-1)).to.include({ broken: 1 })
  })

  it('skips lines that the disk has damaged, and returns the rest', async () => {
    left(1)
    const whole = (index: number): string => JSON.stringify({ ...hit(index), link: 'https://example.com/{"a":"{b"}' })
    const damaged = [
      `\u0000\uFFFD\u0000${whole(2)}`,
      `${whole(3).slice(0, 40)}${whole(4)}`,
      whole(5).slice(20),
      whole(6),
    ]
    appendFileSync(onlyFile(), `${damaged.join('\n')}\n`)
    const spool = makeSpool()
    spool.takeOver()
    expect((await readAll(spool)).map(({ number }) => number)).to.deep.equal([1, 2, 4, 6])
    expect(lines.at(-1)).to.include({ broken: 3 })
  })

  it('continues in another file when its folder has vanished, and logs that once', async () => {
    const spool = makeSpool()
    append(spool, 1)
    rmSync(folder, { recursive: true })
    expect(append(spool, 2)).to.not.equal(null)
    spool.takeOver()
    append(spool, 3)
    expect(statSync(onlyFile()).size).to.be.above(0)
    spool.takeOver()
    spool.close()
    const next = makeSpool()
    next.takeOver()
    expect(await readAll(next)).to.deep.equal([hit(3)])
    expect(lines.filter(({ level }) => Number(level) >= 40)).to.have.length(1)
  })

  it('removes a file without a complete hit', async () => {
    left(1)
    writeFileSync(onlyFile(), '{"kind":"clicked"}\n\n{')
    const spool = makeSpool()
    spool.takeOver()
    expect(await readAll(spool)).to.deep.equal([])
    expect(files()).to.deep.equal([])
  })

  it('works without a disk that cannot be written, and logs that once', () => {
    writeFileSync(folder, 'no folder')
    const spool = makeSpool()
    for (let index = 0; index < 50; index += 1) expect(spool.append(hit(index))).to.equal(null)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ level: 50, msg: 'opens and clicks wait in memory only' })
    expect(JSON.stringify(lines)).not.to.include('example.com')
  })

  it('accepts no more than its limit, and logs that once', () => {
    const spool = makeSpool({ maxBytes: 2_000, maxFileBytes: 500 })
    const written = Array.from({ length: 30 }, (_, index) => spool.append(hit(index, `p${index}`))).filter(Boolean)
    expect(written.length).to.be.within(5, 15)
    expect(files().reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).to.be.below(2_500)
    expect(lines).to.have.length(1)
  })

  it('gives a project at most as much space as it leaves to the others', () => {
    const spool = makeSpool({ maxBytes: 20_000, maxFileBytes: 5_000 })
    const appended = (projectId: string): number =>
      Array.from({ length: 200 }, (_, index) => spool.append(hit(index, projectId))).filter(Boolean).length
    const [flood, other, third] = [appended('flood'), appended('other'), appended('third')]
    expect(other).to.be.within(flood / 2 - 3, flood / 2 + 3)
    expect(third).to.be.within(flood / 4 - 3, flood / 4 + 3)
    expect(lines, 'no failure of the disk').to.deep.equal([])
  })
})
