import { useMemo } from 'react'
import { useCommands, type Command } from '../../commands/registry.js'
import type { ArchivedKind } from './bulk-change.js'
import { archiveTitle, useArchive, type Archivable } from './use-archive.js'

/** Archives the record of a page, or restores it; the palette offers it while `isOn`. */
export function useArchiveCommand(kind: ArchivedKind, { id, archived }: Archivable, isOn = true) {
  const archive = useArchive(kind)
  useCommands(
    useMemo((): Command[] => {
      const run = (): void => archive({ id, archived })
      return isOn ? [{ id: `archive ${kind}`, title: archiveTitle(archived), group: 'page', run }] : []
    }, [kind, id, archived, isOn, archive]),
  )
  return archive
}
