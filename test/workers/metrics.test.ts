import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { findFreePort } from '../../embedded/ports.js'
import { eventually, including } from '../support/eventually.js'
import { NOWHERE } from '../support/gateway-process.js'
import { livedMs } from '../support/lived-ms.js'
import { useStartedPrograms } from '../support/started-program.js'

// Prometheus counts a process as down that needs longer.
const SCRAPE_TIMEOUT_MS = 10_000
const NEVER_REACHED = {
  NODE_ENV: 'test',
  LOG_PRETTY: 'false',
  MONGODB_URI: `mongodb://${NOWHERE}/none`,
  TEMPORAL_ADDRESS: NOWHERE,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
}

for (const program of ['gateway', 'worker']) {
  describe(`the metrics server of ${program}`, function () {
    this.timeout(120_000)
    const start = useStartedPrograms()

    it('answers in time with what is known while MongoDB and Temporal cannot be reached', async () => {
      const port = await findFreePort([])
      const { said } = await start(program, { ...NEVER_REACHED, METRICS_PORT: String(port) })
      const ask = async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`)
        return { status: answer.status, text: await answer.text() }
      }
      await eventually(async () => said(), including('metrics listening'))
      const took = await livedMs(async () => {
        const { status, text } = await ask('/metrics')
        expect(status).to.equal(200)
        expect(text)
          .to.match(/^posthorn_build_info\{/m)
          .and.match(/^posthorn_mongodb_pool_connections 0$/m)
        expect(text, 'totals that are not known').not.to.match(/^posthorn_(outbox_entries|executions_active)[ {]/m)
      })
      expect(took).to.be.below(SCRAPE_TIMEOUT_MS)
      expect((await ask('/health')).status).to.equal(200)
      expect((await ask('/ready')).status).to.equal(503)
    })

    it('ends the process with one line that names METRICS_PORT when the port is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const { exited, said } = await start(program, { ...NEVER_REACHED, METRICS_PORT: String(port) })
      expect(await exited).to.equal(1)
      other.close()
      const reason = 'another process has this port; set METRICS_PORT to a free one, or end that process'
      const [last = ''] = said().trim().split('\n').slice(-1)
      expect(JSON.parse(last))
        .to.include({ level: 60, msg: `cannot start: METRICS_PORT ${port} on 127.0.0.1: ${reason}` })
        .and.not.have.property('error')
    })
  })
}
