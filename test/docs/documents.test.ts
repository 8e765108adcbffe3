import { spawnSync } from 'node:child_process'
import { SOURCE_TYPES } from '../../models/domain/message-kinds.js'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect } from 'chai'
import { commandNames } from '../../cli/commands.js'
import { SYSTEM_EVENTS } from '../../models/domain/event-names.js'
import { parseUrl } from '../../models/domain/url.js'
import { CONFIGURATION, configurationDocument } from './configuration-document.js'
import { DATA, dataDocument } from './data-document.js'
import { compiledProgram } from '../support/compiled-program.js'
import { codeBlocks, DOCUMENTS, prose, readDocument, ROOT, section } from './documents.js'

const MAX_README_LINES = 300
const ARCHITECTURE = 'docs/architecture.md'
const NOT_OURS = ['node_modules', 'dist']
const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.includes(entry.name))
  .map(({ name }) => name)

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g
const CODE = /`([^`\n]+)`|^(?!\|).*\b(?:Note over|npm test|deploy\/).*$/gm
const PATH = new RegExp(`(?<![\\w./<>@:-])(?:${FOLDERS.join('|')})/[\\w./-]*(?![\\w<>*…-])`, 'g')
const NPM_RUN = /\bnpm run (?:--silent )?([\w:-]+)/g
// A command, and what follows up to the end of its code or line.
const COMMAND = /\b(?:posthorn|run --rm tools) ([a-z][a-z-]*)\b([^`\n]*)/g
const DOCUMENT = /\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }

