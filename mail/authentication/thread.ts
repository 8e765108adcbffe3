import { createDns, type Dns } from '../../runtime/dns/resolver.js'
import { threadTask } from '../../runtime/threads/thread-task.js'
import { examineSender, type Handed } from './examine-sender.js'

/** An examination as a thread is given it. */
export interface ExaminationTask {
  handed: Handed
  dnsServers: string[]
}

const DNS_TIMEOUT_MS = 2_000
let known: { servers: string; dns: Dns } | null = null

export default threadTask(({ handed, dnsServers }: ExaminationTask) => {
  const servers = dnsServers.join()
  // The settings of a process do not change.
  if (known?.servers !== servers)
    known = { servers, dns: createDns({ servers: dnsServers, timeoutMs: DNS_TIMEOUT_MS }) }
  return examineSender(handed, known.dns)
})
