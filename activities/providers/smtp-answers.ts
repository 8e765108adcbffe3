// The answers by which common servers name a message in their queue.
const QUEUE_IDS = [
  /\bqueued as ([\w.:-]{1,128})/i,
  /\bkept as ([\w.:-]{1,128})/i,
  /\bid=([\w.:-]{1,128})/i,
  /^250 (?:2\.\d+\.\d+ )?([\w-]{6,128}) Message accepted/i,
  /^250 (?:2\.\d+\.\d+ )?OK\s+(?:\d+ )?([\w.-]{6,128})/i,
]

/** The server's queue id for a message, read from its answer; undefined when the answer names none. */
export function queueIdOf(response: string, serverMessageId?: string): string | undefined {
  if (serverMessageId) return serverMessageId.replaceAll(/[<>]/g, '')
  const found = QUEUE_IDS.map((pattern) => pattern.exec(response)?.[1]).find((id) => id !== undefined)
  return found?.replace(/[.:]+$/, '')
}
