import { expect } from 'chai'
import { statusUpdate } from '../../../../models/domain/email-status.js'
import { eventually } from '../../../support/eventually.js'
import { useGatewayProcesses, type GatewayProcess } from '../../../support/gateway-process.js'
import { useGateway } from '../../../support/gateway.js'
import { createClient, type HttpClient } from '../../../support/http-client.js'
import { Email } from '../../../support/models.js'
import { mongodbServer } from '../../../support/servers.js'
import { useStripe } from '../../../support/stripe-server.js'
import { awayFromMidnight } from '../../../support/away-from-midnight.js'
import { ageTally, countEmails, createOwnedProject } from './scene.js'

describe('a limit of billing with three gateways', function () {
  this.timeout(120_000)
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings())
  const start = useGatewayProcesses()
  awayFromMidnight()
  let processes: GatewayProcess[]

  beforeEach(async () => {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_URL } = stripe.settings()
    const billing = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_URL } as const
    const settings = { ...(billing as Record<string, string>), RATE_LIMIT_PER_MINUTE: '0' }
    const { mongodb: MONGODB_URI } = (await mongodbServer()).info
    processes = await Promise.all([1, 2].map(() => start({ ...settings, MONGODB_URI })))
  })

  const limited = async (transactional: number) => {
    const { project, projectId, owner, path } = await createOwnedProject(gateway)
    expect((await owner.put(`${path}/billing-limits`, { transactional })).status).to.equal(200)
    const others = processes.map(({ port }) => createClient(`http://127.0.0.1:${port}`, project.secretKey))
    const all = [gateway.as(project.secretKey), ...others]
    let sent = 0
    const send = async (client: HttpClient | undefined, recipients = 1): Promise<number> => {
      const to = Array.from({ length: recipients }, () => `r${(sent += 1)}@example.com`)
      const mail = { to, subject: 'Hi', body: 'Hi', from: 'news@example.com' }
      const { status, code } = await (client ?? gateway.as()).post('/v1/send', mail)
      if (status !== 200) expect([status, code]).to.deep.equal([429, 'BILLING_LIMIT_EXCEEDED'])
      return status === 200 ? recipients : 0
    }
    const stored = () => Email.countDocuments({ projectId })
    return { projectId, all, send, stored }
  }
  const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)

  it('is exact, however many requests come at the same time', async () => {
    const { all, send, stored } = await limited(100)
    const accepted = await Promise.all(
      all.flatMap((client) => Array.from({ length: 100 }, (_, n) => send(client, n % 10 === 0 ? 3 : 1))),
    )
    expect([sum(accepted), await stored()]).to.deep.equal([100, 100])
  })

  it('loses nothing with a gateway that dies: what it had leased can be used once the lease has expired', async () => {
    const { projectId, all, send, stored } = await limited(500)
    // Its last block has room for emails that are still to come.
    for (let n = 0; n < 4; n += 1) expect(await send(all[1])).to.equal(1)
    processes[0]?.child.kill('SIGKILL')
    await processes[0]?.exited

    let accepted = 4
    for (let recipients = 50; recipients > 0;) {
      const more = await send(all[accepted % 2 === 0 ? 0 : 2], recipients)
      accepted += more
      if (more === 0) recipients = Math.floor(recipients / 2)
    }
    expect(accepted).to.equal(await stored())
    expect(accepted).to.be.within(490, 499)

    await Email.updateMany({ projectId }, statusUpdate('SENT'))
    await countEmails(projectId, { sentTransactional: accepted })
    await eventually(
      async () => {
        await ageTally(projectId)
        accepted += await send(all[0])
        return accepted
      },
      (count) => count === 500,
    )
    expect([await send(all[0]), await send(all[2]), await stored()]).to.deep.equal([0, 0, 500])
  })
})
