import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.js'
import { sumOf, type Results } from './results.js'
import { runInGroups } from './run-groups.js'

describe('a run in groups', () => {
  const folder = makeDataDir('posthorn-groups-')
  after(() => rmSync(folder, { recursive: true }))

  function fileOf(name: string, body: string): string {
    const file = join(folder, `${name}.cjs`)
    writeFileSync(file, `describe('${name}', () => { it('a', () => {${body}}) })`)
    return file
  }

  it('names the files that hang, end their process or cannot be loaded, and runs the others', async () => {
    const bodies = ['', 'while (true);', '', 'process.exit(3)', '}', '']
    const files = bodies.map((body, n) => fileOf(`file-${n}`, body))
    const all: Results[] = []
    const said: string[] = []
    await runInGroups(files, 1, {
      nodeFlags: ['--import=tsx'],
      workDir: folder,
      limits: { fileMs: 2_000, graceMs: 100 },
      env: () => ({}),
      onResults: (results, text) => void (all.push(results), said.push(text)),
    })
    const { passed, failed, failures } = sumOf(all)
    expect({ passed, failed }).to.deep.equal({ passed: 3, failed: 3 })
    expect(failures[0]).to.match(/file-1\.cjs: the process ended by SIGKILL, stopped because it took longer than/)
    expect(failures[1]).to.match(/file-3\.cjs: the process ended by 3\.$/)
    expect(failures[2]).to.match(/file-4\.cjs: [^]*SyntaxError/)
    expect(said.join('')).to.match(/file-0\s+.* a[^]*file-2\s+.* a[^]*file-5\s+.* a/)
  })
})
