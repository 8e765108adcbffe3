import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { expect } from 'chai'
import { build } from 'vite'
import { expectSoundPage, useBrowser } from '../support/browser.js'
import { eventuallyEquals } from '../support/eventually.js'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

describe('the components of the dashboard', function () {
  this.timeout(600_000)
  let folder: string
  let server: Server
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-gallery-'))
    const settings = { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } }
    const { NODE_ENV } = process.env
    await build({
      root: 'dashboard/gallery',
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), tailwind()],
      build: settings,
    })
    // Vite sets it for the whole process, and other tests hand their environment on.
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    server = createServer(({ url = '/' }, res) => {
      const file = join(folder, url === '/' ? 'index.html' : url)
      res.setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const watched = useBrowser(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  beforeEach(async () => {
    await watched.page.goto('/')
    await watched.page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
  })
  const button = (name: string) => watched.page.getByRole('button', { name, exact: true })

  it('are accessible in each of their states, in both themes and on the narrowest screen', async () => {
    await expectSoundPage(watched.page)
  })

  it('can be opened, used and closed by the keyboard, and return the focus', async () => {
    const { page } = watched
    for (const [opener, title] of [
      ['Open a dialog', 'A dialog'],
      ['Open a drawer', 'A drawer'],
    ] as const) {
      await button(opener).press('Enter')
      await page.getByRole('dialog', { name: title }).waitFor()
      await expectSoundPage(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await eventuallyEquals(() => page.evaluate('document.activeElement.textContent'), opener)
    }
    await button('Menu').press('Enter')
    await page.getByRole('menuitem', { name: 'Second' }).press('Enter')
    await page.getByText('second', { exact: true }).waitFor()
    await button('Say it').press('Enter')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('taken back').waitFor()
  })

  it('allow a deletion only once the name is typed', async () => {
    const { page } = watched
    await button('Delete…').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete the project?' })
    expect(await dialog.getByRole('button', { name: 'Delete it' }).isDisabled()).to.equal(true)
    await dialog.getByRole('textbox').fill('Shop')
    await page.keyboard.press('Enter')
    await page.getByText('deleted', { exact: true }).waitFor()
    // The field of the dialog was focused automatically.
    await eventuallyEquals(() => page.evaluate('document.activeElement.textContent'), 'Delete…')
  })

  it('ignore Enter for an option that was found for another text', async () => {
    const { page } = watched
    const city = page.getByRole('combobox', { name: 'City' })
    await city.click()
    await page.getByRole('option', { name: 'Athens' }).waitFor()
    await city.press('b')
    await city.press('Enter')
    expect(await page.getByText('No city').count()).to.equal(1)
    await page.evaluate("dispatchEvent(new Event('answer'))")
    await page.getByRole('option', { name: 'Athens' }).waitFor({ state: 'detached' })
    await city.press('Enter')
    await page.getByText('City: berlin').waitFor()
  })

  it('can be filled and chosen from by the keyboard', async () => {
    const { page } = watched
    const fruit = page.getByRole('combobox', { name: 'Fruit' })
    await fruit.press('b')
    await page.getByRole('listbox', { name: 'Fruit' }).getByRole('option', { name: 'Banana' }).waitFor()
    await fruit.press('ArrowDown')
    await fruit.press('Enter')
    await page.getByText('Fruit: banana').waitFor()
    await page.getByRole('switch', { name: 'Tracked' }).press('Space')
    await page
      .getByRole('radio', { name: /^Small/ })
      .first()
      .press('ArrowDown')
    await page.getByText('tracked, large', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'First' }).focus()
    await page.keyboard.press('j')
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Second')
    // This opens the palette, and does not move to the previous row.
    await page.keyboard.press('Control+k')
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Second')
  })
})
