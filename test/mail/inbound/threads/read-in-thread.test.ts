import { expect } from 'chai'
import { readInThread, createReadingThreads, UnreadableMail } from '../../../../mail/inbound/threads/read-in-thread.js'
import { readInboundMessage } from '../../../../mail/inbound/read-inbound-message.js'
import type { ThreadLimits } from '../../../../runtime/threads/thread-pool.js'

const MEGABYTE = 1_048_576
const HEAD = 'From: Ada <ada@sender.example>\r\nDate: Mon, 2 Mar 2026 09:00:00 +0000\r\n'
const FILES = [
  `${HEAD}Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\nHello\r\n`,
  '--q\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n',
  '--q\r\nContent-Type: application/pdf; name=b.pdf\r\n\r\nABC\r\n--q--\r\n',
].join('')

/** The reason for which a mail cannot be read by threads of these limits, or 'none'. */
async function reasonOf(raw: Buffer, limits: Partial<ThreadLimits>): Promise<string> {
  const threads = createReadingThreads({ threads: 1, startMs: 60_000, ...limits })
  try {
    await readInThread('a', { raw, asMessage: true, asReport: false }, threads)
    return 'none'
  } catch (error) {
    return error instanceof UnreadableMail ? error.reason : String(error)
  } finally {
    await threads.close()
  }
}

describe('mail that a thread reads', () => {
  it('is the same as in the event loop: dates, files and all', async () => {
    const raw = Buffer.from(FILES)
    const { message, report } = await readInThread('a', { raw, asMessage: true, asReport: true })
    const { files, ...others } = await readInboundMessage(raw)
    expect(report).to.equal(null)
    expect({ ...message, files: null }).to.deep.equal({ ...others, files: null })
    expect(message?.files).to.deep.equal(files.map((file) => ({ ...file, content: new Uint8Array(file.content) })))
    // A file takes no more of the result than its own bytes.
    expect(message?.files.map(({ content }) => content.buffer.byteLength)).to.deep.equal([3, 3])
  })

  it('is unreadable where it takes more than its time, or more than its memory', async () => {
    const padded = Buffer.from(
      `${HEAD}Content-Type: image/x\r\nContent-Transfer-Encoding: base64\r\n\r\n${'A='.repeat(10 * MEGABYTE)}`,
    )
    expect(await reasonOf(padded, { taskMs: 1 })).to.equal('time')
    expect(await reasonOf(padded, { taskMs: 600_000, memoryMb: 16 })).to.equal('memory')
  }).timeout(120_000)
})
