import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.js'

/** The folders of everything that the processes of an installation load, but for the local provider. */
export const CODE_FOLDERS = [
  'activities',
  'cli',
  'commands',
  'gateway',
  'mail',
  'models',
  'outbox',
  'runtime',
  'workers',
  'workflows',
]

/** The files in these folders of the project, with their paths. */
export function filesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name)),
  )
}
