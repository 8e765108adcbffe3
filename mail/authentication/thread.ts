import { createDns, type Dns } from '../../runtime/dns/resolver.js'
import { threadTask } from '../../runtime/threads/thread-task.js'
import { examineSender, type ReceivedMail } from './examine-sender.js'

/** An examination, as a thread receives it. */
export interface ExaminationTask {
  mail: ReceivedMail
  dnsServers: string[]
}

const DNS_TIMEOUT_MS = 2_000
let resolver: { servers: string; dns: Dns } | null = null

export default threadTask(({ mail, dnsServers }: ExaminationTask) => {
  const servers = dnsServers.join()
  // The settings of a process do not change, so one resolver serves all its tasks.
  if (resolver?.servers !== servers)
    resolver = { servers, dns: createDns({ servers: dnsServers, timeoutMs: DNS_TIMEOUT_MS }) }
  return examineSender(mail, resolver.dns)
})
