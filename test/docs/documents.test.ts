import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect } from 'chai'
import { parseUrl } from '../../models/domain/url.js'
import { CONFIGURATION, configurationDocument } from './configuration-document.js'
import { codeBlocks, DOCUMENTS, prose, readDocument, ROOT } from './documents.js'

const MAX_README_LINES = 300
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g
const CODE = /`([^`\n]+)`/g
const ROOMS =
  'gateway|workers|cli|outbox|activities|workflows|commands|mail|models|runtime|embedded|bench|test|lint|docs'
const PATH = new RegExp(`^(?:${ROOMS})/[\\w./-]*$|^\\.[\\w.-]+/[\\w./-]+$`)
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
