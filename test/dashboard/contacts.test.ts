import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { changeContactsSlice } from '../../commands/lifecycle/bulk-changes/change-contacts-slice.js'
import { importSlice } from '../../commands/lifecycle/imports/import-slice.js'
import { exportSlice } from '../../commands/lifecycle/exports/export-slice.js'
import type { RunSlice } from '../../commands/base/jobs/advance-job.js'
import { Contact, Job } from '../support/models.js'
import type { JobRecord } from '../../models/job.js'
import { expectSoundPage, routeOpenPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { createContact, createSegment } from '../support/factories.js'
import { finishJob } from '../support/jobs.js'
import { t } from '../../dashboard/messages/index.js'

describe('the pages on contacts', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()

  /** Adds a contact as an application does, so that the project knows its fields. */
  const addContact = (body: object) =>
    fetch(`${dashboard.origin}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${dashboard.project.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** Runs the one job of a kind that waits, as a worker would. */
  const runJob = async (kind: JobRecord['kind'], slice: RunSlice): Promise<void> => {
    const job = await Job.findOne({ projectId: dashboard.project.id, kind, status: 'PENDING' }).orFail().lean()
    await finishJob({ projectId: dashboard.project.id, jobId: job._id }, slice)
  }

  it('import a file with errors: its columns are recognised, it is checked, and its invalid rows are shown', async () => {
    const { page, project, open } = dashboard
    await addContact({ email: 'c1@example.com', data: { plan: 'free' } })
    const rows = Array.from({ length: 3_000 }, (_, n) => `c${n}@example.com;${n % 2 ? 'pro' : 'free'};"no;te ${n}"`)
    const file = `\uFEFFE-Mail;Plan;Notes\r\n${[...rows, 'nobody;pro;x', 'c2@example.com;pro;y'].join('\r\n')}`
    await open('/contacts/import')
    await page.getByText(t.imports.none).waitFor()
    await expectSoundPage(page)
    await page.getByLabel(t.imports.choose).setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    })
    await page.getByText('3,002 rows').waitFor()
    await page.getByRole('cell', { name: 'no;te 19' }).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel(t.imports.becomesOf('E-Mail')).inputValue()).to.equal('email')
    expect(await page.getByLabel(t.imports.becomesOf('Plan')).inputValue()).to.equal('data.plan')
    await expectSoundPage(page)
    await page.getByLabel(t.imports.becomesOf('Notes')).selectOption(t.imports.targets.none)
    await page.getByRole('button', { name: 'Continue' }).click()
    // The addresses of the whole file are counted before anything is sent.
    const invalid = page.getByText('Invalid addresses').locator('..')
    await invalid.getByText('1', { exact: true }).waitFor()
    await page.getByText(t.imports.counts.double).locator('..').getByText('1', { exact: true }).waitFor()
    await expectSoundPage(page)
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
    await page.getByRole('link', { name: 'All contacts' }).click()
    await page.getByText(t.imports.lost).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t.imports.check }).click()
    await page.getByText(t.imports.reading).waitFor()
    await runJob('IMPORT_CONTACTS', importSlice)
    await page.getByText('Invalid email address').waitFor()
    await expectSoundPage(page)
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
    // The upload fails after the user has left the page: the open page shows that, and the file can be sent again.
    dashboard.expectStatus(503)
    let leave = (): void => undefined
    const left = new Promise<void>((resolve) => (leave = resolve))
    const refuse = async (route: Route): Promise<void> => {
      await left
      await route.fulfill({ status: 503, json: {} })
    }
    await routeOpenPage(page, ({ pathname }) => pathname === '/contacts/import', refuse, { times: 1 })
    await page.getByRole('button', { name: t.imports.importCount('3,001') }).click()
    await page.getByText(t.imports.sending).waitFor()
    await page.getByRole('link', { name: 'All contacts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contacts', exact: true }).waitFor()
    leave()
    await page.getByText(t.imports.uploadFailed('people.csv')).first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(t.jobs.waiting).waitFor()
    await runJob('IMPORT_CONTACTS', importSlice)
    await page.getByRole('link', { name: t.jobs.openImport }).click()
    await page.getByRole('heading', { level: 1, name: 'Import of people.csv' }).waitFor()
    await page.getByText(t.imports.statuses.COMPLETED).waitFor()
    await expectSoundPage(page)
    const load = page.waitForEvent('download')
    await page.getByRole('button', { name: t.imports.loadErrors }).click()
    const errors = await readFile(await (await load).path(), 'utf8')
    expect([errors[0], errors.includes('nobody,pro,x,Invalid email address')]).to.deep.equal(['\uFEFF', true])
    await page.getByRole('link', { name: t.imports.showContacts }).click()
    await page.getByText(t.contacts.atLeast('1,000')).waitFor()
    const [first] = await Contact.find({ projectId: project.id, email: 'c1@example.com' }).lean()
    expect(first?.data).to.deep.equal({ plan: 'pro' })
  })

  it('import rows that are pasted from a spreadsheet, with and without the names of the columns', async () => {
    const { page, project, open } = dashboard
    const paste = (text: string) =>
      page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', ${JSON.stringify(text)})
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      }`)
    await open('/contacts/import')
    await page.getByText(t.imports.none).waitFor()
    await paste('ada@example.com\tLovelace, Ada, Countess\r\nbob@example.com\t"two\nlines"\r\n')
    const hasHeader = page.getByLabel(t.imports.hasHeader)
    await page.getByText('2 rows').waitFor()
    expect(await hasHeader.isChecked()).to.equal(false)
    await page.getByRole('cell', { name: 'Lovelace, Ada, Countess' }).waitFor()
    await page.getByRole('columnheader', { name: t.imports.pastedColumn(2) }).waitFor()
    await expectSoundPage(page)
    await hasHeader.click()
    await page.getByText(/^1 row,/).waitFor()
    await page.getByRole('columnheader', { name: 'ada@example.com' }).waitFor()
    await page.getByRole('button', { name: t.imports.paste }).click()
    await page
      .getByRole('textbox', { name: t.imports.pasteLabel })
      .fill('Email\tCity\nada@example.com\tParis\nbob@example.com\t"New\nYork"')
    await expectSoundPage(page)
    await page.getByRole('dialog').getByRole('button', { name: t.imports.next }).click()
    await page.getByText('2 rows').waitFor()
    expect(await hasHeader.isChecked()).to.equal(true)
    await page.getByRole('button', { name: t.imports.next }).click()
    expect(await page.getByLabel(t.imports.becomesOf('City')).inputValue()).to.equal('new')
    await page.getByRole('button', { name: t.imports.next }).click()
    await page.getByRole('button', { name: t.imports.skip }).click()
    await page.getByText(t.jobs.waiting).first().waitFor()
    await runJob('IMPORT_CONTACTS', importSlice)
    await page.getByText(t.imports.statuses.COMPLETED).waitFor()
    const contacts = await Contact.find({ projectId: project.id }).sort({ email: 1 }).lean()
    expect(contacts.map(({ email, data }) => [email, data])).to.deep.equal([
      ['ada@example.com', { City: 'Paris' }],
      ['bob@example.com', { City: 'New\nYork' }],
    ])
  })

  it('select all matching contacts but one, unsubscribe them, and follow the job over the pages', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    for (let n = 0; n < 5; n += 1) await addContact({ email: `c${n}@example.com`, data: { plan: 'pro' } })
    await addContact({ email: 'out@example.com', subscribed: false })
    await addContact({ email: 'kept@example.com' })
    await createSegment({ projectId, name: 'By hand' })
    await open('/contacts?status=subscribed')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('plan', { exact: true }).check()
    await expectSoundPage(page)
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'plan' }).waitFor()
    // The first row is focused and selected by the keyboard.
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: t.contacts.selectAll('6') }).click()
    await page.getByLabel('Select kept@example.com').uncheck()
    await page.getByText('5 selected').waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unsubscribe 5 contacts?' })
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: 'Unsubscribe 5' }).click()
    await page.getByText(t.jobs.waiting).waitFor()
    await page.keyboard.type('ge')
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor()
    await runJob('CHANGE_CONTACTS', changeContactsSlice)
    await page.getByText(t.jobs.bulkDone.unsubscribe('5')).waitFor()
    await expectSoundPage(page)
    await page.reload()
    await page.getByText(t.jobs.bulkDone.unsubscribe('5')).waitFor()
    const left = await Contact.find({ projectId, subscribed: true }).lean()
    expect(left.map(({ email }) => email)).to.deep.equal(['kept@example.com'])
  })

  it('add the selected contacts to a static segment, once one is chosen, and follow the job', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    for (let n = 0; n < 3; n += 1) await addContact({ email: `c${n}@example.com` })
    const segment = await createSegment({ projectId, name: 'By hand' })
    await open('/contacts')
    for (const n of [0, 2]) await page.getByLabel(`Select c${n}@example.com`).check()
    await page.getByRole('button', { name: t.contacts.bulk.join }).click()
    const dialog = page.getByRole('dialog', { name: t.contacts.bulkTitles.join('2') })
    const action = dialog.getByRole('button', { name: t.contacts.bulkActions.join('2') })
    await action.click()
    await dialog.getByText('Choose a segment.').waitFor()
    await dialog.getByLabel(t.contacts.segment).selectOption('By hand')
    await expectSoundPage(page)
    await action.click()
    await page.getByText(t.jobs.waiting).waitFor()
    await runJob('CHANGE_CONTACTS', changeContactsSlice)
    await page.getByText(t.jobs.bulkDone.join('2')).waitFor()
    const members = await Contact.find({ projectId, segments: segment._id }).sort({ email: 1 }).lean()
    expect(members.map(({ email }) => email)).to.deep.equal(['c0@example.com', 'c2@example.com'])
  })

  it('export the contacts that the list shows, and give the file to the user', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    for (const email of ['ada@example.com', 'bob@example.com']) await createContact({ projectId, email })
    await open('/contacts')
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor()
    // The rows of the list stay visible until the search has answered.
    let answer = (): void => undefined
    const isSeen = new Promise<void>((resolve) => (answer = resolve))
    const hold = async (route: Route): Promise<void> => {
      await isSeen
      await route.continue()
    }
    await routeOpenPage(page, ({ pathname }) => pathname === '/contacts/search', hold, { times: 1 })
    await page.getByLabel(t.contacts.search).fill('ada')
    await page.locator('table[aria-busy="true"]').getByRole('link', { name: 'bob@example.com' }).waitFor()
    answer()
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'ada@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText(t.contacts.exportFiltered).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.contacts.exportAction }).click()
    await page.getByText(t.jobs.waiting).waitFor()
    await runJob('EXPORT', exportSlice)
    const load = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await load
    expect(file.suggestedFilename()).to.match(/^contacts-.*\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).to.equal('\uFEFFemail,subscribed\r\nada@example.com,true\r\n')
  })

  it('change a field in place and undo that, and suppress an address', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    const data = { plan: 'free', note: '<img src=x onerror=alert(1)>', tags: ['a'] }
    const ada = await createContact({ projectId, email: 'ada@example.com', data })
    const dataOf = async () => (await Contact.findById(ada._id).orFail().lean()).data
    await open(`/contacts/${ada._id}`)
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByRole('button', { name: t.contacts.editField('plan') }).click()
    await page.getByLabel('Value of plan').fill('pro')
    await expectSoundPage(page)
    await page.keyboard.press('Enter')
    await page.getByText(t.contacts.fieldSaved('plan')).first().waitFor()
    expect(await dataOf()).to.deep.equal({ ...data, plan: 'pro' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(t.contacts.undone).first().waitFor()
    expect(await dataOf()).to.deep.equal(data)
    await page.getByRole('button', { name: t.contacts.execution.actions }).click()
    await page.getByRole('menuitem', { name: t.suppressions.add }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.suppressions.add }).click()
    await page.getByText(t.contacts.suppressions.MANUAL).waitFor()
    await open('/settings/suppressions')
    await page.getByRole('button', { name: `${t.suppressions.lift}: ada@example.com` }).waitFor()
    await expectSoundPage(page)
    // The address contains the search.
    await page.getByRole('searchbox').fill('ada@')
    await page.waitForURL(/\?q=ada/)
    await page.reload()
    await page.getByRole('button', { name: `${t.suppressions.lift}: ada@example.com` }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).to.equal('ada@')
    await page.getByRole('searchbox').fill('')
    await page.waitForURL(/suppressions$/)
    await page.getByRole('button', { name: `${t.suppressions.lift}: ada@example.com` }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.suppressions.lift }).click()
    await page.getByText(t.suppressions.none).waitFor()
  })
})
