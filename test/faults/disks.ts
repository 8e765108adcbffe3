import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasCode } from '../../runtime/has-code.js'

const DISK = 'size=256k'
const FILLER = 'filler'
const BLOCK = Buffer.alloc(1_024)
const FILL_EVERY_MS = 20

/** Whether this user may mount a file system, which only root on Linux may, and not in every container. */
export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-mount-'))
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'none', folder]).status !== 0) return false
    return spawnSync('umount', [folder]).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Mounts a disk of 256 KB on a folder. */
export function mountSmallDisk(folder: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'none', folder])
  if (status !== 0) throw new Error(`The disk could not be mounted: ${stderr.toString()}`)
}

/** Unmounts every disk below a folder. */
export function unmountBelow(folder: string): void {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
  for (const each of mounted) if (each.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', each])
}

/** Fills the disk of a folder to the last byte, again and again until `over` resolves: recorded files leave room. */
export async function keepDiskFull(folder: string, over: Promise<void>): Promise<void> {
  fillDisk(folder)
  const filling = setInterval(() => fillDisk(folder), FILL_EVERY_MS)
  await over
  clearInterval(filling)
  rmSync(join(folder, FILLER), { force: true })
}

function fillDisk(folder: string): void {
  try {
    for (;;) writeFileSync(join(folder, FILLER), BLOCK, { flag: 'a' })
  } catch (error) {
    if (!hasCode(error, 'ENOSPC')) throw error
  }
}
