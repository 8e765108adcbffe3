/** Takes the pictures of the dashboard in `docs/pictures/` anew, on a stack of its own: `npm run docs:pictures`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startStack } from '../../embedded/stack.js'
import { chromiumFile } from '../support/chromium.js'
import { signIn } from '../support/dashboard.js'
import { eventually } from '../support/eventually.js'
import { createClient } from '../support/http-client.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'
import { smallPng } from './small-png.js'

const FOLDER = 'docs/pictures'
const CONTACTS = 8
const HOUR_SECONDS = 3_600

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-pictures-'))
const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
const env = { MONGODB_URI: '', TEMPORAL_ADDRESS: '', LOG_PRETTY: 'false' }
const stack = await startStack({ dataDir, ports, env })
try {
  const { gateway, project } = stack.info
  const api = createClient(gateway, project.secret)
  const workflowId = await makeWorkflow(api, {
    name: 'Onboarding',
    eventName: 'signed up',
    steps: [
      { name: 'Welcome', type: 'SEND_EMAIL', templateId: await makeTemplate(api, 'Welcome') },
      { name: 'Upgrade', type: 'WAIT_FOR_EVENT', config: { eventName: 'upgraded', timeout: HOUR_SECONDS } },
      {
        name: 'Thanks',
        type: 'SEND_EMAIL',
        templateId: await makeTemplate(api, 'Thanks'),
        after: { step: 'Upgrade', branch: 'event' },
      },
    ],
  })
  const track = async (n: number, event: string): Promise<void> => {
    const { status, body } = await api.as(project.public).post('/v1/track', { email: `lead${n}@example.com`, event })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const untilThereAre = (count: number, status: string) =>
    eventually(
      async () => (await api.get(`/workflows/${workflowId}/executions?status=${status}`)).body.total as number,
      (total) => total === count,
    )
  for (let n = 1; n <= CONTACTS; n += 1) await track(n, 'signed up')
  await untilThereAre(CONTACTS, 'WAITING')
  await track(CONTACTS, 'upgraded')
  await untilThereAre(1, 'COMPLETED')
  const { body } = await api.get(`/workflows/${workflowId}/executions?status=WAITING`)
  await takePictures({
    'workflow.png': `/workflows/${workflowId}`,
    'execution.png': `/workflows/${workflowId}/executions/${body.data[0].id}`,
  })
} finally {
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takePictures(pictures: Record<string, string>): Promise<void> {
  const { gateway, project, user } = stack.info
  const browser = await chromium.launch({
    executablePath: await chromiumFile(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const options = { baseURL: gateway, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
    const page = await browser.newPage({ ...options, timezoneId: 'UTC', locale: 'en-US' })
    await signIn(page, user, user.password)
    for (const [name, path] of Object.entries(pictures)) {
      await page.goto(`/dashboard/p/${project.id}${path}`)
      await page.getByRole('application').waitFor()
      await page.waitForLoadState('networkidle')
      writeFileSync(join(FOLDER, name), smallPng(await page.screenshot()))
    }
  } finally {
    await browser.close()
  }
}
