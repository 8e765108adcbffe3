import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const IMPORT = /\b(?:from|import) '(\.[^']+)'/g

// Each of two needs the other, and both are in one wing: an audience is segments and contacts, a version of a workflow
// is kept by its executions, and an invited address becomes a user.
const PAIRS = [
  ['audience/contacts', 'audience/segments'],
  ['automation/executions', 'automation/workflows'],
  ['accounts/members', 'accounts/users'],
]

interface Restriction {
  patterns: { group: string[]; importNames: string[] }[]
}

interface OxlintConfig {
  overrides: { files: string[]; rules: Record<string, unknown> }[]
}

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const commandFiles = readdirSync(`${ROOT}commands`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `commands/${file}`)
const { overrides } = JSON.parse(read('.oxlintrc.json')) as OxlintConfig

/** Expects every path, and what stands before the first star of a pattern, to exist. */
function expectAll(patterns: string[], of: string): void {
  const paths = patterns.flatMap(alternativesOf).map((path) => path.split('*')[0] ?? '')
  expect(
    paths.filter((path) => !existsSync(`${ROOT}${path}`)),
    of,
  ).to.deep.equal([])
}

/** The patterns for which one with alternatives in braces stands. */
function alternativesOf(pattern: string): string[] {
  const [all, before = '', within = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return all ? within.split(',').flatMap((one) => alternativesOf(`${before}${one}${after}`)) : [pattern]
}

describe('what guards the structure of the code', () => {
  it('names functions that exist where it restricts imports', () => {
    const restrictions = overrides.flatMap(({ rules }) => {
      const rule = rules['no-restricted-imports']
      return Array.isArray(rule) ? (rule as [string, Restriction])[1].patterns : []
    })
    expect(restrictions).to.have.length.above(0)
    for (const { group, importNames } of restrictions) {
      const endings = group.map((pattern) => pattern.replace(/^\*\*(.*)\.js$/, '$1.ts'))
      const sources = commandFiles.filter((file) => endings.some((ending) => file.endsWith(ending))).map(read)
      for (const name of importNames) {
        const isExported = sources.some((source) => new RegExp(`export (?:async )?function ${name}\\b`).test(source))
        expect(isExported, `${name} of ${group.join()}`).to.equal(true)
      }
    }
  })

  it('names files that exist', async () => {
    expectAll(
      overrides.flatMap(({ files }) => files),
      '.oxlintrc.json',
    )
    const { entry, project } = JSON.parse(read('knip.json')) as { entry: string[]; project: string[] }
    expectAll([...entry, ...project], 'knip.json')
    const { ROOMS } = (await import(`${ROOT}lint/rooms.js`)) as { ROOMS: Record<string, { may?: string[] }> }
    expectAll([...Object.keys(ROOMS), ...Object.values(ROOMS).flatMap(({ may = [] }) => may)], 'lint/rooms.js')
    const { ALLOWED } = (await import(`${ROOT}lint/scans.js`)) as { ALLOWED: string[] }
    expectAll(ALLOWED, 'lint/scans.js')
  })

  it('holds the folders of commands in an order, but for three pairs', () => {
    const imported = new Map<string, Set<string>>()
    for (const file of commandFiles) {
      const folder = folderOf(file)
      const targets = imported.get(folder) ?? new Set<string>()
      imported.set(folder, targets)
      for (const [, source = ''] of read(file).matchAll(IMPORT)) {
        const target = normalize(`${dirname(file)}/${source}`)
        if (target.startsWith('commands/') && folderOf(target) !== folder) targets.add(folderOf(target))
      }
    }
    expect([...imported.keys()].filter((folder) => folder.endsWith('.ts'))).to.deep.equal([])
    for (const [one = '', other = ''] of PAIRS) {
      expect(imported.get(one)?.has(other) && imported.get(other)?.has(one), `${one}, ${other}`).to.equal(true)
      imported.get(one)?.delete(other)
    }
    // A folder that imports none that is left can be taken away; a cycle stays.
    for (let size = -1; size !== imported.size;) {
      size = imported.size
      for (const [folder, targets] of imported) {
        if (![...targets].some((target) => imported.has(target))) imported.delete(folder)
      }
    }
    expect(Object.fromEntries([...imported].map(([folder, targets]) => [folder, [...targets]]))).to.deep.equal({})
  })

  it('lies in wings, and nowhere else', async () => {
    const { WINGS } = (await import(`${ROOT}lint/rooms.js`)) as { WINGS: string[] }
    expect(readdirSync(`${ROOT}commands`)).to.have.members(WINGS)
  })
})

function folderOf(file: string): string {
  return file.split('/').slice(1, 3).join('/')
}
