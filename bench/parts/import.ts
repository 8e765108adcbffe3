import { Contact } from '../../models/contact.js'
import { Event } from '../../models/event.js'
import { Audit } from '../audit.js'
import { call, untilImported, uploadCsv } from '../calls.js'
import { peakMemoryMb } from '../measuring/processes.js'
import { round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import type { MeasuredStack } from '../stack-pool.js'

// So many contacts exist before the import and are unsubscribed. The import subscribes each, which emits one event.
const KNOWN = 200

/** The import of a large CSV file. Every row must be imported once. */
export const importPart = definePart({
  name: 'import',
  title: 'an import of contacts: every row once, totals and counters exact',
  runs: 'all',
  options: {
    rows: { normal: 100_000, quick: 5_000, meaning: 'rows of the file' },
  },
  async run({ sizes: { rows }, freshStack, say }) {
    const bench = await freshStack()
    const { gateway, processes } = bench.stack.info
    const project = await bench.makeProject('Import')
    for (let n = 0; n < KNOWN; n += 1) {
      const email = address(n * Math.floor(rows / KNOWN))
      await call('POST', `${gateway}/contacts`, project.secretKey, { email, subscribed: false })
    }
    const lines = Array.from({ length: rows }, (_, n) => `${address(n)},yes,${n}`)
    const from = performance.now()
    const jobId = await uploadCsv(gateway, project.secretKey, ['email,subscribed,n', ...lines].join('\n'))
    const acceptedMs = performance.now() - from
    let peakMb = 0
    const job = await untilImported(gateway, project.secretKey, jobId, () => {
      if (processes.worker !== null) peakMb = Math.max(peakMb, peakMemoryMb(processes.worker))
    })
    const seconds = (performance.now() - from) / 1_000
    await auditRows(bench, project, { rows, result: job.result, say })
    return {
      figures: {
        acceptedMs: round(acceptedMs, 1),
        rowsPerSecond: round(rows / seconds, 1),
        workerPeakMb: peakMb,
        gatewayPeakMb: peakMemoryMb(processes.gateway),
      },
    }
  },
})

async function auditRows(
  { stack }: MeasuredStack,
  project: { id: string; secretKey: string },
  of: { rows: number; result: Record<string, number>; say: (line: string) => void },
): Promise<void> {
  const { rows, result, say } = of
  const [{ id: projectId, secretKey }, { gateway }] = [project, stack.info]
  const audit = new Audit(say)
  audit.equal('rows', result['total'], rows)
  audit.equal('created', result['created'], rows - KNOWN)
  audit.equal('updated', result['updated'], KNOWN)
  audit.equal('failed', result['failed'], 0)
  audit.equal('contacts', await Contact.countDocuments({ projectId }), rows)
  audit.equal('flips', await Event.countDocuments({ projectId, name: 'contact.subscribed' }), KNOWN)
  const list = await call<{ total: number }>('GET', `${gateway}/contacts?subscribed=true`, secretKey)
  audit.equal('subscribed by the counters', list.total, rows)
  const answer = await call<{ fields: { field: string; coverage: number }[] }>(
    'GET',
    `${gateway}/contacts/fields`,
    secretKey,
  )
  audit.equal('coverage of data.n', answer.fields.find(({ field }) => field === 'data.n')?.coverage, 1)
  audit.finish()
}

function address(n: number): string {
  return `c${n}@example.com`
}
