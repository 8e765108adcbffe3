import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Where in the conversation the server answers. `DOT` is the end of the message, `BODY` its first bytes. */
type Stage = 'GREETING' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY' | 'DOT' | 'RSET' | 'QUIT'

/** An SMTP server that answers as it is told and keeps what it was sent. */
export interface FakeSmtp {
  port: number
  /** Every command but the message itself. */
  commands: string[]
  messages: Buffer[]
  connections: number
  open: Set<Socket>
  /** What EHLO offers. */
  offers: string[]
  /** Answers with a line; `hang up` and `silence` are what they say. */
  answer(stage: Stage, reply: string): void
  close(): Promise<void>
}

const USUAL: Record<Stage, string> = {
  GREETING: '220 fake ESMTP',
  EHLO: '',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  BODY: '',
  DOT: '250 2.0.0 Ok: queued as 4XyZ12',
  RSET: '250 2.0.0 Ok',
  QUIT: '221 Bye',
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const replies = new Map(Object.entries(USUAL))
  const server = createServer((socket) => {
    fake.connections += 1
    fake.open.add(socket)
    socket.on('close', () => fake.open.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, fake, replies)
  })
  const fake: FakeSmtp = {
    port: 0,
    commands: [],
    messages: [],
    connections: 0,
    open: new Set(),
    offers: [],
    answer: (stage, reply) => void replies.set(stage, reply),
    async close() {
      for (const socket of fake.open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.port = (server.address() as AddressInfo).port
  return fake
}

/** A port of this machine at which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function converse(socket: Socket, fake: FakeSmtp, replies: Map<string, string>): void {
  let text = ''
  let isMessage = false
  const reply = (stage: string, usual = '500 What?'): void => {
    const words = replies.get(stage) || usual
    if (words === 'hang up') socket.destroy()
    else if (words !== 'silence') socket.write(`${words}\r\n`)
  }
  const takeCommand = (line: string): void => {
    fake.commands.push(line)
    const stage = line.split(/[ :]/)[0]!.toUpperCase()
    if (stage === 'EHLO')
      return reply('EHLO', ['fake', ...fake.offers].map((word, n, all) => hello(word, n, all)).join('\r\n'))
    isMessage = stage === 'DATA' && (replies.get('DATA') ?? '').startsWith('354')
    reply(stage)
  }
  const takeMessage = (): boolean => {
    if (replies.get('BODY')) reply('BODY')
    const end = text.startsWith('.\r\n') ? 0 : text.indexOf('\r\n.\r\n') + 2
    if (end === 1) return false
    fake.messages.push(Buffer.from(text.slice(0, end).replaceAll(/^\./gm, ''), 'latin1'))
    text = text.slice(end + 3)
    isMessage = false
    reply('DOT')
    return true
  }
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    while (text !== '') {
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

const hello = (word: string, n: number, all: string[]): string => `250${n === all.length - 1 ? ' ' : '-'}${word}`
