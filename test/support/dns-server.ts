import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, AUTHORITATIVE_ANSWER, type Answer, type Packet, type RecordType } from 'dns-packet'

/** How the server treats every question: as one does, with the code of a failure, or not at all. */
export type DnsMood = 'answers' | 'fails' | 'silent'

/** A DNS server that answers with the records of a test. */
export interface DnsServer {
  /** Its address with its port. */
  address: string
  /** The names and kinds of the questions so far, as `MX example.com`. */
  asked: string[]
  /** Sets the records of a name and kind; the name exists from then on. */
  set(name: string, type: RecordType, ...data: unknown[]): void
  /** Sets one text record. */
  setText(name: string, text: string): void
  /** Lets a name exist without records, or removes those of a kind. */
  clear(name: string, type?: RecordType): void
  /** From now on there is no such name. */
  forget(name: string): void
  /** How it treats every question from now on, or those of one kind. */
  setMood(mood: DnsMood, type?: RecordType): void
  close(): Promise<void>
}

const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3
const LONGEST_STRING = 255

/** The time to live of every record, in seconds. */
export const DNS_TTL_SECONDS = 60

/** A DNS server for the tests of the surrounding `describe`; `servers` holds its address once it runs. */
export function useDnsServer(): DnsServer & { servers: string[] } {
  const dns = { servers: [] as string[] } as DnsServer & { servers: string[] }
  before(async () => {
    Object.assign(dns, await startDnsServer())
    dns.servers.push(dns.address)
  })
  after(() => dns.close())
  return dns
}

/** Starts a DNS server on this machine. A name exists while it, or a name below it, has records. */
export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, Map<RecordType, unknown[]>>()
  const asked: string[] = []
  let mood: DnsMood = 'answers'
  const moods = new Map<RecordType | undefined, DnsMood>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const packet = decode(query)
    asked.push(...(packet.questions ?? []).map(({ type, name }) => `${type} ${name.toLowerCase()}`))
    const treated = moods.get(packet.questions?.[0]?.type) ?? mood
    if (treated === 'silent') return
    const rcode = treated === 'fails' ? SERVER_FAILURE : undefined
    socket.send(encode(answerOf(packet, names, rcode)), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const kindsOf = (name: string): Map<RecordType, unknown[]> => {
    const kinds = names.get(name.toLowerCase()) ?? new Map<RecordType, unknown[]>()
    names.set(name.toLowerCase(), kinds)
    return kinds
  }
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (name, type, ...data) => void kindsOf(name).set(type, data),
    setText: (name, text) =>
      void kindsOf(name).set('TXT', [text.match(new RegExp(`.{1,${LONGEST_STRING}}`, 'g')) ?? ['']]),
    clear: (name, type) => void (type ? kindsOf(name).delete(type) : kindsOf(name).clear()),
    forget: (name) => void names.delete(name.toLowerCase()),
    setMood: (wanted, type) => {
      if (type) moods.set(type, wanted)
      else mood = wanted
    },
    close: () => closed(socket),
  }
}

function answerOf(
  query: Packet,
  names: ReadonlyMap<string, ReadonlyMap<RecordType, unknown[]>>,
  failure: number | undefined,
): Packet {
  const [question] = query.questions ?? []
  const name = question?.name.toLowerCase() ?? ''
  const kinds = names.get(name)
  const exists = kinds !== undefined || [...names.keys()].some((known) => known.endsWith(`.${name}`))
  const type = question?.type ?? 'A'
  // A name with an alias has no other records: the answer is the alias, whatever was asked (RFC 1034, 3.6.2).
  const shown = kinds?.has('CNAME') ? 'CNAME' : type
  const records = failure === undefined ? (kinds?.get(shown) ?? []) : []
  return {
    id: query.id ?? 0,
    type: 'response',
    flags: AUTHORITATIVE_ANSWER | (failure ?? (exists ? 0 : NO_SUCH_NAME)),
    questions: query.questions ?? [],
    answers: records.map((data) => ({ name, type: shown, ttl: DNS_TTL_SECONDS, class: 'IN', data }) as Answer),
  }
}

async function closed(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.close(resolve)
  })
}
