import { pollUntil } from '../embedded/poll.js'

/** Sends one request of a benchmark and returns the JSON of the answer. Throws for any status but success. */
export async function call<T>(method: 'GET' | 'POST' | 'PATCH', url: string, key: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as T
}

/** Uploads a CSV file for import; returns the id of its job. */
export async function uploadCsv(gateway: string, key: string, csv: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'contacts.csv')
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${gateway}/contacts/import`, { method: 'POST', headers, body: form })
  const answer = (await response.json()) as { jobId?: string }
  if (response.status !== 202 || !answer.jobId) throw new Error(`The import was answered with ${response.status}`)
  return answer.jobId
}

/** An import job as the API presents it. */
export interface ImportStatus {
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED'
  progress: number
  result: { total: number; created: number; updated: number; failed: number }
  failedReason: string | null
}

/** Waits until an import is complete, and calls `onLook` with each answer. Throws when the import fails. */
export async function untilImported(
  gateway: string,
  key: string,
  jobId: string,
  onLook?: (job: ImportStatus) => void,
): Promise<ImportStatus> {
  const read = () => call<ImportStatus>('GET', `${gateway}/contacts/import/${jobId}`, key)
  const isOver = async () => {
    const job = await read()
    onLook?.(job)
    return job.status === 'COMPLETED' || job.status === 'FAILED'
  }
  await until(isOver, { intervalMs: 100 })
  const job = await read()
  if (job.status === 'FAILED') throw new Error(`The import failed: ${job.failedReason}`)
  return job
}

/** Waits until the answer is true; an answer that throws counts as not yet. Throws when the time is over. */
export async function until(
  ask: () => Promise<boolean>,
  { timeoutMs = 1_800_000, intervalMs = 200 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<void> {
  let cause: unknown
  const attempt = async (): Promise<boolean> => {
    try {
      return await ask()
    } catch (error) {
      cause = error
      return false
    }
  }
  if (await pollUntil(attempt, { timeoutMs, intervalMs })) return
  throw new Error(`Still waiting after ${timeoutMs} ms`, { cause })
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
