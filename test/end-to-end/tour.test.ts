import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../docs/documents.js'
import { eventuallyEquals, useStack } from '../support/stack.js'
import { takeTour } from '../support/tour.js'

describe('the tour in the README', () => {
  const posthorn = useStack()
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-tour-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('has the described results when its commands are pasted one after the other', async () => {
    const { stack, dataDir } = posthorn
    await takeTour({
      folder,
      gateway: stack.info.gateway,
      inbox: stack.info.inbox,
      stack: stack.info,
      hasReports: true,
      npx: `command npx --prefix '${ROOT}' "$@"`,
      env: { POSTHORN_DATA_DIR: dataDir },
    })
    await posthorn.kill('worker')
    await eventuallyEquals(async () => (await posthorn.inbox({ to: 'me@example.com', subject: '[TEST]' })).length, 1)
  })
})
