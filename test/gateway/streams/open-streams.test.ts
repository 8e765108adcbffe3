import { expect } from 'chai'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { OpenStreams, type StreamRequest } from '../../../gateway/streams/open-streams.js'
import { streamClient } from '../../../gateway/streams/stream-client.js'
import { AppError } from '../../../models/domain/errors.js'
import { eventuallyEquals } from '../../support/eventually.js'

const KB = 1_024
const PART_BYTES = 100 * KB
const PARTS = 100
/** Half is for each group, so that four clients of different networks have room for two parts. */
const HELD_BYTES = 20 * PART_BYTES

class Answer extends EventEmitter {
  closed = false
  destroy(): void {
    this.closed = true
    this.emit('close')
  }
}

interface Opened {
  stream: Readable
  answer: Answer
  partsRead: () => number
}

const sender = (projectId: string, userId = projectId) =>
  ({ projectId, caller: { type: 'user', userId, role: 'OWNER', session: { createdAt: new Date(0) } } }) as const

describe('the streams of a gateway', () => {
  let nowMs: number
  let streams: OpenStreams
  beforeEach(() => {
    nowMs = 0
    streams = new OpenStreams({ heldBytes: HELD_BYTES, checkMs: 86_400_000 }, () => nowMs)
  })

  const open = async (
    network: string,
    projectId: string | null = null,
    changes: Partial<StreamRequest> = {},
  ): Promise<Opened> => {
    let partsRead = 0
    const read = async function* (): AsyncGenerator<Uint8Array> {
      for (; partsRead < PARTS; partsRead += 1) yield Buffer.alloc(PART_BYTES)
    }
    const answer = new Answer()
    const client = streamClient(projectId === null ? null : sender(projectId), network)
    const request = { size: PARTS * PART_BYTES, partBytes: PART_BYTES, read: async () => read(), ...changes }
    const stream = await streams.open(client, request, answer as unknown as ServerResponse)
    return { stream, answer, partsRead: () => partsRead }
  }
  const take = async ({ stream }: Opened, bytes: number): Promise<void> => {
    for (let taken = 0; taken < bytes;) {
      expect(stream.destroyed, 'ended').to.equal(false)
      taken += (stream.read() as Buffer | null)?.length ?? 0
      await new Promise(setImmediate)
    }
  }
  const codeOf = (task: Promise<unknown>): Promise<string> =>
    task.then(
      () => 'none',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    )

  it('hold the part that waits for the client and the next one, whatever the size of the file', async () => {
    const opened = await open('a')
    await take(opened, PART_BYTES / 2)
    expect([streams.heldBytes, opened.partsRead()]).to.deep.equal([2 * PART_BYTES, 1])
    opened.answer.destroy()
    expect(streams.heldBytes).to.equal(0)
    const small = await open('a', null, { size: 10 * KB })
    expect(streams.heldBytes).to.equal(10 * KB)
    small.answer.destroy()
  })

  it('end the one that moved the fewest bytes in ten seconds in place of a newcomer without room', async () => {
    const [one, two, three, four] = [await open('a'), await open('b'), await open('c'), await open('d')]
    nowMs = 5_000
    await take(one, 2 * PART_BYTES)
    await take(two, PART_BYTES / 2)
    await take(three, 2 * PART_BYTES)
    await take(four, 2 * PART_BYTES)
    await open('e')
    expect([one, two, three, four].map(({ answer }) => answer.closed)).to.deep.equal([false, true, false, false])
    // What was moved before does not count.
    nowMs = 14_000
    for (const opened of [one, four]) await take(opened, PART_BYTES)
    nowMs = 17_000
    await open('f')
    expect([one, three, four].map(({ answer }) => answer.closed)).to.deep.equal([false, true, false])
  })

  it('end one of the network, project or credential that holds most, while all are read', async () => {
    const many = [await open('a'), await open('a')]
    const fair = [await open('b'), await open('c')]
    nowMs = 3_000
    for (const opened of [...many, ...fair]) await take(opened, PART_BYTES)
    await open('d')
    expect(fair.filter(({ answer }) => answer.closed)).to.have.lengthOf(0)
    expect(many.filter(({ answer }) => answer.closed)).to.have.lengthOf(1)
  })

  it('of images take no room of files of projects, nor those of one project the room of others', async () => {
    for (const network of ['a', 'b', 'c', 'd', 'e', 'f']) await open(network)
    const first = await open('a', 'p1')
    for (const network of ['b', 'c', 'd', 'e']) await open(network, 'p1')
    const other = await open('b', 'p2')
    nowMs = 3_000
    await take(other, PART_BYTES)
    for (const network of ['f', 'g', 'h']) await open(network, 'p1')
    expect([first.answer.closed, other.answer.closed]).to.deep.equal([true, false])
    expect(streams.heldBytes).to.be.at.most(HELD_BYTES)
  })

  it('are ended after twenty seconds below 10 KB a second, and not while the source is slow', async () => {
    const [silent, slow, steady] = [await open('a'), await open('b'), await open('c')]
    const never = (async function* (): AsyncGenerator<Uint8Array> {
      await new Promise(() => undefined)
      yield Buffer.alloc(0)
    })()
    const waiting = await open('d', null, { read: async () => never })
    await take(silent, 1)
    waiting.stream.read()
    for (; nowMs < 60_000; nowMs += 1_000) {
      if (nowMs % 3_000 === 0 && !slow.answer.closed) await take(slow, 1)
      await take(steady, 1)
      streams.endSlow()
      if (nowMs === 19_000) expect(silent.answer.closed).to.equal(false)
    }
    const isEnded = [silent, slow, steady, waiting].map(({ answer }) => answer.closed)
    expect(isEnded).to.deep.equal([true, true, false, false])
  })

  it('of one name are limited in a project', async () => {
    const mostOfProject = { name: 'exports', streams: 2 }
    const [first] = [await open('a', 'p1', { mostOfProject }), await open('b', 'p1', { mostOfProject })]
    expect(await codeOf(open('c', 'p1', { mostOfProject }))).to.equal('RATE_LIMIT_EXCEEDED')
    expect(await codeOf(open('c', 'p2', { mostOfProject }))).to.equal('none')
    first.answer.destroy()
    expect(await codeOf(open('c', 'p1', { mostOfProject }))).to.equal('none')
  })

  it('release their room when the source fails, at once or later', async () => {
    const mostOfProject = { name: 'exports', streams: 1 }
    const away = () => open('a', 'p', { mostOfProject, read: () => Promise.reject(new Error('away')) })
    for (let n = 0; n < 3; n += 1) expect(await codeOf(away())).to.equal('Error: away')
    expect(streams.heldBytes).to.equal(0)
    const failing = (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(PART_BYTES)
      throw new Error('away')
    })()
    const { stream, answer } = await open('a', 'p', { mostOfProject, read: async () => failing })
    stream.resume()
    await eventuallyEquals(async () => String(stream.errored), 'Error: away')
    answer.destroy()
    expect(streams.heldBytes).to.equal(0)
  })
})
