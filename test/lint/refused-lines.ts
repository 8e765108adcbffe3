import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Diagnostics {
  diagnostics: { filename: string; code: string; labels: { span: { line: number } }[] }[]
}

/** The lines that a rule of the project refuses, of each module by its name. */
export async function refusedLines(rule: string, modules: Record<string, string>): Promise<Map<string, number[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-lint-'))
  const config = { jsPlugins: [`${ROOT}lint/posthorn.js`], categories: {}, rules: { [`posthorn/${rule}`]: 'error' } }
  try {
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, plugins: [] }))
    const names = Object.keys(modules)
    for (const [at, name] of names.entries()) await writeFile(join(folder, `${at}.js`), modules[name] ?? '')
    const run = promisify(execFile)(`${ROOT}node_modules/.bin/oxlint`, ['-f', 'json', '-A', 'all', '.'], {
      cwd: folder,
    })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    const found = new Map<string, number[]>(names.map((name) => [name, []]))
    const { diagnostics } = JSON.parse(stdout) as Diagnostics
    for (const { filename, code, labels } of diagnostics) {
      expect(code).to.equal(`posthorn(${rule})`)
      found.get(names[Number.parseInt(filename, 10)] ?? '')?.push(labels[0]?.span.line ?? 0)
    }
    return found
  } finally {
    await rm(folder, { recursive: true })
  }
}
