import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { ByteChunks } from '../../../gateway/memory/byte-chunks.js'

const MB = 1024 * 1024

/** The bytes of live objects. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('the chunks of a body', () => {
  it('are read as they were written, whatever their sizes', () => {
    for (const sizes of [[], [5], [1, 70_000, 3], Array.from({ length: 5_000 }, (_, n) => n % 700)]) {
      const chunks = new ByteChunks()
      const sent = sizes.map((size, n) => Buffer.alloc(size, n % 251))
      for (const chunk of sent) chunks.add(chunk)
      expect(chunks.take().equals(Buffer.concat(sent))).to.equal(true)
      expect(chunks.take()).to.have.length(0)
    }
  })

  it('use about as much memory as their size, also byte by byte', () => {
    const chunks = new ByteChunks()
    const before = liveBytes()
    for (let n = 0; n < 500_000; n += 1) chunks.add(Buffer.from('x'))
    expect(liveBytes() - before).to.be.below(5 * MB)
    expect(chunks.take()).to.have.length(500_000)
  })
})
