import { requestImport } from '../models/commands/request-import.js'
import { importSlice } from '../models/commands/import-slice.js'
import { useDatabase } from './support/database.js'
import { createProject } from './support/factories.js'
describe('x', () => {
  useDatabase()
  for (const round of [1, 2]) it('y' + round, async function () {
    this.timeout(300000)
    const projectId = (await createProject()).id
    const text = 'email,subscribed,plan,score,city\n' + Array.from({ length: 20000 }, (_, n) => `c${n}@example.com,,pro,${n},London`).join('\n')
    for (const pass of ['create', 'same', 'change']) {
      const { jobId } = await requestImport(projectId, Buffer.from(pass === 'change' ? text.replaceAll('London', 'Paris').replaceAll(',,pro', ',no,pro') : text))
      const t = Date.now(); let n = 0
      const times: number[] = []
      for (;;) { const s = Date.now(); const { isDone } = await importSlice({ projectId, jobId }); times.push(Date.now() - s); n++; if (isDone) break }
      console.log(pass, n, Date.now() - t, 'ms; median', times.sort((a, b) => a - b)[times.length >> 1], 'max', times.at(-1), 'rss', Math.round(process.memoryUsage().rss / 1e6))
    }
  })
})
