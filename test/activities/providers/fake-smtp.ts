import { createServer, type Socket } from 'node:net'
import { listen } from '../../support/listen.js'

/** The place in the conversation where the server answers. `DOT` is the end of the message, `BODY` its first bytes. */
type Stage =
  | 'GREETING'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'BODY'
  | 'DOT'
  | 'RSET'
  | 'QUIT'

/** An SMTP server whose answers a test chooses, and which stores the messages. */
export interface FakeSmtp {
  port: number
  /** Every command but the message itself. */
  commands: string[]
  /** The commands that arrived in one read, over all connections. */
  reads: string[]
  messages: Buffer[]
  connections: number
  open: Set<Socket>
  /** The most that were open at a time. */
  mostOpen: number
  /** The extensions that EHLO offers. */
  offers: string[]
  /** Whether answers leave byte by byte. */
  isSlow: boolean
  /**
   * Answers with a line, each of them once and the last for good; `hang up` and `silence` are what they say, and `wait`
   * is answered by `release`.
   */
  answer(stage: Stage, ...replies: string[]): void
  /** The answers that are waiting for `release`. */
  held: ((reply: string) => void)[]
  /** Gives all waiting answers. */
  release(reply: string): void
  close(): Promise<void>
}

const USUAL: Record<Stage, string> = {
  GREETING: '220 fake ESMTP',
  EHLO: '',
  HELO: '250 fake',
  STARTTLS: '',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  BODY: '',
  DOT: '250 2.0.0 Ok: queued as 4XyZ12',
  RSET: '250 2.0.0 Ok',
  QUIT: '221 Bye',
}

/** Starts one for each test of a `describe`, with these extensions. */
export function useFakeSmtp(begin: (smtp: FakeSmtp) => void, ...offers: string[]): void {
  let smtp: FakeSmtp
  beforeEach(async () => {
    smtp = await startFakeSmtp()
    smtp.offers = offers
    begin(smtp)
  })
  afterEach(() => smtp.close())
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const replies = new Map(Object.entries(USUAL).map(([stage, reply]) => [stage, [reply]]))
  const server = createServer((socket) => {
    fake.connections += 1
    fake.open.add(socket)
    fake.mostOpen = Math.max(fake.mostOpen, fake.open.size)
    socket.on('close', () => fake.open.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, fake, replies)
  })
  const fake: FakeSmtp = {
    port: 0,
    commands: [],
    reads: [],
    messages: [],
    connections: 0,
    open: new Set(),
    mostOpen: 0,
    offers: [],
    isSlow: false,
    held: [],
    release(reply) {
      for (const answer of fake.held.splice(0)) answer(reply)
    },
    answer: (stage, ...next) => void replies.set(stage, next),
    async close() {
      for (const socket of fake.open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  fake.port = await listen(server)
  return fake
}

function converse(socket: Socket, fake: FakeSmtp, replies: Map<string, string[]>): void {
  let text = ''
  let isMessage = false
  let isLoggingIn = false
  let isSilent = false
  const write = createWriter(socket, fake)
  const reply = (stage: string, usual = '500 What?'): string => {
    const given = replies.get(stage) ?? []
    const words = (given.length > 1 ? given.shift() : given[0]) || usual
    if (words === 'hang up') socket.destroy()
    // A server answers in order: an answer that does not come holds back all later ones.
    else if (words === 'silence') isSilent = true
    else if (words === 'wait') fake.held.push((given) => write(`${given}\r\n`))
    else if (!isSilent) write(`${words}\r\n`)
    return words
  }
  const takeCommand = (line: string): void => {
    fake.commands.push(line)
    const stage = isLoggingIn ? 'AUTH' : line.split(/[ :]/)[0]!.toUpperCase()
    const offers = ['fake', ...fake.offers].map((word, n, all) => hello(word, n, all)).join('\r\n')
    const words = reply(stage, stage === 'EHLO' ? offers : undefined)
    isMessage = stage === 'DATA' && words.startsWith('354')
    isLoggingIn = words.startsWith('334')
  }
  const takeMessage = (): boolean => {
    if (replies.get('BODY')?.[0]) reply('BODY')
    const end = text.startsWith('.\r\n') ? 0 : text.indexOf('\r\n.\r\n') + 2
    if (end === 1) return false
    fake.messages.push(Buffer.from(text.slice(0, end).replaceAll(/^\./gm, ''), 'latin1'))
    text = text.slice(end + 3)
    isMessage = false
    reply('DOT')
    return true
  }
  socket.on('data', (chunk) => {
    fake.reads.push(chunk.toString('latin1'))
    text += chunk.toString('latin1')
    while (text !== '' && !socket.destroyed) {
      if (isMessage) {
        if (!takeMessage()) return
        continue
      }
      const end = text.indexOf('\r\n')
      if (end < 0) return
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      takeCommand(line)
    }
  })
  reply('GREETING')
}

/** Writes to a socket; for a slow server one byte after the other. */
function createWriter(socket: Socket, fake: FakeSmtp): (text: string) => void {
  let unsent = ''
  const writeNext = (): void => {
    if (unsent === '' || socket.destroyed) return
    socket.write(unsent[0]!, 'latin1', () => {
      unsent = unsent.slice(1)
      setImmediate(writeNext)
    })
  }
  socket.setNoDelay(true)
  return (text) => {
    const isWriting = unsent !== ''
    if (fake.isSlow) unsent += text
    else socket.write(text, 'latin1')
    if (!isWriting) writeNext()
  }
}

const hello = (word: string, n: number, all: string[]): string => `250${n === all.length - 1 ? ' ' : '-'}${word}`