describe('the documents', () => {
  for (const path of DOCUMENTS) {
    describe(path, () => {
      const markdown = readDocument(path)

      it('links to files and headings that exist', () => {
        for (const [, target = ''] of prose(markdown).matchAll(LINK)) {
          if (/^https?:/.test(target)) expect(parseUrl(target), target).to.not.equal(null)
          else expectTarget(path, target)
        }
      })

      it('names files and folders that exist', () => {
        for (const [code] of markdown.matchAll(CODE)) {
          for (const [named] of code.matchAll(PATH)) {
            expect(existsSync(`${ROOT}${named}`), `${named} is missing`).to.equal(true)
          }
        }
      })

      it('names scripts of the package that exist', () => {
        for (const [, script = ''] of markdown.matchAll(NPM_RUN)) expect(scripts).to.have.property(script)
      })

      it('names commands of operators that exist', () => {
        for (const [call, name] of markdown.matchAll(COMMAND)) expect(commandNames(), call).to.include(name)
      })

      it('holds commands that a shell can read', () => {
        for (const input of codeBlocks(markdown, 'sh')) {
          const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' })
          expect(status, `${stderr}\n${input}`).to.equal(0)
        }
      })
    })
  }

  it('are named by code and settings where they are', () => {
    const names = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile())
    const files = [...names.map(({ name }) => name), ...FOLDERS.flatMap(filesIn)]
    for (const file of files.filter((name) => /\.(?:ts|js|json|ya?ml|sh|example)$|^Dockerfile$/.test(name))) {
      for (const [target] of readDocument(file).matchAll(DOCUMENT)) expectTarget('README.md', target, file)
    }
  })

  it('give a command of operators options that it has', async () => {
    const helps = await readHelps()
    for (const path of DOCUMENTS) {
      for (const [call, name = '', rest = ''] of readDocument(path).matchAll(COMMAND)) {
        const options = [...rest.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option)
        const help = helps.get(name) ?? ''
        for (const option of options) expect(help, `${path}: ${call}`).to.include(option)
      }
    }
  })

  it('list every command of operators', () => {
    const list = section(readDocument('docs/operating/install.md'), 'Commands')
    for (const name of commandNames()) expect(list).to.include(`\`${name}\``)
  })

  it('keep the README short enough to be read', () => {
    expect(readDocument('README.md').split('\n').length - 1).to.be.at.most(MAX_README_LINES)
  })

  it('name what limits, allows and counts the mail of every source', () => {
    const table = section(readDocument(ARCHITECTURE), 'Ways out for mail')
    for (const source of [...SOURCE_TYPES.map((type) => `\`${type}\``), 'mail to users']) {
      const row = table.split('\n').find((line) => line.startsWith(`| ${source} `)) ?? ''
      const cells = row.split('|').slice(1, -1)
      expect(cells.length, `${source} has no line`).to.equal(5)
      const isReceived = source === '`INBOUND`'
      for (const cell of isReceived ? cells.slice(0, 2) : cells) expect(cell.trim(), source).to.not.equal('')
    }
  })

  it('describe the settings as they are declared, after `npm run docs`', () => {
    expect(readDocument(CONFIGURATION)).to.equal(configurationDocument())
  })

  it('describe the collections as they are declared and written, after `npm run docs`', () => {
    expect(readDocument(DATA)).to.equal(dataDocument())
  })

  it('show collections that exist', () => {
    const picture = section(readDocument(ARCHITECTURE), 'Collections')
    const shown = [...picture.matchAll(/^ {2}(\w+) [|}{o-]+ (\w+) :/gm)].flatMap(([, from, to]) => [from, to])
    expect(shown).to.include('emails')
    for (const collection of shown) expect(readDocument(DATA)).to.include(`\n## \`${collection}\`\n`)
  })

  it('name each event of the service, and when it is recorded', () => {
    const rows = section(readDocument('docs/api.md'), 'System events').replaceAll(/ +\|/g, ' |')
    for (const { name, description } of SYSTEM_EVENTS) expect(rows).to.include(`| \`${name}\` | ${description} |`)
  })

  it('list the imports that the rule between rooms allows', async () => {
    const { ROOMS, WINGS } = (await import(`${ROOT}lint/rooms.js`)) as {
      ROOMS: Record<string, { may?: string[] }>
      WINGS: string[]
    }
    const text = readDocument(ARCHITECTURE)
    const table = text.split(/\n\| Room +\| May import/).at(-1) ?? ''
    const rows = new Map([...table.matchAll(/^\| `([\w/.-]+)` +\| (.+?) +\|$/gm)].map(([, room, may]) => [room, may]))
    for (const [room, { may }] of Object.entries(ROOMS)) {
      if (/^(?:commands|dashboard)\//.test(room)) continue
      const [cell = '', others] = [rows.get(room), may?.filter((path) => path !== room)]
      if (others?.length) expect([...cell.matchAll(/`(.+?)`/g)].map(([, path]) => path)).to.have.members(others, room)
      else expect(cell, room).to.match(may ? /^nothing$/ : /^anything\b/)
    }
    const wings = [...section(text, 'Wings of `commands/`').matchAll(/^\| `commands\/(\w+)\/`/gm)].map(
      ([, wing]) => wing,
    )
    expect(wings).to.deep.equal(WINGS)
    const parts = Object.keys(ROOMS).filter((room) => room.startsWith('dashboard/') && room !== 'dashboard/')
    for (const part of parts) expect(section(text, 'Parts of the dashboard')).to.include(`\`${part}\``)
  })
})

/** Expects the target of a link that stands in a document, or the document that a file names. */
function expectTarget(path: string, target: string, file = path): void {
  const [name = '', anchor] = target.split('#')
  const linked = name === '' ? path : normalize(join(dirname(path), name))
  expect(existsSync(`${ROOT}${linked}`), `${file}: ${target} is missing`).to.equal(true)
  if (anchor !== undefined) expect(anchorsOf(readDocument(linked)), `${file}: ${target}`).to.include(anchor)
}

/** What `posthorn <name> --help` prints for each command, all by one process. */
async function readHelps(): Promise<Map<string, string>> {
  const names = commandNames()
  const program = [
    `const { posthorn } = await import('${await compiledProgram('cli/posthorn')}')`,
    ...names.map((name) => `await posthorn(['${name}', '--help']); process.stdout.write('\\0')`),
  ].join('\n')
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const texts = stdout.split('\0')
  return new Map(names.map((name, n) => [name, texts[n] ?? '']))
}

function filesIn(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
}

/** The anchors that GitHub gives to a document's headings. */
function anchorsOf(markdown: string): string[] {
  return [...prose(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
