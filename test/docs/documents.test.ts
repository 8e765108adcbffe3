import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect } from 'chai'
import { commandNames } from '../../cli/commands.js'
import { parseUrl } from '../../models/domain/url.js'
import { CONFIGURATION, configurationDocument } from './configuration-document.js'
import { runPosthorn } from '../support/run-program.js'
import { codeBlocks, DOCUMENTS, prose, readDocument, ROOT, section } from './documents.js'

const MAX_README_LINES = 300
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g
const CODE = /`([^`\n]+)`/g
const ROOMS =
  'gateway|workers|cli|outbox|activities|workflows|commands|mail|models|runtime|embedded|bench|test|lint|docs'
const PATH = new RegExp(`^(?:${ROOMS})/[\\w./-]*$|^\\.[\\w.-]+/[\\w./-]+$`)
// What follows the command up to the end of its code or line.
const POSTHORN = /(?:[`$] ?|npx |run --rm tools )(?:posthorn |(?<=tools ))([a-z][a-z-]*)\b([^`\n]*)/g
const DEPLOYED = ['docker-compose.yml', 'deploy/restore.sh'] as const
const NPM_RUN = /\bnpm run ([\w:-]+)/g

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }

describe('the documents for readers', () => {
  for (const path of DOCUMENTS) {
    describe(path, () => {
      const markdown = readDocument(path)

      it('links to files and headings that exist', () => {
        for (const [, target = ''] of prose(markdown).matchAll(LINK)) {
          if (/^https?:/.test(target)) {
            expect(parseUrl(target), target).to.not.equal(null)
            continue
          }
          const [file = '', anchor] = target.split('#')
          const linked = file === '' ? path : normalize(join(dirname(path), file))
          expect(existsSync(`${ROOT}${linked}`), `${target} is missing`).to.equal(true)
          if (anchor !== undefined) expect(anchorsOf(readDocument(linked)), target).to.include(anchor)
        }
      })

      it('names files and folders that exist', () => {
        for (const [, code = ''] of prose(markdown).matchAll(CODE)) {
          if (PATH.test(code) && !code.startsWith('.posthorn')) {
            expect(existsSync(`${ROOT}${code}`), `${code} is missing`).to.equal(true)
          }
        }
      })

      it('names scripts of the package that exist', () => {
        for (const [, script = ''] of markdown.matchAll(NPM_RUN)) expect(scripts).to.have.property(script)
      })

      it('names tests in its commands that exist', () => {
        for (const [, file = ''] of markdown.matchAll(/\b(test\/[\w/.-]+\.test\.ts)\b/g)) {
          expect(existsSync(`${ROOT}${file}`), `${file} is missing`).to.equal(true)
        }
      })
    })
  }

  it('name commands of posthorn, and options of theirs, that exist', async () => {
    const helps = new Map<string, string>()
    for (const path of [...DOCUMENTS, ...DEPLOYED]) {
      for (const [call, name = '', rest = ''] of readDocument(path).matchAll(POSTHORN)) {
        expect(commandNames(), `${path}: ${call}`).to.include(name)
        const options = [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option)
        if (options.length === 0 || options.includes('--help')) continue
        const help = helps.get(name) ?? (await runPosthorn([name, '--help'], { MONGODB_URI: '' })).printed
        helps.set(name, help)
        for (const option of options) expect(help, `${path}: ${call}`).to.include(option)
      }
    }
  })

  it('name every command of posthorn in the list for operators', () => {
    const list = section(readDocument('docs/operating/install.md'), 'Commands')
    for (const name of commandNames()) expect(list).to.include(`\`posthorn ${name}\``)
  })

  it('keep the README short enough to be read', () => {
    expect(readDocument('README.md').split('\n').length - 1).to.be.at.most(MAX_README_LINES)
  })

  it('describe the settings as they are declared, after `npm run docs`', () => {
    expect(readDocument(CONFIGURATION)).to.equal(configurationDocument())
  })

  it('hold commands that a shell can read', () => {
    for (const path of DOCUMENTS) {
      for (const block of codeBlocks(readDocument(path), 'sh')) {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' })
        expect(status, `${path}: ${stderr}\n${block}`).to.equal(0)
      }
    }
  })
})

/** The anchors that GitHub gives to a document's headings. */
function anchorsOf(markdown: string): string[] {
  return [...prose(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
