import { writeFile } from 'node:fs/promises'
import type { TestStack } from './stack.js'

/** Fetches the history of a Temporal workflow execution as replays read it; empty before it has started. */
export async function fetchHistory(
  { stack }: Pick<TestStack, 'stack'>,
  workflowId: string,
): Promise<{ events: HistoryEvent[] }> {
  const events: HistoryEvent[] = []
  let token = ''
  do {
    const path = `/api/v1/namespaces/default/workflows/${encodeURIComponent(workflowId)}/history`
    const response = await fetch(`${stack.info.temporalUi}${path}?next_page_token=${encodeURIComponent(token)}`)
    const page = (await response.json()) as { history?: { events: HistoryEvent[] }; nextPageToken?: string }
    events.push(...(page.history?.events ?? []))
    token = page.nextPageToken ?? ''
  } while (token)
  return { events }
}

/** One event of a history. */
export interface HistoryEvent {
  eventType: string
  [attributes: string]: unknown
}

/** Keeps a history for the replay test, when `RECORD_HISTORIES` is set: run it so after a change of workflow code. */
export async function keepHistory(name: string, history: { events: HistoryEvent[] }): Promise<void> {
  if (!process.env['RECORD_HISTORIES']) return
  await writeFile(
    new URL(`../histories/${name}.json`, import.meta.url),
    `${JSON.stringify(history, withoutPaths, 1)}\n`,
  )
}

// Stack traces name folders of the recording machine, and replaying reads none.
function withoutPaths(key: string, value: unknown): unknown {
  return key === 'stackTrace' ? '' : value
}
