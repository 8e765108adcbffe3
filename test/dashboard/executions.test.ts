import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { expectSoundPage, useBrowser } from '../support/browser.js'
import { signIn } from '../support/dashboard.js'
import { createMember } from '../support/factories.js'
import { listen } from '../support/listen.js'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'
import { t } from '../../dashboard/messages/index.js'

const PASSWORD = 'correct horse battery staple'
const OK = 200
const BROKEN = 500

describe('executions in the dashboard', () => {
  const posthorn = useStack()
  const browser = useBrowser(() => posthorn.stack.info.gateway)
  let server: Server
  let origin: string
  let answer = BROKEN

  before(async () => {
    server = createServer((_req, res) => {
      res.writeHead(answer, { 'Content-Type': 'application/json' }).end('{"from":"crm"}')
    })
    origin = `http://127.0.0.1:${await listen(server)}`
  })
  after(() => server.close())

  /** A webhook, an email once it has succeeded, and a pause. */
  async function makeOrder(): Promise<string> {
    const templateId = await makeTemplate(posthorn.api, 'Thanks for the order')
    return makeWorkflow(posthorn.api, {
      name: 'Order',
      eventName: 'ordered',
      steps: [
        { name: 'Tell the CRM', type: 'WEBHOOK', config: { url: `${origin}/orders`, maxAttempts: 1 } },
        { name: 'Thanks', type: 'SEND_EMAIL', templateId, after: { step: 'Tell the CRM', branch: 'success' } },
        { name: 'Pause', type: 'DELAY', config: { amount: 3, unit: 'days' } },
      ],
    })
  }

  it('show where one failed and why, and continue after a repair: one by one, and all at once', async () => {
    const { page } = browser
    answer = BROKEN
    const workflowId = await makeOrder()
    for (const email of ['ada@example.com', 'grace@example.com']) {
      await posthorn.track(email, 'ordered', { orderId: '4711' })
    }
    const failed = `/workflows/${workflowId}/executions?status=FAILED`
    await eventually(
      async () => (await posthorn.api.get(failed)).body.total,
      (total) => total === 2,
    )
    browser.expectStatus(401)
    const owner = await createMember({ projectId: posthorn.project.id, role: 'OWNER' }, { password: PASSWORD })
    await signIn(page, owner, PASSWORD)
    await page.goto(`/dashboard/p/${posthorn.project.id}${failed}`)
    await page.getByRole('heading', { level: 1, name: 'Executions of Order' }).waitFor()
    await page.getByRole('link', { name: 'grace@example.com' }).waitFor()
    await expectSoundPage(page)

    await page.getByRole('link', { name: 'ada@example.com' }).click()
    await page.getByText('Failed at “Tell the CRM”').waitFor()
    const path = page.getByRole('application', { name: t.executions.graphOf('Order') })
    await path.getByRole('button', { name: /^Webhook Tell the CRM .*Failed$/ }).waitFor()
    await path.getByRole('button', { name: /^Send email Thanks .*Not reached$/ }).waitFor()
    await page.getByRole('region', { name: 'Output' }).getByText('"statusCode": 500').waitFor()
    await page.getByRole('region', { name: 'Context' }).getByText('4711').waitFor()
    await expectSoundPage(page)

    answer = OK
    await page.getByRole('button', { name: t.executions.retry }).click()
    await page
      .getByRole('dialog', { name: t.executions.retryTitle })
      .getByRole('button', { name: t.executions.retry })
      .click()
    // The page follows the execution by itself.
    await page.getByText(/^Continues in (?:3 d|2 d 23 h)/).waitFor()
    await path.getByRole('button', { name: /^Webhook Tell the CRM .*Done$/ }).waitFor()
    await path.getByRole('button', { name: /^Delay Pause 3 days Now here$/ }).waitFor()
    await page.getByRole('link', { name: 'Thanks for the order' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.executions.cancel }).click()
    await page.getByText(t.executions.cancelled).first().waitFor()
    await page.getByText('Cancelled', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'All executions' }).click()
    await page.getByRole('button', { name: 'Retry all failed (1)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 1 execution' }).click()
    await page.getByText(t.executions.retriedAll('1', '1')).waitFor()
    await page.getByLabel('Status').selectOption('FAILED')
    await page.getByText(t.executions.notFound).waitFor()
    expect(await posthorn.inbox({ to: 'ada@example.com', subject: 'Thanks for the order' })).to.have.length(1)
  })
})
