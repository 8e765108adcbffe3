import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, AUTHORITATIVE_ANSWER, type Answer, type Packet } from 'dns-packet'
import type { IdentityStore } from './storage/identity-store.js'

const [SERVER_FAILURE, NO_SUCH_NAME] = [2, 3]
const OWNERSHIP_LABEL = '_posthorn.'
// An answer has to fit into a datagram: it has the records of the projects that asked last.
const MAX_RECORDS = 10

/** A DNS server for the ownership records of the domains that the inbox has switched to SUCCESS, and nothing else. */
export interface DnsStandIn {
  /** Answers from these identities; until then every question fails. */
  answerFrom(identities: IdentityStore): void
  close(): Promise<void>
}

/** Starts the server by UDP on `host`. */
export async function startDnsStandIn(host: string, port: number): Promise<DnsStandIn> {
  let identities: IdentityStore | null = null
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', (bytes, from) => {
    const answer = answerTo(bytes, identities)
    if (answer) socket.send(answer, from.port, from.address)
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  // The client may be gone: an answer that cannot be sent must not end the process.
  socket.on('error', () => undefined)
  let closing: Promise<unknown> | null = null
  return {
    answerFrom(given) {
      identities = given
    },
    async close() {
      closing ??= once(socket.close(), 'close')
      await closing
    },
  }
}

/** The answer to a packet; null when the packet is no question. */
function answerTo(bytes: Buffer, identities: IdentityStore | null): Buffer | null {
  try {
    const packet = decode(bytes)
    return packet.type === 'query' ? encode(answerOf(packet, identities)) : null
  } catch {
    return null
  }
}

function answerOf({ id = 0, questions = [] }: Packet, identities: IdentityStore | null): Packet {
  const base = { id, type: 'response', questions } as const
  if (!identities) return { ...base, flags: SERVER_FAILURE }
  const [question] = questions
  const name = question?.name.toLowerCase() ?? ''
  const texts = name.startsWith(OWNERSHIP_LABEL)
    ? identities.ownershipTexts(name.slice(OWNERSHIP_LABEL.length))
    : undefined
  if (!texts) return { ...base, flags: AUTHORITATIVE_ANSWER | NO_SUCH_NAME }
  const shown = question?.type === 'TXT' ? texts.slice(-MAX_RECORDS) : []
  const answers = shown.map((text): Answer => ({ type: 'TXT', name, ttl: 0, class: 'IN', data: text }))
  return { ...base, flags: AUTHORITATIVE_ANSWER, answers }
}
