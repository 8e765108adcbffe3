import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildFolder, buildOnce } from '../../embedded/build-cache.js'
import { projectRoot } from '../../embedded/project-root.js'
import type { Sharding } from '../../models/shard-key.js'
import type { Breach } from './monitor.js'

/** What `preload.ts` is told. */
export interface Orders {
  root: string
  /** The folder for what it sees. */
  report: string
  shardings: [collection: string, sharding: Sharding][]
  /** Whether it also tells of commands that break no rule. */
  isWhole: boolean
}

/** A line of a process's report. */
export type Told = { breach: Breach } | { seen: [collection: string, site: string] }

const FILE = 'preload.js'
let report: string | undefined

/** The settings by which Node.js programs are watched. */
export async function watchSettings(orders: Omit<Orders, 'report' | 'root'>): Promise<Record<string, string>> {
  const sources = readdirSync(`${projectRoot}test/law`).map((name) => join(projectRoot, 'test/law', name))
  const folder = buildFolder('law', sources)
  await buildOnce(folder, FILE, async (outdir) => {
    await build({
      entryPoints: [join(projectRoot, 'test/law/preload.ts')],
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
    })
    writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n')
  })
  report ??= mkdtempSync(join(tmpdir(), 'posthorn-law-'))
  const file = join(report, 'orders.json')
  writeFileSync(file, JSON.stringify({ ...orders, root: projectRoot, report } satisfies Orders))
  return { SHARD_LAW: file, NODE_OPTIONS: `--import ${pathToFileURL(join(folder, FILE)).href}` }
}

/** What watched processes have told, and forgets it. */
export function toldByProcesses(): Told[] {
  if (report === undefined || !existsSync(report)) return []
  const folder = report
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  rmSync(folder, { recursive: true })
  return lines.map((line) => JSON.parse(line) as Told)
}
