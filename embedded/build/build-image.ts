/** Builds everything that the image runs into `dist/`, but for the dashboard: `npm run build`. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project-root.js'
import { buildPrograms, MODULES } from './build-programs.js'
import { CODE_FOLDERS, filesIn } from './source-files.js'

const outdir = join(projectRoot, 'dist')
await rm(outdir, { recursive: true, force: true })
await buildPrograms({ sources: filesIn([...CODE_FOLDERS, 'embedded/provider']), outdir })
await rm(join(outdir, MODULES), { recursive: true })
