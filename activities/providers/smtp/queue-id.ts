import { withoutEnd } from '../../../runtime/without-end.js'

// The answers by which common servers name a message in their queue.
const QUEUE_IDS = [
  /\bqueued as ([\w.:-]{1,128})/i,
  /\bkept as ([\w.:-]{1,128})/i,
  /\bid=([\w.:-]{1,128})/i,
  /^250 (?:2\.\d+\.\d+ )?([\w-]{6,128}) Message accepted/i,
  /^250 (?:2\.\d+\.\d+ )?OK\s+(?:\d+ )?([\w.-]{6,128})/i,
]

// Microsoft 365 and SES replace the Message-ID of a message, and name the new one.
const MICROSOFT = /^250 2\.0\.0 OK <([^<>\s]{1,200}\.prod\.outlook\.com)>/i
const SES = /^250 Ok ([0-9a-f]+(?:-[0-9a-f]+)+)$/i
// RFC 1035, 2.3.4.
const MAX_HOST_LENGTH = 253
// The name of the server is bounded by MAX_HOST_LENGTH.
const SES_HOST = /(?:^|\.)([a-z]{2}(?:-[a-z]+)+-\d+)\.(?:[a-z0-9-]+\.)*(?:amazonaws|awsapps)\.com\.?$/i

/** The id of a message at the server of this name, read from its answer; undefined when the answer names none. */
export function queueIdOf(response: string, host = ''): string | undefined {
  const assigned = MICROSOFT.exec(response)?.[1] ?? sesMessageId(response, host)
  if (assigned) return assigned
  const found = QUEUE_IDS.map((pattern) => pattern.exec(response)?.[1]).find((id) => id !== undefined)
  return found && withoutEnd(found, '.:')
}

/** SES tells the local part alone; the domain is that of its region. */
function sesMessageId(response: string, host: string): string | undefined {
  const local = SES.exec(response)?.[1]
  const region = SES_HOST.exec(host.slice(0, MAX_HOST_LENGTH))?.[1]?.toLowerCase()
  if (!local || !region) return undefined
  return `${local.toLowerCase()}@${region === 'us-east-1' ? 'email' : region}.amazonses.com`
}
