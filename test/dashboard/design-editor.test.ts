import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { loadContent } from '../../commands/sending/emails/store-content.js'
import { Email, Template } from '../support/models.js'
import { expectSoundPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { createContact } from '../support/factories.js'
import { createClient } from '../support/http-client.js'
import { png } from '../support/images.js'
import { t } from '../../dashboard/messages/index.js'
import { PASTED_DOCUMENTS } from './pasted-documents.js'

const MOST_TABS = 120
// Nobody who writes an email meets markup. This runs in the browser, whose types the tests do not know.
const MARKUP = `[...document.querySelectorAll('input, textarea, [contenteditable]')].map((one) => one.value ?? one.textContent).filter((text) => /[<>]/.test(text))`

/** A script that pastes HTML where the focus is. */
const pasteOf = (html: string) => `
  const data = new DataTransfer()
  data.setData('text/html', ${JSON.stringify(html)})
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
  document.activeElement.dispatchEvent(paste)
`
const PASTED = pasteOf('<h2>Pasted title</h2><p>With <b>bold</b> words</p><table><tr><td>A cell</td></tr></table>')

/** Moves the focus by Tab until an element has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

/** Drags one element onto the upper part of another. Neither is scrolled while it is dragged. */
async function drag(page: Page, source: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const [from, to] = [await source.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('What is dragged is not shown')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + 8, { steps: 4 })
  await page.mouse.up()
}

describe('the visual editor in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()
  const mail = () => dashboard.page.getByRole('group', { name: t.designEditor.canvas, exact: true })
  const preview = () => dashboard.page.frameLocator('iframe').first().frameLocator('iframe')
  const block = (name: string | RegExp) => mail().getByRole('group', { name })
  const saved = () => dashboard.page.getByText('Saved', { exact: true }).waitFor()

  /** The HTML of the test that was sent last. */
  const sentTest = async () => {
    const { project, owner } = dashboard
    const email = await Email.findOne({ projectId: project.id, sourceType: 'TEST' }).lean()
    expect(email?.to).to.equal(owner.email)
    return (await loadContent(project.id, email?.contentId ?? ''))?.body ?? ''
  }

  it('leads by mouse from the gallery to a test email', async () => {
    const { page, project, open } = dashboard
    await createContact({ projectId: project.id, email: 'ada@example.com', data: { firstName: 'Ada' } })
    await open('/templates')
    await page.getByRole('button', { name: t.templates.create }).first().click()
    const dialog = page.getByRole('dialog', { name: t.templates.create })
    await dialog.getByRole('radio', { name: 'Announcement' }).click()
    await expectSoundPage(page)
    await dialog.getByLabel('Name', { exact: true }).fill('May news')
    await dialog.getByLabel(t.sender.from, { exact: true }).fill('hello@example.com')
    await dialog.getByRole('button', { name: t.templates.create }).click()
    await mail().waitFor()
    await expectSoundPage(page)
    // What the menus insert comes where the cursor is.
    const subject = page.getByLabel(t.content.subject, { exact: true })
    await subject.fill('News, ')
    await page.getByRole('button', { name: t.content.insertField }).click()
    await page.getByRole('menuitem', { name: 'email', exact: true }).click()
    await subject.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: t.content.insertEmoji }).click()
    await page.getByRole('menuitem', { name: t.content.emojis['🎉'] }).click()
    await subject.and(page.locator(':focus')).waitFor()
    expect(await subject.inputValue()).to.equal('🎉News, {{ email }}')
    // A heading is written where it stands, with the name of the recipient.
    await block(/^Heading/)
      .first()
      .getByText('Say your news in one line')
      .click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Hello {{firstName')
    await page.getByRole('option', { name: /firstName/ }).click()
    await page.getByLabel(t.designEditor.fallback).fill('friend')
    await page.getByRole('button', { name: t.designEditor.insertField, exact: true }).last().click()
    await page.keyboard.type('!')
    // A picture: its description is asked for at once.
    const picture = mail().locator('input[type=file]').first()
    await picture.setInputFiles({ name: 'new-shop.png', mimeType: 'image/png', buffer: png() })
    await mail().getByRole('img', { name: 'new shop' }).waitFor()
    await page.getByLabel(t.designEditor.alt).and(page.locator(':focus')).waitFor()
    // Columns are dragged in, and a block into one of them.
    await drag(page, page.getByRole('button', { name: t.designView.blocks.columns, exact: true }), block(/^Image/))
    const column = mail().getByRole('button', { name: t.designEditor.insertHere }).first()
    await drag(page, page.getByRole('button', { name: t.designView.blocks.quote, exact: true }), column)
    await page.keyboard.type('The best beans')
    // Pasted documents become blocks; what is lost is said.
    await page.getByRole('button', { name: t.designView.blocks.text, exact: true }).click()
    await page.evaluate(PASTED)
    await page.getByText(t.designEditor.dropped(t.designEditor.droppedKinds.tables)).first().waitFor()
    await block(/^Heading: Pasted title/).waitFor()
    for (const { html, shows } of PASTED_DOCUMENTS) {
      await page.getByRole('button', { name: t.designView.blocks.text, exact: true }).click()
      await page.evaluate(pasteOf(html))
      await mail().getByText(shows).waitFor()
    }
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.designEditor.showPhone }).click()
    await page.getByRole('button', { name: t.designEditor.showDark }).click()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.templates.save }).click()
    await saved()
    await page.getByRole('button', { name: t.content.writeLayouts.preview, exact: true }).click()
    await preview().getByRole('heading', { name: 'Hello Ada!' }).waitFor()
    await page.getByRole('button', { name: t.templates.test }).click()
    await page.getByRole('button', { name: t.content.testSend }).click()
    await page.getByText(t.content.testSent(dashboard.owner.email)).waitFor()
    const sent = await sentTest()
    expect(sent)
      .to.include('Hello {{ firstName ?? "friend" }}!')
      .and.to.include('alt="new shop"')
      .and.to.include('The best beans')
      .and.to.match(/Pasted title<\/h2>/)
    for (const { is } of PASTED_DOCUMENTS) expect(sent).to.match(is)
    await page.keyboard.press('Escape')
    // The HTML is read-only until its author leaves the design, which can be undone.
    await page.getByRole('button', { name: t.content.editors.code, exact: true }).click()
    await page.getByRole('button', { name: t.content.editHtml }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.content.editHtml }).click()
    await page.getByText(t.content.detached).first().waitFor()
    await page.keyboard.press('Control+s')
    await saved()
    expect((await Template.findOne({ projectId: project.id }).lean())?.editor).to.equal('html')
    await page.getByRole('button', { name: t.content.backToDesign }).click()
    await block(/^Heading: Pasted title/).waitFor()
    await page.getByRole('button', { name: t.templates.save }).click()
    await saved()
  })

  it('shows a block to some, and two editors the changes of the other', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    const client = createClient(dashboard.origin, project.secretKey)
    await client.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } })
    const heading = { id: 'h1', type: 'heading', level: 1, content: [{ text: 'For the pros' }] }
    const text = (words: string) => ({
      id: 't1',
      type: 'text',
      content: [{ type: 'paragraph', content: [{ text: words }] }],
    })
    const design = (words: string) => ({ version: 1, blocks: [heading, text(words)] })
    const message = { name: 'Shared', subject: 'Hello', from: 'news@example.com', design: design('For all') }
    const { id } = (await client.post('/templates', message)).body
    await open(`/templates/${id}`)
    await block(/^Heading/)
      .getByText('For the pros')
      .click()
    await page.getByRole('button', { name: t.designEditor.addCondition }).click()
    const dialog = page.getByRole('dialog', { name: t.designEditor.condition })
    await dialog.getByRole('button', { name: t.conditions.addFilter }).click()
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'plan' }).click()
    await dialog.getByRole('combobox', { name: 'Value', exact: true }).click()
    await page.getByRole('option', { name: 'pro' }).click()
    await dialog.getByRole('button', { name: t.designEditor.apply }).click()
    await page.getByText(t.designEditor.shownIf).waitFor()
    // Another editor saves first: the second one sees that version, and decides.
    dashboard.expectStatus(409)
    expect((await client.patch(`/templates/${id}`, { design: design('Theirs') })).status).to.equal(200)
    await page.getByRole('button', { name: t.templates.save }).click()
    const stale = page.getByRole('dialog', { name: t.drafts.stale })
    await stale.getByText('Theirs').waitFor()
    await stale.getByText('For all').waitFor()
    await expectSoundPage(page)
    expect((await Template.findOne({ projectId, _id: id }).lean())?.body).to.include('Theirs')
    await stale.getByRole('button', { name: t.drafts.keepMine }).click()
    await saved()
    const { body } = (await client.get(`/templates/${id}`)).body
    expect(body).to.match(/{% if [^%]*plan[^%]*%}[^]*For the pros[^]*{% endif %}[^]*For all/)
    const shownTo = async (data: object) =>
      (await client.post('/preview', { ...message, body, design: null, data })).body
    expect((await shownTo({ plan: 'pro' })).text).to.include('For the pros')
    const { text: others } = await shownTo({ plan: 'free' })
    expect(others).to.include('For all')
    expect(others).to.not.include('For the pros')
  })

  it('leads by the keyboard alone to the same, without markup in any field', async () => {
    const { page, project, open } = dashboard
    const { keyboard } = page
    await open('/templates')
    await page.getByText(t.templates.empty).waitFor()
    await keyboard.press('c')
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
    await keyboard.type('Letter')
    await keyboard.press('Tab')
    await keyboard.type('hello@example.com')
    await keyboard.press('Enter')
    await mail().waitFor()
    await tabTo(page, mail().getByRole('button', { name: t.designEditor.addBlock }))
    await keyboard.press('Enter')
    await keyboard.type('logo')
    await keyboard.press('Enter')
    await block(/^Logo/).and(page.locator(':focus')).waitFor()
    await keyboard.type('/text')
    await keyboard.press('Enter')
    await keyboard.type('# Hello ')
    await keyboard.type('{{first name')
    await keyboard.press('Enter')
    await keyboard.type('friend')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('A **bold** start')
    await keyboard.press('Enter')
    await keyboard.type('- beans')
    await keyboard.press('Enter')
    await keyboard.type('cups')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('/button')
    await keyboard.press('Enter')
    await keyboard.type('Shop now')
    await keyboard.press('Escape')
    await keyboard.press('Enter')
    await keyboard.press('Escape')
    await tabTo(page, page.getByLabel(t.designEditor.linkTexts.web))
    await keyboard.type('example.com/shop')
    await keyboard.press('Escape')
    await block(/^Button/)
      .and(page.locator(':focus'))
      .waitFor()
    // Moves are announced; a copy that is deleted again can be undone twice.
    await keyboard.press('Alt+ArrowUp')
    await page
      .getByRole('status')
      .filter({ hasText: t.designEditor.movedTo(3, 4, null) })
      .waitFor()
    await keyboard.press('d')
    await keyboard.press('Delete')
    await keyboard.press('Control+z')
    await keyboard.press('Control+z')
    await keyboard.press('Control+z')
    expect(await mail().getByRole('group').allInnerTexts()).to.have.lengthOf(4)
    // What stands behind a deleted block is selected then.
    await keyboard.type('/footer')
    await keyboard.press('Enter')
    await block(/^Footer/).waitFor()
    expect(await page.evaluate(MARKUP)).to.deep.equal([])
    await expectSoundPage(page)
    await keyboard.press('Control+s')
    await saved()
    const stored = (await Template.findOne({ projectId: project.id }).lean())?.source?.design
    expect(stored?.blocks.map(({ type }) => type)).to.deep.equal(['logo', 'heading', 'text', 'footer', 'button'])
    expect(stored?.blocks[1]).to.deep.include({
      level: 1,
      content: [{ text: 'Hello ' }, { field: 'first name', fallback: 'friend' }],
    })
    expect(stored?.blocks[4]).to.include({ href: 'https://example.com/shop' })
    await tabTo(page, page.getByRole('button', { name: t.templates.test }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: t.content.testSend }))
    await keyboard.press('Enter')
    await page.getByText(t.content.testSent(dashboard.owner.email)).waitFor()
    expect(await sentTest())
      .to.include('<strong>bold</strong>')
      .and.to.include('https://example.com/shop')
  })
})
