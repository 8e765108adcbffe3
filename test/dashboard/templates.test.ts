import { expect } from 'chai'
import type { RequestListener } from 'node:http'
import type { Page, Request } from 'playwright-core'
import { storeContent } from '../../commands/sending/emails/store-content.js'
import { listen, type Listening } from '../../gateway/http/listen.js'
import { Email, Template } from '../support/models.js'
import { expectSoundPage, routeOpenPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { createContact, createEmail, createTemplate } from '../support/factories.js'
import { png } from '../support/images.js'
import { t } from '../../dashboard/messages/index.js'

const hostile = (evil: string) => `<style>@import "${evil}/a.css"; h1 { color: rgb(1, 2, 3) }</style>
<meta http-equiv="refresh" content="0;url=${evil}/refresh">
<base href="${evil}/"><BASE/target=_top>
<h1 onclick="parent.document.title = 'taken'">As it was written</h1>
<script>top.location = '${evil}/script'</script>
<img src="x" onerror="top.location = '${evil}/error'">
<img src="x"onerror='top.x'><b title='x'ONCLICK=top.x>a</b><b/onclick=top.x>b</b><b\nonclick\r=\ntop.x>c</b><b </onclick>d</b>
<svg onload=top.x><circle onclick=top.x /></svg><math><mi onclick=top.x>e</mi></math><b onbrandnew=top.x>f</b>
<template shadowrootmode="open"><p onclick=top.x>g</p></template><noscript><p onclick=top.x>h</p></noscript>
<p class="once on=1 only" title="/only/once ">Only once, on time: "onclick=", /only/once &lt;base></p>
<textarea><base href="x"></textarea>
<img src="https://pictures.example/pixel.png" alt="A picture">
<form action="${evil}/form"><input name="word"><button>Send</button></form>
<iframe src="${evil}/frame"></iframe>
<a href="${evil}/top" target="_top">Out of here</a>
<a href="javascript:top.location='${evil}/js'">Run</a>`

interface StyledWindow {
  getComputedStyle(element: unknown): { color: string; outlineStyle: string }
}

// The pasted content is text, whatever formats come with it.
const PASTE = `
  const data = new DataTransfer()
  data.setData('text/plain', '</p>')
  data.setData('text/html', '<b>Bold</b>')
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
  document.activeElement.dispatchEvent(paste)
`

// These run in the browser, whose types the tests do not know.
const outlineOf = (element: unknown) => (globalThis as unknown as StyledWindow).getComputedStyle(element).outlineStyle
const colourOf = (element: unknown) => (globalThis as unknown as StyledWindow).getComputedStyle(element).color

// The page renders between the two.
const clickTwice = async (button: { click: () => void }): Promise<void> => {
  button.click()
  await Promise.resolve()
  button.click()
}

/** The document of the message that the page shows. */
const messageOf = (page: Page) => page.frameLocator('iframe').first().frameLocator('iframe')

describe('templates and messages in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()
  const visits: string[] = []
  let evil: Listening
  before(async () => {
    const note: RequestListener = (request, response) => {
      visits.push(request.url ?? '')
      response.end()
    }
    evil = await listen(note, { host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    await evil?.close()
  })
  // By the keyboard: right after the page has scrolled, the browser may take a click for one into the frame.
  const press = (name: string) => dashboard.page.getByRole('button', { name, exact: true }).press('Enter')
  const source = () => dashboard.page.getByRole('textbox', { name: t.content.source })
  const write = async (text: string): Promise<void> => {
    await source().click()
    await dashboard.page.keyboard.press('Control+a')
    await dashboard.page.keyboard.insertText(text)
  }

  it('shows a hostile message as it looks, without running, loading, opening or sending anything', async () => {
    const { page, project, open } = dashboard
    const origin = `http://127.0.0.1:${evil.port}`
    // The browser reports the requests that it refused.
    dashboard.expectFault(new RegExp(`(?:request to|console: Loading the stylesheet) '?${origin}/a.css`))
    dashboard.expectFault(/console: Blocked .*sandboxed/)
    const contentId = await storeContent(project.id, { subject: 'Hostile', body: hostile(origin) }, 1)
    const { _id } = await createEmail({ projectId: project.id, subject: 'Hostile', contentId })
    await open(`/emails/${_id}`)
    const message = messageOf(page)
    await message.getByRole('heading', { name: 'As it was written' }).click()
    await message.getByText('Only once, on time: "onclick=", /only/once <base>', { exact: true }).waitFor()
    expect(await message.locator('textarea').textContent()).to.equal('<base href="x">')
    await message.locator('[class="once on=1 only"][title="/only/once "]').waitFor()
    const colour = await message.locator('h1').evaluate(colourOf)
    expect(colour).to.equal('rgb(1, 2, 3)')
    await message.getByRole('button', { name: 'Send' }).click()
    await message.getByRole('link', { name: 'Out of here' }).click()
    await message.getByRole('link', { name: 'Run' }).click()
    await message.getByRole('heading', { name: 'As it was written' }).waitFor()
    expect(await page.title()).to.include('Hostile')
    for (const frame of page.frames())
      expect(frame.url()).to.match(new RegExp(`^(?:${dashboard.origin}/|about:srcdoc)`))
    await page.getByText('2 links').press('Enter')
    await page.getByText(`${origin}/top`, { exact: true }).waitFor()
    await expectSoundPage(page)
    expect(visits).to.deep.equal([])
    // Only on request does the dashboard load images, which reveals to other servers that the message was opened.
    dashboard.expectFault(/https:\/\/pictures\.example\/pixel\.png|Failed to load resource/)
    const asked = page.waitForRequest('https://pictures.example/pixel.png')
    await press('Load remote images')
    await asked
  })

  it('writes a template in two languages beside its preview, and sends a test of it', async () => {
    const { page, project, owner, open } = dashboard
    const { id: projectId } = project
    const ada = await createContact({ projectId, email: 'ada@example.com', data: { firstName: 'Ada' } })
    await open('/templates')
    await page.getByText('No templates yet').waitFor()
    await expectSoundPage(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: t.templates.create })
    await dialog.getByRole('radio', { name: t.gallery.html }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Welcome')
    await dialog.getByLabel(t.sender.from, { exact: true }).fill('hello@example.com')
    await dialog.getByRole('button', { name: t.templates.create }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    await write('<div>\n<h1>Hello {{ firstName ?? "friend" }}</h1>\n</div>\n<a href="www.example.com">Shop</a>')
    await press('Format')
    expect(await source().textContent()).to.include('<div>  <h1>Hello')
    // At first it is shown to the newest contact.
    await messageOf(page).getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await page.getByLabel(t.content.asRecipient).click()
    await page.getByRole('option', { name: 'Sample data' }).click()
    await messageOf(page).getByRole('heading', { name: 'Hello friend' }).waitFor()
    // A finding can be corrected from the list.
    // A second click on the same correction, before the next preview has come, does nothing.
    await page.getByRole('button', { name: 'Add https://' }).evaluate(clickTwice)
    await page.getByText('no scheme').first().waitFor({ state: 'detached' })
    // The preview marks the link in which the cursor rests, and the focus stays in the source.
    await source().press('Control+End')
    await page.keyboard.press('ArrowLeft')
    const marked = messageOf(page).locator('a:has(> posthorn-mark:target)')
    await marked.and(messageOf(page).getByText('Shop')).waitFor()
    expect(await marked.evaluate(outlineOf)).to.equal('solid')
    await source().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Home')
    await marked.waitFor({ state: 'detached' })
    await page.getByLabel(t.content.asRecipient).fill('ada@')
    await page.getByRole('option', { name: 'ada@example.com' }).click()
    await messageOf(page).getByRole('heading', { name: 'Hello Ada' }).waitFor()
    expect(page.url()).to.include(`as=${ada._id}`)
    await page.getByLabel(t.content.image).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png() })
    await source().getByText('alt="logo"').waitFor()
    await messageOf(page).getByRole('img', { name: 'logo' }).waitFor()
    await press('Insert')
    await page.getByRole('menuitem', { name: t.content.insertUpload }).press('Enter')
    const uploads = page.getByRole('dialog', { name: 'Uploaded images' })
    await uploads.getByRole('listitem').waitFor()
    await expectSoundPage(page)
    await uploads.getByRole('button', { name: t.content.editAlt }).press('Enter')
    const describing = page.getByRole('dialog', { name: t.content.editAlt })
    await describing.getByLabel(t.content.alt).fill('Our logo')
    await describing.getByRole('button', { name: 'Save' }).press('Enter')
    await uploads.getByText('Our logo').waitFor()
    await uploads.getByLabel(t.content.searchUploads).fill('soup')
    await uploads.getByText(t.content.noUploadFound).waitFor()
    await uploads.getByLabel(t.content.searchUploads).fill('our')
    await uploads.getByRole('listitem').waitFor()
    await uploads.getByRole('button', { name: 'Delete image' }).press('Enter')
    await page.getByRole('dialog', { name: 'Delete this image?' }).waitFor()
    await expectSoundPage(page)
    await press('Cancel')
    await uploads.getByRole('listitem').getByRole('button').first().press('Enter')
    await source().getByText('alt="Our logo"').waitFor()
    await press(t.templates.addLanguage)
    await page.getByRole('dialog').getByLabel('Language').selectOption('de')
    await press(t.templates.add)
    await page.getByText(t.templates.sameBody).waitFor()
    await page.getByLabel('Subject', { exact: true }).fill('Willkommen')
    await write('<h1>Hallo {{ firstName }}</h1>')
    await messageOf(page).getByRole('heading', { name: 'Hallo Ada' }).waitFor()
    await expectSoundPage(page)
    // A second save while the first one runs sends no request.
    const sent: Request[] = []
    let goOn = (): void => undefined
    const pressed = new Promise<void>((resolve) => (goOn = resolve))
    await routeOpenPage(page, '**/templates/*', async (route) => {
      if (route.request().method() === 'PATCH') {
        sent.push(route.request())
        await pressed
      }
      await route.continue()
    })
    await page.keyboard.press('Control+s')
    await page.getByText(t.templates.saving, { exact: false }).first().waitFor()
    await page.keyboard.press('Control+s')
    goOn()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(sent).to.have.lengthOf(1)
    // Undoing in one language does not touch another, and typed text can still be undone after it was saved.
    const [german] = [await source().textContent()]
    await source().press('Control+z')
    expect(await source().textContent()).not.to.equal(german)
    await source().press('Control+y')
    expect(await source().textContent()).to.equal(german)
    await page.getByRole('link', { name: t.templates.mainLanguage }).press('Enter')
    await source().getByText('friend').waitFor()
    await source().press('Control+z')
    expect(await source().textContent()).to.include('friend')
    await page.getByRole('link', { name: 'German' }).press('Enter')
    await source().getByText('Hallo').waitFor()
    const stored = await Template.findOne({ projectId }).lean()
    expect(stored?.body)
      .to.include('<a href="https://www.example.com">')
      .and.to.match(/<img src="[^"]+\/uploads\/[^"]+\.png"/)
    expect(stored?.translations?.['de']).to.deep.equal({
      subject: 'Willkommen',
      body: '<h1>Hallo {{ firstName }}</h1>',
    })
    await press(t.templates.test)
    await expectSoundPage(page)
    await press(t.content.testSend)
    await page.getByText(t.content.testSent(owner.email)).waitFor()
    await page.getByRole('link', { name: t.content.openTest }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await messageOf(page).getByRole('heading', { name: 'Hallo Ada' }).waitFor()
    expect((await Email.findOne({ projectId, sourceType: 'TEST' }).lean())?.to).to.equal(owner.email)
  })

  it('restores unsaved work, and shows two editors the changes of the other', async () => {
    const { page, project, open } = dashboard
    dashboard.expectStatus(409)
    const { id: projectId } = project
    const { _id } = await createTemplate({ projectId, name: 'Shared', body: '<p>First</p>\n<p>Second</p>' })
    await open(`/templates/${_id}`)
    await messageOf(page).getByText('First').waitFor()
    // Tab indents, and after Escape it moves the focus.
    await source().press('Escape')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).to.equal('separator')
    await page.getByRole('separator', { name: t.content.divider }).press('ArrowRight')
    expect(await page.getByRole('separator').getAttribute('aria-valuenow')).to.equal('55')
    await write('<p>Mine</p>\n<p>Second')
    await source().press('Control+End')
    await page.evaluate(PASTE)
    await page.getByText(t.templates.unsaved).waitFor()
    await page.reload()
    await page.getByText(t.drafts.restored('')).waitFor()
    await messageOf(page).getByText('Mine').waitFor()
    // The page asks before the user leaves it.
    await page.getByRole('link', { name: 'All templates' }).click()
    await page.getByRole('dialog', { name: 'Leave with unsaved changes?' }).waitFor()
    await page.keyboard.press('Escape')
    await Template.updateOne({ _id }, { $set: { body: '<p>First</p>\n<p>Theirs</p>', name: 'Renamed' } })
    await press('Save')
    const dialog = page.getByRole('dialog', { name: t.drafts.stale })
    await dialog.getByText('Renamed').waitFor()
    const mine = dialog.getByRole('textbox', { name: t.templates.mine })
    await mine.getByText('Mine').waitFor()
    await dialog.getByRole('textbox', { name: t.templates.theirs }).getByText('Theirs').waitFor()
    await expectSoundPage(page)
    await mine.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('\n<p>Combined</p>')
    await dialog.getByRole('button', { name: t.drafts.keepMine }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const stored = await Template.findOne({ _id }).lean()
    expect([stored?.name, stored?.body]).to.deep.equal(['Shared', '<p>Mine</p>\n<p>Second</p>\n<p>Combined</p>'])
  })
})
