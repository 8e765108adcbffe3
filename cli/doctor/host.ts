import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { diskSpace } from './disk-space.js'
import { fault, ok, reasonOf, warning, type Area, type Examine, type Finding } from './examination.js'

const MIB = 2 ** 20
// An idle worker takes 330 MB; what it renders and sends comes on top of that.
const LEAST_MEMORY_MIB = 768
const LEAST_FILES = 4_096
const [LEAST_NODE_MAJOR, LEAST_NODE_MINOR] = [20, 19]

/**
 * The host or container in which the doctor runs. The checks hold for gateway and worker only where they run there too.
 */
export const hostArea: Area = async ({ INBOUND_SPOOL_DIR: spool }, examine) => {
  await Promise.all([
    ...(spool ? [spoolChecks(spool, examine)] : []),
    examine('disk of the temporary folder', () => space(tmpdir(), 'Free up space, or set TMPDIR to another volume.')),
    examine('memory', memory),
    examine('open files', openFiles),
    examine('Node.js', node),
  ])
}

async function spoolChecks(spool: string, examine: Examine): Promise<void> {
  const { status } = await examine('folder of inbound mail', () => writable(spool))
  if (status === 'fault') return
  const remedy = 'Free up space, or set INBOUND_SPOOL_DIR to another volume.'
  await examine('disk of that folder', () => space(spool, remedy))
}

/** Makes the folder as a gateway does, and writes and deletes a file of its own in it. */
async function writable(folder: string): Promise<Finding> {
  const file = join(folder, `doctor-${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, 'The doctor tests whether this folder can be written.\n')
    return ok(`a file was written to ${folder} and deleted`)
  } catch (error) {
    return fault(
      `${folder} is not writable: ${reasonOf(error)}; inbound mail over 256 KB is rejected`,
      "Give the gateway's user access to the folder (chown, chmod u+rwx), or set INBOUND_SPOOL_DIR to a writable folder.",
    )
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

async function space(folder: string, remedy: string): Promise<Finding> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return diskSpace(`the disk of ${folder}`, { totalBytes: blocks * bsize, freeBytes: bavail * bsize }, remedy)
}

function memory(): Finding {
  // Without a limit this is 0, or more than there is.
  const limit = process.constrainedMemory()
  const mib = Math.round((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MIB)
  if (mib >= LEAST_MEMORY_MIB) return ok(`${mib} MiB`)
  return warning(
    `${mib} MiB; a worker or a gateway needs ${LEAST_MEMORY_MIB} MiB under load`,
    `Give the container more memory (mem_limit: ${LEAST_MEMORY_MIB}m or more); for a gateway MAX_BUFFERED_MB may be lower.`,
  )
}

async function openFiles(): Promise<Finding> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
  if (!limit) return ok('this system does not report the limit')
  if (limit === 'unlimited' || Number(limit) >= LEAST_FILES) return ok(`at most ${limit}`)
  return warning(
    `at most ${limit}: each client connection uses one`,
    `Raise the limit of the service to 65536: ulimits.nofile in compose, LimitNOFILE= in systemd, or ulimit -n.`,
  )
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isEnough = major > LEAST_NODE_MAJOR || (major === LEAST_NODE_MAJOR && minor >= LEAST_NODE_MINOR)
  if (isEnough) return ok(`version ${process.versions.node}`)
  return fault(`version ${process.versions.node} is too old`, 'Upgrade to Node.js 24, at least 20.19.')
}
