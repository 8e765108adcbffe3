import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A DNS server that knows text records alone. */
export interface DnsServer {
  /** Its address with its port. */
  address: string
  /** The records, by their names. */
  texts: Map<string, string>
  close(): Promise<void>
}

const HEADER_BYTES = 12
const LONGEST_STRING = 255
const [ANSWERED, NO_SUCH_NAME] = [0x8180, 0x8183]

/** Starts a DNS server on this machine (RFC 1035, the part that one question for a text record needs). */
export async function startDnsServer(): Promise<DnsServer> {
  const texts = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answer(query, texts), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    close: () => new Promise((resolve) => socket.close(resolve)),
  }
}

function answer(query: Buffer, texts: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(HEADER_BYTES, at + 5)
  const text = texts.get(labels.join('.').toLowerCase())
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(text === undefined ? NO_SUCH_NAME : ANSWERED, 2)
  header.writeUInt16BE(1, 4)
  if (text === undefined) return Buffer.concat([header, question])
  header.writeUInt16BE(1, 6)
  const strings = (text.match(new RegExp(`.{1,${LONGEST_STRING}}`, 'g')) ?? []).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
  )
  const data = Buffer.concat(strings)
  // The name of the question again, type TXT, class IN, a time to live of a minute.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff])
  return Buffer.concat([header, question, record, data])
}
