import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { Email } from '../../../models/email.js'
import { useFolders } from '../../embedded/folders.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { eventually } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGatewayProcesses, type GatewayProcess } from '../../support/gateway-process.js'
import { mongodbServer } from '../../support/servers.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TARGET = 'https://shop.example/sale'
const tokens = createTrackingTokens(ENCRYPTION_KEYS)

describe('a gateway whose spool folder is lost', function () {
  this.timeout(120_000)
  useDatabase()
  const makeFolder = useFolders()
  const startGateway = useGatewayProcesses()
  let message: { projectId: string; emailId: string }
  let errors: string[]

  beforeEach(async () => {
    errors = []
    const { id: projectId } = await createProject()
    const email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
    message = { projectId, emailId: email._id }
  })

  const start = async (folder: string): Promise<GatewayProcess> => {
    const { info } = await mongodbServer()
    const gateway = await startGateway({ MONGODB_URI: info.mongodb, SPOOL_DIR: folder })
    createInterface({ input: gateway.child.stdout! }).on('line', (line) => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string }
      if (level >= 50) errors.push(msg)
    })
    return gateway
  }
  const follow = async ({ port }: GatewayProcess): Promise<void> => {
    const url = `http://127.0.0.1:${port}/c/${tokens.forClick(message, TARGET)}`
    const res = await fetch(url, { redirect: 'manual', headers: { 'user-agent': FIREFOX } })
    expect([res.status, res.headers.get('location')]).to.deep.equal([302, TARGET])
  }
  const untilClicked = (times: number) =>
    eventually(
      async () => (await Email.findById(message.emailId).orFail().lean()).clicks,
      (clicks) => clicks === times,
    )
  const stop = async ({ child, exited }: GatewayProcess): Promise<void> => {
    child.kill('SIGTERM')
    expect((await exited)[0]).to.equal(0)
  }

  it('starts, answers, records and stops although it cannot write', async () => {
    const file = join(makeFolder(), 'no-folder')
    writeFileSync(file, '')
    const gateway = await start(join(file, 'spool'))
    await follow(gateway)
    await follow(gateway)
    await untilClicked(2)
    await stop(gateway)
    expect(errors).to.deep.equal(['opens and clicks wait in memory only'])
  })

  it('answers, records and stops when its folder vanishes under it', async () => {
    const folder = join(makeFolder(), 'spool')
    const gateway = await start(folder)
    await follow(gateway)
    rmSync(folder, { recursive: true, force: true })
    await follow(gateway)
    await untilClicked(2)
    await stop(gateway)
    expect(existsSync(folder) ? readdirSync(folder) : []).to.deep.equal([])
  })
})
