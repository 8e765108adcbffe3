import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call, until } from '../../bench/calls.js'
import { Api } from '../../embedded/demo/api.js'
import { buildWorkflow } from '../../embedded/demo/build-workflow.js'
import { expectThat } from './expect-that.js'
import type { FirstStart } from './first-start.js'
import { messages } from './inbox.js'
import type { Installation } from './installation.js'

const run = promisify(execFile)

/** Everything that is stored is there after `down` and `up`, and an execution that waits goes on. */
export async function downAndUp(at: Installation, keys: FirstStart): Promise<string> {
  const goOn = await waitingExecution(at, keys, 'down')
  const before = { ...(await stored(at, keys)), messages: (await messages(at, '')).length }
  await at.compose('down')
  await at.compose('up', '--detach', '--no-build')
  await at.untilUp()
  expectSame({ ...(await stored(at, keys)), messages: (await messages(at, '')).length }, before)
  await goOn()
  return `${JSON.stringify(before)} before and after; the execution that waited is completed`
}

/** The same for a backup that is restored where nothing is left. */
export async function backupAndRestore(at: Installation, keys: FirstStart): Promise<string> {
  const folder = join(mkdtempSync('/tmp/posthorn-backup-'), 'backup')
  const goOn = await waitingExecution(at, keys, 'loss')
  const before = await stored(at, keys)
  await at.script('deploy/backup.sh', folder)
  const { stdout } = await run('du', ['-sh', folder])
  await at.compose('down', '--volumes')
  await at.script('deploy/restore.sh', folder)
  await at.compose('up', '--detach', '--no-build')
  await at.untilUp()
  const reconciled = await at.tool('reconcile')
  expectThat(reconciled.status === 0, reconciled.said)
  expectSame(await stored(at, keys), before)
  await goOn()
  rmSync(folder, { recursive: true })
  return `${stdout.split('\t')[0]}; ${JSON.stringify(before)} before and after; the execution that waited is completed`
}

/** Begins an execution that waits for an event; the answer reports the event and sees the execution through. */
async function waitingExecution(at: Installation, keys: FirstStart, name: string): Promise<() => Promise<void>> {
  const api = new Api({ origin: at.gateway, key: keys.secret })
  const subject = `After the ${name}`
  const { id } = await buildWorkflow(api, {
    name: `Across the ${name}`,
    eventName: `${name} began`,
    steps: {
      wait: { type: 'WAIT_FOR_EVENT', name: 'Wait', config: { eventName: `${name} ended`, timeout: 86_400 } },
      end: { type: 'SEND_EMAIL', name: 'After', mail: { subject, body: '<p>Back.</p>' } },
    },
    transitions: [
      ['trigger', 'wait'],
      ['wait', 'end', 'event'],
    ],
  })
  const track = (event: string): Promise<unknown> =>
    call('POST', `${at.gateway}/v1/track`, keys.publicKey, { email: `${name}@example.com`, event })
  const isIn = async (state: string): Promise<boolean> => {
    const answer = await call<unknown>('GET', `${at.gateway}/workflows/${id}/executions`, keys.secret)
    return JSON.stringify(answer).includes(`"${state}"`)
  }
  await track(`${name} began`)
  await until(() => isIn('WAITING'))
  return async () => {
    await track(`${name} ended`)
    await until(() => isIn('COMPLETED'))
    await until(async () => (await messages(at, subject)).length === 1)
  }
}

async function stored(at: Installation, { secret }: FirstStart): Promise<Record<string, number>> {
  const total = async (path: string): Promise<number> =>
    (await call<{ total: number }>('GET', `${at.gateway}${path}?limit=1`, secret)).total
  return { contacts: await total('/contacts'), emails: await total('/emails'), workflows: await total('/workflows') }
}

function expectSame(after: Record<string, number>, before: Record<string, number>): void {
  expectThat(
    JSON.stringify(after) === JSON.stringify(before),
    `${JSON.stringify(before)} became ${JSON.stringify(after)}`,
  )
}
