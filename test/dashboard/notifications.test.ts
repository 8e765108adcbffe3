import { expect } from 'chai'
import { failJob } from '../../commands/base/jobs/advance-job.js'
import { notify } from '../../commands/base/notifications/notify.js'
import { exportSlice } from '../../commands/lifecycle/exports/export-slice.js'
import { requestExport } from '../../commands/lifecycle/exports/request-export.js'
import { Member } from '../../models/member.js'
import { View } from '../../models/view.js'
import { expectSoundPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { eventuallyEquals } from '../support/eventually.js'
import { createBulkJob, createDomain, createEmail } from '../support/factories.js'
import { finishJob } from '../support/jobs.js'
import { t } from '../../dashboard/messages/index.js'

const INBOX = 'http://127.0.0.1:9'

describe('the bell, the saved views and the addresses of lists in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard({ INBOX_URL: INBOX, EMAIL_PROVIDER: 'log', PLATFORM_FROM: 'posthorn@example.com' })

  /** Adds a contact as an application does, so that the project knows its fields. */
  const addContact = (body: object) =>
    fetch(`${dashboard.origin}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${dashboard.project.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('tells of jobs and problems, counts the unread ones, and leads to the records', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    const domain = await createDomain({ projectId, domain: 'news.example.org' })
    await failJob({ projectId, jobId: (await createBulkJob({ projectId }))._id }, 'The worker stopped')
    const jobId = await requestExport(projectId, { kind: 'contacts', format: 'csv', filter: {} })
    const about = { domainId: domain._id, name: domain.domain }
    await notify({ projectId, kind: 'DOMAIN_LOST', key: 'lost', about })
    await open('')
    const bell = page.getByRole('button', { name: t.shell.notifications })
    await bell.getByText(t.shell.unread('2')).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: t.shell.inbox }).first().waitFor()
    expect(await page.getByRole('link', { name: t.shell.inbox }).first().getAttribute('href')).to.equal(INBOX)
    await bell.click()
    const list = page.getByRole('list', { name: t.notifications.list })
    await list.getByText(t.notifications.texts.BULK_CHANGE_FAILED()).waitFor()
    const mail = page.getByRole('switch', { name: t.notifications.mail, checked: false })
    await page.getByText(t.notifications.mailHint).waitFor()
    await mail.click()
    await page.getByRole('switch', { name: t.notifications.mail, checked: true }).waitFor()
    expect(await Member.countDocuments({ projectId, mailsNotifications: true })).to.equal(1)
    await expectSoundPage(page)
    await page.keyboard.press('Escape')
    await bell.getByText(t.shell.unread('2')).waitFor({ state: 'detached' })
    await finishJob({ projectId, jobId }, exportSlice)
    await page.reload()
    await bell.getByText(t.shell.unread('1')).waitFor({ state: 'attached' })
    // A small screen tells it before the navigation is open.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: t.shell.openUnread('1') }).click()
    await page.getByRole('dialog', { name: t.shell.navigation }).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1_280, height: 800 })
    await bell.click()
    await list.getByRole('button', { name: t.jobs.download }).waitFor()
    await list.getByRole('link', { name: t.notifications.actions.domain }).click()
    await dashboard.heading('news.example.org').waitFor()
    await list.waitFor({ state: 'detached' })
    const email = await createEmail({ projectId, status: 'DELIVERED', messageId: 'id-1' })
    await open(`/emails/${email._id}`)
    const link = page.getByRole('link', { name: t.shell.inInbox })
    expect(await link.getAttribute('href')).to.equal(INBOX)
  })

  it('saves filters and columns as views, changes, shares and deletes them, and keeps columns with the account', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    await addContact({ email: 'ada@example.com', data: { city: 'Paris' } })
    await addContact({ email: 'bob@example.com', subscribed: false, data: { city: 'Rome' } })
    const stored = async () =>
      (await View.find({ projectId, name: { $ne: null } }).lean()).map(({ search }) => search).join()
    await open('/contacts?status=subscribed')
    await page.getByRole('link', { name: 'ada@example.com' }).waitFor()
    await page.getByRole('button', { name: t.views.save }).click()
    const dialog = page.getByRole('dialog', { name: t.views.save })
    await dialog.getByLabel(t.views.name).fill('Readers')
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: t.views.save }).click()
    const bar = page.getByRole('navigation', { name: t.views.label })
    await bar.locator('[aria-current=page]', { hasText: 'Readers' }).waitFor()
    await expectSoundPage(page)
    // Other filters are still those of the view, until it is updated.
    await page.getByLabel(t.contacts.search).fill('ada')
    await page.getByRole('button', { name: t.views.update }).click()
    await eventuallyEquals(stored, 'q=ada&status=subscribed')
    await page.getByRole('button', { name: t.views.update }).waitFor({ state: 'detached' })
    await bar.getByRole('link', { name: t.views.all }).click()
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor()
    await page.getByRole('button', { name: t.contacts.columnsAction }).click()
    await page.getByLabel('city', { exact: true }).check()
    await page.getByRole('dialog').getByRole('button', { name: t.common.close }).click()
    await page.getByRole('cell', { name: 'Rome' }).waitFor()
    const own = () => View.findOne({ projectId, name: null }).lean()
    await eventuallyEquals(async () => (await own())?.columns?.join(), 'status,createdAt,data.city')
    await page.reload()
    await page.getByRole('cell', { name: 'Rome' }).waitFor()
    // The columns of a view are its own.
    await bar.getByRole('link', { name: 'Readers' }).click()
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).to.equal('?q=ada&status=subscribed')
    await page.getByRole('button', { name: t.views.actions('Readers') }).click()
    await page.getByRole('menuitem', { name: t.views.share }).click()
    await bar.getByLabel(t.views.shared).waitFor()
    expect(await View.countDocuments({ projectId, name: 'Readers', isShared: true })).to.equal(1)
    await page.getByRole('button', { name: t.views.actions('Readers') }).click()
    await page.getByRole('menuitem', { name: t.views.rename }).click()
    const renaming = page.getByRole('dialog', { name: t.views.rename })
    await renaming.getByLabel(t.views.name).fill('Our readers')
    await renaming.getByRole('button', { name: t.views.rename }).click()
    await page.getByRole('button', { name: t.views.actions('Our readers') }).click()
    await page.getByRole('menuitem', { name: t.views.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.views.remove }).click()
    // An open dialog hides the bar too.
    await eventuallyEquals(stored, '')
    await bar.waitFor({ state: 'detached' })
    // A view of another time, with filters that the list does not know any more.
    const old = {
      list: 'emails' as const,
      name: 'Old',
      search: 'sourceType=TEST&status=LOST,BOUNCED&colour=%7Bred',
      columns: null,
    }
    await View.create({ projectId, ...old, isShared: true })
    await open('/emails')
    await bar.getByRole('link', { name: 'Old' }).click()
    await dashboard.heading('Emails').waitFor()
    await page.getByText(t.shell.unreadUrlText('status')).waitFor()
    expect(new URL(page.url()).search).to.equal('?sourceType=TEST&unread=status')
  })

  it('say which part of an address they could not read, and show the whole list only after that', async () => {
    const { page, open } = dashboard
    const notice = page.getByRole('status').filter({ hasText: t.shell.unreadUrl })
    await open('/contacts?where=%7B%22logic&status=nobody&suppressed=true')
    await notice.getByText(t.shell.unreadUrlText('status, where')).waitFor()
    await expectSoundPage(page)
    // A filter that is chosen anew is read.
    await page.getByLabel(t.contacts.status).selectOption('subscribed')
    await notice.getByText(t.shell.unreadUrlText('where')).waitFor()
    await notice.getByRole('button', { name: t.common.clearFilters }).click()
    await notice.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).to.equal('')
  })
})
