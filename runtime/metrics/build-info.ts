import { VERSION } from '../version.js'
import { gauge } from './registry.js'

const info = gauge(
  'posthorn_build_info',
  'Always 1; the version of Posthorn and of Node.js, and the kind of process.',
  ['version', 'node', 'process'],
)

/** Names the version of this process among its metrics. */
export function setBuildInfo(name: string): void {
  info.set({ version: VERSION, node: process.version, process: name }, 1)
}
