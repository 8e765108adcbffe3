import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { cacheFolder, findCached, install } from '../../../embedded/servers/cache.js'
import { rejection, useFolders } from '../folders.js'

describe('the cache of servers', () => {
  const makeFolder = useFolders()
  const fillWith = (content: string) => async (folder: string) => writeFileSync(join(folder, 'tool'), content)

  it('lies in XDG_CACHE_HOME, else in ~/.cache', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/somewhere' })).to.equal('/somewhere/posthorn')
    expect(cacheFolder({})).to.match(/\/\.cache\/posthorn$/)
  })

  it('gives a program its name only once it is whole', async () => {
    const cache = makeFolder()
    const file = await install(cache, 'tool-1.0', 'tool', async (folder) => {
      writeFileSync(join(folder, 'tool'), 'half')
      expect(findCached(cache, 'tool-1.0', 'tool')).to.equal(null)
      writeFileSync(join(folder, 'tool'), 'whole')
    })
    expect(file).to.equal(findCached(cache, 'tool-1.0', 'tool'))
    expect(readFileSync(file, 'utf8')).to.equal('whole')
  })

  it('keeps nothing of a download that failed', async () => {
    const cache = makeFolder()
    const error = await rejection(
      install(cache, 'tool-1.0', 'tool', async (folder) => {
        writeFileSync(join(folder, 'tool'), 'half')
        throw new Error('connection lost')
      }),
    )
    expect(error.message).to.equal('connection lost')
    expect(readdirSync(cache)).to.deep.equal([])
  })

  it('lets two starts fetch at the same time: both succeed and one copy stays', async () => {
    const cache = makeFolder()
    const gates = [openable(), openable()] as const
    const both = gates.map(({ opened }) =>
      install(cache, 'tool-1.0', 'tool', async (folder) => {
        await fillWith('whole')(folder)
        await opened
      }),
    )
    gates[1].open()
    const second = await both[1]
    gates[0].open()
    expect(await both[0]).to.equal(second)
    expect(existsSync(second ?? '')).to.equal(true)
    expect(readdirSync(cache)).to.deep.equal(['tool-1.0'])
  })
})

function openable(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
