import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { Email } from '../../../models/email.js'
import { useFolders } from '../../embedded/folders.js'
import { createLogger } from '../../../runtime/logger.js'
import { ENCRYPTION_KEYS, testConfig } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { eventually } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { serveGateway, type ServedGateway } from '../../support/serve-gateway.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TARGET = 'https://shop.example/sale'
const tokens = createTrackingTokens(ENCRYPTION_KEYS)

describe('a gateway whose spool folder is lost', function () {
  this.timeout(120_000)
  useDatabase()
  const makeFolder = useFolders()
  let message: { projectId: string; emailId: string }
  let errors: string[]

  beforeEach(async () => {
    errors = []
    const { id: projectId } = await createProject()
    const email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
    message = { projectId, emailId: email._id }
  })

  const start = (spool: string): Promise<ServedGateway> => {
    const log = createLogger('test', { level: 'silent', pretty: false })
    log.error = (_: unknown, message?: string) => void errors.push(String(message))
    return serveGateway(testConfig(), { spool, log })
  }
  const follow = async ({ origin }: ServedGateway): Promise<void> => {
    const url = `${origin}/c/${tokens.forClick(message, TARGET)}`
    const res = await fetch(url, { redirect: 'manual', headers: { 'user-agent': FIREFOX } })
    expect([res.status, res.headers.get('location')]).to.deep.equal([302, TARGET])
  }
  const untilClicked = (times: number) =>
    eventually(
      async () => (await Email.findById(message.emailId).orFail().lean()).clicks,
      (clicks) => clicks === times,
    )

  it('starts, answers, records and stops although it cannot write', async () => {
    const file = join(makeFolder(), 'no-folder')
    writeFileSync(file, '')
    const gateway = await start(join(file, 'spool'))
    await follow(gateway)
    await follow(gateway)
    await untilClicked(2)
    await gateway.close()
    expect(errors).to.deep.equal(['opens and clicks wait in memory only'])
  })

  it('answers, records and stops when its folder vanishes under it', async () => {
    const folder = join(makeFolder(), 'spool')
    const gateway = await start(folder)
    await follow(gateway)
    rmSync(folder, { recursive: true, force: true })
    await follow(gateway)
    await untilClicked(2)
    await gateway.close()
    expect(existsSync(folder) ? readdirSync(folder) : []).to.deep.equal([])
  })
})
