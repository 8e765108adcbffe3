import { expect } from 'chai'
import type { Starter } from '../../models/domain/design/starters/starter.js'
import { expectSoundDocument, useBrowser } from '../support/browser.js'
import { useProject } from '../support/project.js'

const PHONE = { width: 375, height: 800 }
const STYLE_ELEMENTS = /<style\b[^]*?<\/style>/gi
// These run in the browser, whose types the tests do not know.
const COLUMNS = `[...document.querySelectorAll('.mj-outlook-group-fix')].map((column) => {
  const { left, right, top, bottom } = column.getBoundingClientRect()
  return { left, right, top, bottom }
})`
const WIDTHS = '[document.documentElement.scrollWidth, innerWidth]'

describe('every starter in a browser', function () {
  this.timeout(600_000)
  const { client } = useProject()
  const browser = useBrowser(() => 'about:blank')

  /** The HTML of each starter, as a recipient gets it. */
  async function documents(): Promise<{ id: string; html: string }[]> {
    const starters: Starter[] = (await client.get('/designs/starters')).body
    return Promise.all(
      starters.map(async ({ id, subject, type, design }) => {
        const { body } = await client.post('/preview', { subject, type, design })
        return { id, html: body.html as string }
      }),
    )
  }

  it('is accessible in the light and in the dark', async () => {
    const { page } = browser
    await page.setViewportSize(PHONE)
    for (const { id, html } of await documents()) {
      await page.setContent(html)
      await expectSoundDocument(page, id)
    }
  })

  // Gmail drops the style sheet for accounts of other providers.
  it('is as narrow as a phone without its style sheet, with columns below each other', async () => {
    const { page } = browser
    await page.setViewportSize(PHONE)
    for (const { id, html } of await documents()) {
      await page.setContent(html.replace(STYLE_ELEMENTS, ''))
      const [scrolled, shown]: number[] = await page.evaluate(WIDTHS)
      expect(scrolled, id).to.be.at.most(shown ?? 0)
      const columns: Record<'left' | 'right' | 'top' | 'bottom', number>[] = await page.evaluate(COLUMNS)
      expect(columns, id).not.to.have.length(0)
      for (const [index, { left, top }] of columns.entries()) {
        const before = columns[index - 1]
        if (before && left >= before.right) expect(top, id).to.be.at.least(before.bottom)
      }
    }
  })
})
