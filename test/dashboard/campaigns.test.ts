import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { Campaign, Contact } from '../support/models.js'
import { Project } from '../../models/project.js'
import { Session } from '../../models/session.js'
import { expectSoundPage, routeOpenPage, useBrowser } from '../support/browser.js'
import { PASSWORD, signIn, useDashboard } from '../support/dashboard.js'
import { eventually as eventuallySoon } from '../support/eventually.js'
import { createCampaign, createContacts, createEmail, createMember } from '../support/factories.js'
import { createClient } from '../support/http-client.js'
import { eventually, useStack } from '../support/stack.js'
import { t } from '../../dashboard/messages/index.js'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** Types the body as a keyboard does: an editor that the browser fills by itself gets styles in its text. */
const write = async (page: Page, body: string): Promise<void> => {
  await page.getByRole('textbox', { name: t.content.source }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(body)
}
const stored = (id: string) => Campaign.findById(id).orFail().lean()

describe('the campaigns of the dashboard', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()

  it('save a draft automatically, schedule it in a time zone, move it, and make it a draft again', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    await createContacts(2, { projectId })
    await open('')
    await heading(page, 'Home').waitFor()
    await page.keyboard.type('gm')
    await page.getByText('No campaigns yet').waitFor()
    await expectSoundPage(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: t.campaigns.create })
    await dialog.getByRole('radio', { name: t.gallery.html }).click()
    await dialog.getByLabel('Name').fill('Spring news')
    await dialog.getByLabel('Subject', { exact: true }).fill('Spring')
    await dialog.getByLabel(t.sender.from, { exact: true }).fill('news@example.com')
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: t.campaigns.newAction }).click()
    await heading(page, 'Spring news').waitFor()
    // No audience is chosen for anybody.
    await page.getByText(t.campaigns.audienceUnknown).waitFor()
    await page.getByRole('radio', { name: t.campaigns.audiences.ALL }).press('Space')
    await page.getByText(`2 ${t.audience.eligible}`).waitFor()
    const { _id: id } = await Campaign.findOne({ projectId }).orFail().lean()

    await write(page, '<p>Spring is here.</p>')
    await page.getByText(/^Saved \d/).waitFor()
    expect((await stored(id)).body).to.equal('<p>Spring is here.</p>')
    // The clocks of Berlin skip this time.
    // The preview above is a frame of its own, which takes clicks that come while the page scrolls.
    await page.getByRole('radio', { name: t.campaigns.whens.later }).press('Space')
    await page.getByLabel('Date', { exact: true }).fill('2900-03-28')
    await page.getByLabel('Time', { exact: true }).fill('02:30')
    await page.getByLabel(t.dates.zone, { exact: true }).selectOption('Europe/Berlin')
    await page.getByRole('radio', { name: '03:30 (UTC+02:00)' }).press('Space')
    await page.getByText('1:30 AM').waitFor()
    await expectSoundPage(page)

    await page.keyboard.press('Control+s')
    const review = page.getByRole('dialog', { name: t.campaigns.reviewTitle })
    await review.getByText(t.campaigns.allSaved).waitFor()
    await review.getByText(t.campaigns.notTested).waitFor()
    await expectSoundPage(page)
    await review.getByLabel(t.campaigns.sendNevertheless).check()
    await review.getByRole('button', { name: /^Schedule for Sun, Mar 28, 2900/ }).click()
    await page.getByRole('button', { name: t.campaigns.move }).waitFor()
    expect((await stored(id)).scheduledFor?.toISOString()).to.equal('2900-03-28T01:30:00.000Z')
    await expectSoundPage(page)

    await page.getByRole('button', { name: t.campaigns.move }).click()
    await page.getByLabel('Date', { exact: true }).fill('2900-03-29')
    await page.getByRole('button', { name: t.campaigns.moveAction('Mon, Mar 29, 2900') }).click()
    await page.getByText(t.campaigns.isMoved('')).first().waitFor()
    expect((await stored(id)).scheduledFor?.toISOString()).to.equal('2900-03-29T01:30:00.000Z')
    await page.getByRole('button', { name: 'Unschedule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unschedule' }).click()
    await page.getByRole('button', { name: 'Review and send' }).waitFor()
    expect(await stored(id)).to.include({ status: 'DRAFT', scheduledFor: null })
  })

  it('add link parameters, which the preview and the stored campaign have', async () => {
    const { page, project, open } = dashboard
    const [contact] = await createContacts(1, { projectId: project.id })
    const body = '<p><a href="https://shop.example/">Shop</a></p>'
    const { _id: id } = await createCampaign({ projectId: project.id, name: 'Spring Sale!', body })
    await Project.updateOne({ _id: project.id }, { $set: { utm: { source: 'newsletter' } } })
    await open(`/campaigns/${id}`)
    const links = page.getByRole('region', { name: t.campaigns.sections.links })
    const { source, medium, campaign, term } = t.campaigns.utm
    await links.getByLabel(source, { exact: true }).fill('newsletter')
    await links.getByText(t.campaigns.utmOfProject).waitFor()
    expect(await links.getByLabel(campaign, { exact: true }).getAttribute('placeholder')).to.equal('spring-sale')
    await links.getByRole('button', { name: t.campaigns.utmInsert(medium) }).click()
    // What is loaded above may move the menu out of the window.
    await page.getByRole('menuitem', { name: 'email', exact: true }).press('Enter')
    await links.getByText('https://example.com/page?utm_source=newsletter&utm_medium={{ email }}').waitFor()
    await links.getByRole('button', { name: t.campaigns.utmMore }).click()
    dashboard.expectStatus(422)
    await links.getByLabel(term, { exact: true }).fill('{{ x')
    await links.getByText(/not closed/).waitFor()
    await links.getByLabel(term, { exact: true }).fill('')
    await expectSoundPage(page)
    await eventuallySoon(
      () => stored(id),
      ({ utm }) => JSON.stringify(utm) === JSON.stringify({ source: 'newsletter', medium: '{{ email }}' }),
    )
    const value = encodeURIComponent(contact?.email ?? '')
    const link = `https://shop.example/?utm_source=newsletter&utm_medium=${value}`
    await page.getByText(link, { exact: true }).waitFor({ state: 'attached' })
  })

  it('show two editors what differs, and keep the changes of both', async () => {
    const { page, project, open } = dashboard
    dashboard.expectStatus(409)
    const { _id: id } = await createCampaign({ projectId: project.id, name: 'Before', subject: 'Before' })
    await open(`/campaigns/${id}`)
    await heading(page, 'Before').waitFor()
    await Campaign.updateOne({ _id: id, projectId: project.id }, { $set: { subject: 'Theirs' } })
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    const dialog = page.getByRole('dialog', { name: t.drafts.stale })
    await dialog.getByRole('cell', { name: 'Theirs', exact: true }).waitFor()
    await expectSoundPage(page)
    // A user who continues editing is not asked again before something has changed, whichever field loses the focus.
    const sent: Request[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request))
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Subject', { exact: true }).focus()
    await page.getByLabel('Name', { exact: true }).focus()
    await page.getByLabel('Name', { exact: true }).fill('Mine, again')
    await dialog.waitFor()
    expect(sent).to.have.lengthOf(1)
    await dialog.getByRole('button', { name: t.drafts.keepMine }).click()
    await page.getByText(/^Saved \d/).waitFor()
    expect(await stored(id)).to.include({ name: 'Mine, again', subject: 'Theirs' })
  })

  it('lose no typed text when the session ends, or when the page is left', async () => {
    const { page, project, owner, open } = dashboard
    dashboard.expectStatus(401)
    const { _id: id } = await createCampaign({ projectId: project.id, name: 'Letter' })
    await open(`/campaigns/${id}`)
    await heading(page, 'Letter').waitFor()
    // The session ends when the draft saves itself, and no sooner: the editor would be behind the dialog.
    await routeOpenPage(page, `**/campaigns/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await Session.deleteMany({ userId: owner._id })
      await route.fallback()
    })
    await write(page, '<p>Typed before the end of the session</p>')
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.getByLabel('Password').fill(PASSWORD)
    await page.unrouteAll()
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('dialog', { name: t.session.repeatTitle }).getByRole('button', { name: 'Send again' }).click()
    await page.getByText(/^Saved \d/).waitFor()
    expect((await stored(id)).body).to.include('Typed before the end')

    // A campaign without a subject cannot be stored: the browser keeps it.
    await page.getByLabel('Subject', { exact: true }).fill('')
    await page.getByText('Not saved yet').waitFor()
    await page.reload()
    await page.getByText(t.drafts.restored('')).waitFor()
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).to.equal('')
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.drafts.discard }).click()
    await heading(page, 'Contacts').waitFor()
    await open(`/campaigns/${id}`)
    await heading(page, 'Letter').waitFor()
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).to.equal('News')
  })

  it('list them by status, and show the results of one that was sent', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    await createCampaign({ projectId, name: 'Still a draft' })
    const counts = { totalRecipients: 100, sentCount: 80, deliveredCount: 78, openedCount: 40, clickedCount: 10 }
    const over = { status: 'SENT', startedAt: new Date(), sentAt: new Date(), skippedCount: 20 } as const
    const { _id: id } = await createCampaign({ projectId, name: 'Winter letter', ...over, ...counts })
    const ofCampaign = {
      projectId,
      campaignId: id,
      sourceType: 'CAMPAIGN',
      type: 'MARKETING',
      status: 'OPENED',
    } as const
    await createEmail({ ...ofCampaign, to: 'left@example.com', unsubscribedAt: new Date() })
    await createEmail({ ...ofCampaign, to: 'stayed@example.com' })
    await createCampaign({ projectId, name: 'On its way', status: 'SENDING', startedAt: new Date(), ...counts })
    await open('/campaigns')
    await page.getByRole('link', { name: 'All 3' }).waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: 'Sent 1' }).click()
    await page.getByRole('link', { name: 'On its way' }).waitFor({ state: 'detached' })
    expect(page.url()).to.include('status=SENT')
    await page.getByRole('row', { name: /Winter letter.*50%.*12.5%/ }).waitFor()
    await page.getByRole('link', { name: 'Winter letter' }).click()
    await heading(page, 'Winter letter').waitFor()
    await page.getByText(t.campaigns.ofSent('50%', '80')).waitFor()
    await page.getByText(t.campaigns.noLinks).waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: t.campaigns.optedOut }).click()
    await page.getByRole('cell', { name: 'left@example.com', exact: true }).waitFor()
    expect(await page.getByText('stayed@example.com').count()).to.equal(0)
    await page.getByRole('checkbox', { name: t.campaigns.optedOut }).uncheck()
    await page.getByRole('cell', { name: 'stayed@example.com', exact: true }).waitFor()
    await open(`/campaigns/${id}`)
    await page.getByText(t.campaigns.ofSent('50%', '80')).waitFor()
    await page.getByRole('button', { name: t.campaigns.moreActions }).click()
    await page.getByRole('menuitem', { name: t.campaigns.resendUnopened }).click()
    await heading(page, 'Winter letter (Copy)').waitFor()
    const copy = await Campaign.findOne({ projectId, name: 'Winter letter (Copy)' }).orFail().lean()
    const filters = [{ field: `campaign.${id}`, operator: 'notOpened' }]
    expect(copy).to.deep.include({
      audienceType: 'FILTERED',
      audienceCondition: { logic: 'AND', groups: [{ filters }] },
    })
    await page.getByRole('button', { name: t.campaigns.moreActions }).click()
    await page.getByRole('menuitem', { name: t.campaigns.deleteAction }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.campaigns.deleteAction }).click()
    await heading(page, 'Campaigns').waitFor()
    await eventuallySoon(
      () => Campaign.countDocuments({ projectId }),
      (count) => count === 3,
    )
  })
})

describe('campaigns from the dashboard to the inbox', () => {
  const posthorn = useStack()
  const watched = useBrowser(() => posthorn.stack.info.gateway)
  const SIZE = 150
  const TAKEN = 20

  it('are tested at an address that its owner confirms by the mailed link', async () => {
    const { page } = watched
    watched.expectStatus(401)
    const { id: projectId } = posthorn.project
    const owner = await createMember({ projectId, role: 'OWNER' }, { password: PASSWORD })
    const joan = `joan-${projectId}@example.com`
    const { _id: id } = await createCampaign({ projectId, subject: `Test for ${projectId}`, audienceType: 'ALL' })
    await signIn(page, owner, PASSWORD)
    await page.goto(`/dashboard/p/${projectId}/campaigns/${id}`)
    await page.getByRole('button', { name: t.campaigns.test }).click()
    const test = page.getByRole('dialog', { name: t.content.testTitle })
    await test.getByRole('button', { name: t.testAddresses.addAnother }).click()
    await test.getByLabel(t.testAddresses.address).fill(joan)
    await test.getByRole('button', { name: t.testAddresses.add, exact: true }).click()
    await test.getByText(t.testAddresses.pending).waitFor()
    expect(await test.getByRole('checkbox', { name: joan }).isDisabled()).to.equal(true)
    await expectSoundPage(page)

    const [mail] = await eventually(
      () => posthorn.inbox({ to: joan }),
      ({ length }) => length === 1,
    )
    const message = await createClient(posthorn.stack.info.inbox).get(`/messages/${mail?.id}`)
    const [, link = ''] = /href="(http[^"]+\/confirm-test-address[^"]+)"/.exec(String(message.body.html)) ?? []
    const recipient = await page.context().newPage()
    await recipient.goto(link)
    await recipient.getByRole('button', { name: 'Confirm address' }).click()
    await recipient.getByRole('status').waitFor()
    await recipient.close()

    const box = test.getByRole('checkbox', { name: joan, disabled: false })
    await box.check()
    await test.getByRole('button', { name: t.content.testSend }).click()
    await test.getByText(t.content.testSent(joan)).waitFor()
    await test.getByText(t.content.testSent(owner.email)).waitFor()
    for (const to of [joan, owner.email]) {
      await eventually(
        () => posthorn.inbox({ to, subject: `[TEST] Test for ${projectId}` }),
        ({ length }) => length === 1,
      )
    }
    await page.goto(`/dashboard/p/${projectId}/settings/members`)
    const listed = page.getByRole('list', { name: t.testAddresses.title })
    await listed.getByText(t.testAddresses.confirmed).waitFor()
    await expectSoundPage(page)
    await listed.getByRole('button', { name: t.testAddresses.removeOf(joan) }).click()
    await page.getByText(t.testAddresses.none).waitFor()
  })

  it('are tested, sent, paused, resumed and cancelled', async () => {
    const { page } = watched
    watched.expectStatus(401)
    const { id: projectId } = posthorn.project
    const owner = await createMember({ projectId, role: 'OWNER' }, { password: PASSWORD })
    const addresses = Array.from({ length: SIZE }, (_, n) => `${projectId}-${n}@example.com`)
    await Contact.insertMany(addresses.map((email) => ({ projectId, email, subscribed: true })))
    const subject = `Campaign of ${projectId}`
    const filters = [{ field: 'email', operator: 'contains' as const, value: projectId }]
    const audienceCondition = { logic: 'AND' as const, groups: [{ filters }] }
    const audience = { audienceType: 'FILTERED' as const, audienceCondition }
    const { _id: id } = await createCampaign({ projectId, name: 'To the inbox', subject, ...audience })
    await signIn(page, owner, PASSWORD)
    await page.goto(`/dashboard/p/${projectId}/campaigns/${id}`)
    await page.getByText(`${SIZE} ${t.audience.eligible}`).waitFor()
    await page.getByRole('button', { name: 'Review and send' }).click()
    const review = page.getByRole('dialog', { name: t.campaigns.reviewTitle })
    await review.getByRole('button', { name: t.campaigns.test }).click()
    const test = page.getByRole('dialog', { name: t.content.testTitle })
    await test.getByRole('button', { name: t.content.testSend }).click()
    await test.getByRole('link').waitFor()
    await test.getByRole('button', { name: 'Close' }).last().click()
    await review.getByText(t.campaigns.tested).waitFor()
    await eventually(
      () => posthorn.inbox({ to: owner.email }),
      ({ length }) => length === 1,
    )
    await posthorn.behave({ holdAfter: TAKEN })
    await review.getByRole('button', { name: t.campaigns.sendTo(`${SIZE}`) }).click()
    await page.getByText(`${TAKEN} of ${SIZE}`).waitFor()
    await expectSoundPage(page)

    await page.getByRole('button', { name: t.campaigns.pause }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.campaigns.pause }).click()
    await page.getByText(t.reasons.campaigns.MANUAL.why).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.campaigns.resume }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.campaigns.resume }).click()
    await page.getByText(t.reasons.campaigns.MANUAL.why).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.campaigns.cancelSending }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.campaigns.cancelSending }).click()
    await page.getByText(t.campaigns.cancelledText).waitFor()
    await page.getByText(t.campaigns.funnel).waitFor()
    expect(await stored(id)).to.include({ status: 'CANCELLED', totalRecipients: SIZE })
    expect((await posthorn.inbox({ subject })).length).to.be.within(TAKEN, SIZE - 1)
  })
})
