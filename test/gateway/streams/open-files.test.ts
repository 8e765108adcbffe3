import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gridFsStore } from '../../../commands/sending/uploads/grid-fs-store.js'
import type { CreatedProject } from '../../../commands/tenancy/projects/create-project.js'
import { StreamedMedia } from '../../../gateway/http/endpoint.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { ExportPart, ImportFaults, Upload } from '../../support/models.js'
import { newId } from '../../../runtime/ids.js'
import { useDatabase } from '../../support/database.js'
import { createExportJob, createImportJob, createProject, createUpload } from '../../support/factories.js'
import { useGatewayProcesses, type GatewayProcess } from '../../support/gateway-process.js'
import { mongodbServer } from '../../support/servers.js'

const MB = 1_048_576
const PART_BYTES = 262_144
const CLIENTS = 200
const MOST_GROWTH_MB = 150
/** More than the buffers of both ends of a connection hold. */
const FILE_MB = 8

const part = Buffer.alloc(PART_BYTES, 'x')

/** Stores the parts of a large file, and returns its path. */
const files: Record<string, (project: CreatedProject) => Promise<string>> = {
  getUpload: ({ id }) => imageOf(id, FILE_MB * MB),
  async getExportFile({ id: projectId }) {
    const result = { rows: 1, bytes: FILE_MB * MB }
    const { _id: jobId } = await createExportJob({ projectId, result })
    await ExportPart.deleteMany({ projectId, jobId })
    await ExportPart.insertMany(partsOf(projectId, jobId))
    return `/exports/${jobId}/file`
  },
  async getImportErrors({ id: projectId }) {
    const { _id: jobId } = await createImportJob({ projectId })
    await ImportFaults.insertMany(partsOf(projectId, jobId))
    return `/contacts/import/${jobId}/errors`
  },
}

function partsOf(projectId: string, jobId: string) {
  return Array.from({ length: (FILE_MB * MB) / PART_BYTES }, (_, position) => {
    return { _id: `${jobId}:${position}`, projectId, jobId, position, bytes: part }
  })
}

async function imageOf(projectId: string, size: number): Promise<string> {
  const _id = newId()
  await createUpload({ _id, projectId })
  const { fileId } = await Upload.findById(_id).orFail().lean()
  await gridFsStore.put(fileId!, Buffer.alloc(size, 'x'), 'image/png')
  await Upload.updateOne({ _id, projectId }, { $set: { size } })
  return `/uploads/${_id}.png`
}

describe('every operation that streams', () => {
  const start = useGatewayProcesses('after all')
  useDatabase()
  let gateway: GatewayProcess
  let project: CreatedProject
  const sockets: Socket[] = []
  before(async () => {
    project = await createProject()
    const settings = { RATE_LIMIT_PER_MINUTE: '0', OPEN_RATE_LIMIT_PER_MINUTE: '0' }
    gateway = await start({ MONGODB_URI: (await mongodbServer()).info.mongodb, ...settings })
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const memoryMb = (): number =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(gateway.child.pid)]).toString()) / 1_024
  /** A client that asks for a file and reads no more than its buffers take; resolves with the status. */
  const ask = async (path: string, n: number): Promise<number> => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (n % 3)}` })
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write([`GET ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${project.secretKey}`, '', ''].join('\r\n'))
    await Promise.race([once(socket, 'readable'), once(socket, 'close')])
    return Number(/^HTTP\/1.1 (\d+)/.exec(String(socket.read(13)))?.[1] ?? 0)
  }
  const load = async (path: string, { secretKey }: CreatedProject): Promise<[status: number, bytes: number]> => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const res = await fetch(`http://127.0.0.1:${gateway.port}${path}`, { headers })
    return [res.status, (await res.arrayBuffer()).byteLength]
  }

  for (const { operationId, response } of allEndpoints) {
    if (!(response instanceof StreamedMedia)) continue

    it(`holds little for clients that do not read, and serves others beside them: ${operationId}`, async () => {
      const other = await createProject()
      const [path, pathOfOther] = [await files[operationId]!(project), await files[operationId]!(other)]
      const [, bytes] = await load(path, project)
      // The heap of a new process grows at first.
      await Promise.all(Array.from({ length: 4 }, () => load(path, project)))
      expect(bytes).to.be.at.least(FILE_MB * MB)
      const before = memoryMb()
      const statuses: number[] = []
      for (let n = 0; n < CLIENTS; n += 20)
        statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => ask(path, n + index)))))
      expect(memoryMb() - before, 'MB').to.be.below(MOST_GROWTH_MB)
      for (let n = 0; n < 3; n += 1) expect(await load(pathOfOther, other)).to.deep.equal([200, bytes])
      const isExport = operationId === 'getExportFile'
      expect(statuses.filter((status) => status !== 200)).to.have.lengthOf(isExport ? CLIENTS - 2 : 0)
    })
  }
})
