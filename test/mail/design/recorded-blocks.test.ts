import { expect } from 'chai'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderDesign } from '../../../mail/design/render.js'
import { compile } from '../../../mail/rendering/compile.js'
import { render } from '../../../mail/rendering/render-message.js'
import { readEmailDesign } from '../../../models/domain/design/read-design.js'
import { BLOCK_CASES, IMAGES, type BlockCase } from './block-cases.js'
import { expectWholeMarkup } from './whole-markup.js'

const FOLDER = fileURLToPath(new URL('recorded/', import.meta.url))
// `RECORD=1 npm test -- test/mail/design/recorded-blocks.test.ts` writes the files anew. Read the difference.
const isRecording = process.env['RECORD'] === '1'
const VALUES = { plan: 'pro', event: { items: [{ 'name (en)': 'Cup' }, {}] } }

function bodyOf({ blocks, theme = {}, brand = {}, language = 'en', previewText = [] }: BlockCase): string {
  const { design, errors } = readEmailDesign({ version: 1, theme, previewText, blocks })
  expect(errors).to.equal(undefined)
  if (!design) throw new Error('No design')
  const images = Object.fromEntries(IMAGES.map((id) => [id, `https://mail.example.com/uploads/${id}.png`]))
  const { body = '' } = renderDesign({ design, brand, language, projectName: 'Acme & Co', images })
  return body
}

/** The visible part of a document with each element on its own line, so that differences can be read. */
function inLines(html: string): string {
  return `${html.slice(html.indexOf('<body')).replaceAll('><', '>\n<')}\n`
}

describe('a design', () => {
  for (const [name, design] of Object.entries(BLOCK_CASES)) {
    it(`with ${name} is written as recorded, whole for Outlook and for others`, () => {
      const body = bodyOf(design)
      const file = `${FOLDER}${name}.txt`
      if (isRecording) {
        mkdirSync(FOLDER, { recursive: true })
        writeFileSync(file, inLines(body))
      }
      expect(inLines(body)).to.equal(readFileSync(file, 'utf8'))
      const compiled = compile(body)
      for (const values of [{}, VALUES]) {
        expectWholeMarkup(render(compiled, { ...values, data: values }, { escape: true }))
      }
    })
  }

  it('has what mailboxes need around its content', () => {
    const body = bodyOf({ blocks: [{ id: 'd', type: 'divider' }], language: 'ar' })
    for (const part of [
      '<html lang="ar" dir="rtl"',
      '<meta name="viewport"',
      '<meta name="color-scheme" content="light dark" />',
      '<meta name="x-apple-disable-message-reformatting" />',
      '<o:PixelsPerInch>96</o:PixelsPerInch>',
      '@media (prefers-color-scheme:dark){',
      '[data-ogsb] ',
    ]) {
      expect(body).to.include(part)
    }
    expect(body).to.not.match(/(?:href|src|url)\b[=(]["']?https?:/)
    const tables = [...body.matchAll(/<table\b[^>]*>/g)].map(([table]) => table)
    expect(tables.filter((table) => !table.includes('role="presentation"'))).to.deep.equal([])
  })
})
